package dev.magpie.depth.scene;

/**
 * What is cut out of a mesh by the alpha of a texture.
 *
 * @param texture which parts are there
 * @param coordinates where in it each vertex of the mesh lies: u and v
 */
@SuppressWarnings("ArrayRecordComponent")
public record Cutout(AlphaTexture texture, float[] coordinates) {}
