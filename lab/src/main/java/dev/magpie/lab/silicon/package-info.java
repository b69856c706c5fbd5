/** Simulated kernels beside what they took on a real GPU. */
@NullMarked
package dev.magpie.lab.silicon;

import org.jspecify.annotations.NullMarked;
