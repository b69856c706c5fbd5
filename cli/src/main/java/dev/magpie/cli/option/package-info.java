/** What subcommands share: what they are, and the options that are mixed into them. */
@NullMarked
package dev.magpie.cli.option;

import org.jspecify.annotations.NullMarked;
