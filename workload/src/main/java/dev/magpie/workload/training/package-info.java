/** Training runs that leave ten snapshots of their memory, after the Buddy paper's networks. */
@NullMarked
package dev.magpie.workload.training;

import org.jspecify.annotations.NullMarked;
