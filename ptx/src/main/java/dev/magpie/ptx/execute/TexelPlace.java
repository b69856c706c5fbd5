package dev.magpie.ptx.execute;

import dev.magpie.ptx.texture.TextureGeometry;

/**
 * Where an instruction accesses a texture or a surface.
 *
 * @param handle the slot of the object's handle
 * @param layer the slot of the layer, or -1
 * @param at the slots of the coordinates
 */
@SuppressWarnings("ArrayRecordComponent") // Read for each lane; nobody changes or compares them.
record TexelPlace(TextureGeometry geometry, int handle, int layer, int[] at) {}
