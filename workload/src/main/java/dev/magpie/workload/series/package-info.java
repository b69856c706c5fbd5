/** What a program is that leaves snapshots of its memory in ten parts of its run. */
@NullMarked
package dev.magpie.workload.series;

import org.jspecify.annotations.NullMarked;
