/** Kernels by the names that people read and write. */
@NullMarked
package dev.magpie.ptx.names;

import org.jspecify.annotations.NullMarked;
