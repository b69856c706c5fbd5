package dev.magpie.depth.raster;

import dev.magpie.depth.scene.Mesh;

/**
 * A mesh and the state that it is drawn in.
 *
 * @param mesh its triangles are drawn in their order
 * @param state the same for all of them
 */
public record Draw(Mesh mesh, DepthState state) {}
