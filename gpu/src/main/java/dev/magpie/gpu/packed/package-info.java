/**
 * Warps' instructions and accesses, packed into bytes: what recordings and traces are played from.
 */
@NullMarked
package dev.magpie.gpu.packed;

import org.jspecify.annotations.NullMarked;
