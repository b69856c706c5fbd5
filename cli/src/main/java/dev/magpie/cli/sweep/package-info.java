/** {@code magpie sweep}. */
@NullMarked
package dev.magpie.cli.sweep;

import org.jspecify.annotations.NullMarked;
