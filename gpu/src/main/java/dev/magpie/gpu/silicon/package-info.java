/** Launches on a real GPU of NVIDIA's, through its driver, timed by its own clock. */
@NullMarked
package dev.magpie.gpu.silicon;

import org.jspecify.annotations.NullMarked;
