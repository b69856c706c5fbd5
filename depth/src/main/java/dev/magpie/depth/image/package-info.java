/** Pictures of a frame: its depths, and what each tile cost. */
@NullMarked
package dev.magpie.depth.image;

import org.jspecify.annotations.NullMarked;
