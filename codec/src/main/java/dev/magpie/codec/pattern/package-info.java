/** Codecs that give common word patterns short codes: FPC, C-PACK, and zero-value compression. */
@NullMarked
package dev.magpie.codec.pattern;

import org.jspecify.annotations.NullMarked;
