/** Streams of draws: what engines draw, recorded after the vertex stages. */
@NullMarked
package dev.magpie.depth.draws;

import org.jspecify.annotations.NullMarked;
