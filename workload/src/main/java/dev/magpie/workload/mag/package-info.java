/** The eleven programs of the MAG paper's evaluation, written anew in CUDA C++ and Java. */
@NullMarked
package dev.magpie.workload.mag;

import org.jspecify.annotations.NullMarked;
