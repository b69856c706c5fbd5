/** Programs that leave ten snapshots of their memory, after the Buddy paper's HPC benchmarks. */
@NullMarked
package dev.magpie.workload.hpc;

import org.jspecify.annotations.NullMarked;
