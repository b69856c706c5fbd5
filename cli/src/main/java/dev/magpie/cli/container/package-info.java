/** {@code magpie compress} and {@code magpie decompress}. */
@NullMarked
package dev.magpie.cli.container;

import org.jspecify.annotations.NullMarked;
