/** A multiprocessor: warps, schedulers, scoreboard, units, and the L1 with what waits for it. */
@NullMarked
package dev.magpie.gpu.core;

import org.jspecify.annotations.NullMarked;
