/** A codec of our own: modes that each fill whole memory bursts, chosen by a search over data. */
@NullMarked
package dev.magpie.codec.burst;

import org.jspecify.annotations.NullMarked;
