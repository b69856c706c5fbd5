/** Codecs that give short codes to the values that occur most often in a training sample. */
@NullMarked
package dev.magpie.codec.statistical;

import org.jspecify.annotations.NullMarked;
