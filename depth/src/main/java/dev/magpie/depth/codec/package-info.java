/** Codecs that keep a tile of depths in fewer memory lines, bit by bit. */
@NullMarked
package dev.magpie.depth.codec;

import org.jspecify.annotations.NullMarked;
