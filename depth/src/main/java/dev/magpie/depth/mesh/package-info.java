/** Mesh files: OBJ, PLY and glTF. */
@NullMarked
package dev.magpie.depth.mesh;

import org.jspecify.annotations.NullMarked;
