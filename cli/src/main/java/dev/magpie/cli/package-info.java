/** The {@code magpie} command: its subcommands, what they say, and how they end. */
@NullMarked
package dev.magpie.cli;

import org.jspecify.annotations.NullMarked;
