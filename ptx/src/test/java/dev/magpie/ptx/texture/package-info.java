/** Textures and surfaces, compared with the formulas of the CUDA programming guide. */
@org.jspecify.annotations.NullMarked
package dev.magpie.ptx.texture;
