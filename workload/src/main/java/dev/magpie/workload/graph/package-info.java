/** Weighted directed graphs: generators that give the same graph everywhere, and file formats. */
@NullMarked
package dev.magpie.workload.graph;

import org.jspecify.annotations.NullMarked;
