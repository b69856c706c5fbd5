/** What is drawn and from where: meshes, cameras, scenes. */
@NullMarked
package dev.magpie.depth.scene;

import org.jspecify.annotations.NullMarked;
