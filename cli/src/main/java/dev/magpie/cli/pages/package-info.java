/** {@code magpie pages}: what whole pages take under general-purpose compressors. */
@NullMarked
package dev.magpie.cli.pages;

import org.jspecify.annotations.NullMarked;
