/** Decides once whether vector kernels can run, and how wide. */
@NullMarked
package dev.magpie.codec.simd;

import org.jspecify.annotations.NullMarked;
