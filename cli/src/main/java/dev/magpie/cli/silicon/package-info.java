/** {@code magpie silicon}: kernels on a real GPU. */
@NullMarked
package dev.magpie.cli.silicon;

import org.jspecify.annotations.NullMarked;
