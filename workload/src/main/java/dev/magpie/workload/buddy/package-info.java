/** The HPC programs of the Buddy paper's evaluation, as kernels whose time can be simulated. */
@NullMarked
package dev.magpie.workload.buddy;

import org.jspecify.annotations.NullMarked;
