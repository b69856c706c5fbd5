/** Launches as the timing model sees them: blocks of warps, each a stream of instructions. */
@NullMarked
package dev.magpie.gpu.stream;

import org.jspecify.annotations.NullMarked;
