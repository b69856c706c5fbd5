/** Sweeps: programs on many systems, a file a point, which go on where they were. */
@NullMarked
package dev.magpie.lab.sweep;

import org.jspecify.annotations.NullMarked;
