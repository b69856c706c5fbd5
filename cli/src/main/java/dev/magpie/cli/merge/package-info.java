/** {@code magpie merge}. */
@NullMarked
package dev.magpie.cli.merge;

import org.jspecify.annotations.NullMarked;
