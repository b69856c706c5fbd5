/** Scenes that need no file: made by programs, the same on every machine. */
@NullMarked
package dev.magpie.depth.scene.builtin;

import org.jspecify.annotations.NullMarked;
