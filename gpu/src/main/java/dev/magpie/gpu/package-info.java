/** The timed GPU: executes kernels cycle by cycle where something happens, and counts. */
@NullMarked
package dev.magpie.gpu;

import org.jspecify.annotations.NullMarked;
