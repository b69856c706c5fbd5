/** Codecs that take the exponents of floats apart from their signs and mantissas. */
@NullMarked
package dev.magpie.codec.exponent;

import org.jspecify.annotations.NullMarked;
