/** What textures and surfaces are made of: formats and extents of texels, and how they are read. */
@NullMarked
package dev.magpie.ptx.texture;

import org.jspecify.annotations.NullMarked;
