/** Reads PTX text. */
@NullMarked
package dev.magpie.ptx.syntax;

import org.jspecify.annotations.NullMarked;
