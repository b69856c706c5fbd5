/** What the CUDA runtime and driver do for one process: memory, kernels, streams, graphs. */
@org.jspecify.annotations.NullMarked
package dev.magpie.cuda.runtime;
