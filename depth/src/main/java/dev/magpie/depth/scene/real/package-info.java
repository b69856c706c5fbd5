/** Scenes that people have made, in files beside the classes. */
@NullMarked
package dev.magpie.depth.scene.real;

import org.jspecify.annotations.NullMarked;
