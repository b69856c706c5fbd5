/**
 * Launches of PTX kernels for the timing model: executed as they are issued, accesses coalesced.
 */
@NullMarked
package dev.magpie.gpu.execute;

import org.jspecify.annotations.NullMarked;
