/** Small programs that leave ten snapshots of their memory, after those of the Buddy paper. */
@NullMarked
package dev.magpie.workload.series;

import org.jspecify.annotations.NullMarked;
