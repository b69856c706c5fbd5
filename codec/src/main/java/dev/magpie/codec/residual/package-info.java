/** Codecs that give each word's difference from its prediction a code of variable length. */
@NullMarked
package dev.magpie.codec.residual;

import org.jspecify.annotations.NullMarked;
