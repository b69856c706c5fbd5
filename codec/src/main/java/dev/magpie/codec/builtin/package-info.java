/** The list of codecs that Magpie has. */
@NullMarked
package dev.magpie.codec.builtin;

import org.jspecify.annotations.NullMarked;
