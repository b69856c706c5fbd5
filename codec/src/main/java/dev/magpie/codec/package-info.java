/** Block codecs: fixed-size memory blocks to bits and back, and the registry that names them. */
@NullMarked
package dev.magpie.codec;

import org.jspecify.annotations.NullMarked;
