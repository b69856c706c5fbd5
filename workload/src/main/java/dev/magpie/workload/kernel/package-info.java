/** Small kernels, each for one thing that CUDA programs do, with what plain Java makes of it. */
@NullMarked
package dev.magpie.workload.kernel;

import org.jspecify.annotations.NullMarked;
