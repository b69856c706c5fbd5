/** Codecs that choose, block by block, among other codecs. */
@NullMarked
package dev.magpie.codec.hybrid;

import org.jspecify.annotations.NullMarked;
