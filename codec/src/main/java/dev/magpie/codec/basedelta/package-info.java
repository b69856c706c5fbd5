/** Codecs that store a block as one base and small differences from it: BDI and its relatives. */
@NullMarked
package dev.magpie.codec.basedelta;

import org.jspecify.annotations.NullMarked;
