/** {@code magpie profile} and {@code magpie replay}: target ratios for Buddy Compression. */
@NullMarked
package dev.magpie.cli.buddy;

import org.jspecify.annotations.NullMarked;
