/** Reads the traces of Accel-Sim's tracer: kernels as a GPU executed them, without values. */
@NullMarked
package dev.magpie.gpu.accelsim;

import org.jspecify.annotations.NullMarked;
