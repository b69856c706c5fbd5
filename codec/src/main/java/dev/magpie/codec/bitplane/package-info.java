/** Codecs that turn a block into bit planes first: BPC and MPC. */
@NullMarked
package dev.magpie.codec.bitplane;

import org.jspecify.annotations.NullMarked;
