/** {@code magpie explore}. */
@NullMarked
package dev.magpie.cli.explore;

import org.jspecify.annotations.NullMarked;
