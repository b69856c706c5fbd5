/** What commands write: results in their formats, files that appear whole, words to the user. */
@NullMarked
package dev.magpie.cli.output;

import org.jspecify.annotations.NullMarked;
