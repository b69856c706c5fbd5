/** {@code magpie depth}: what a depth cache and its codecs do to the bandwidth of a scene. */
@NullMarked
package dev.magpie.cli.depth;

import org.jspecify.annotations.NullMarked;
