/** Runs CUDA kernels given as PTX text on a functional device: memory, modules, launches. */
@NullMarked
package dev.magpie.ptx;

import org.jspecify.annotations.NullMarked;
