/** Searches for sets of block modes that take the fewest memory bursts over given data. */
@NullMarked
package dev.magpie.analysis.design;

import org.jspecify.annotations.NullMarked;
