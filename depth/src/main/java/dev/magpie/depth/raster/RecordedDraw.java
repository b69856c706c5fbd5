package dev.magpie.depth.raster;

import dev.magpie.depth.scene.FaceCulling;
import java.util.Optional;

/**
 * A draw of a stream: triangles in clip space, in their order, and the state they are drawn in.
 *
 * @param name how it was called where it was recorded
 * @param triangles what is drawn
 * @param state of the depth and the stencil test
 * @param culling which triangles are not drawn
 * @param viewport where they go
 * @param scissor the only pixels that change, if there is such a rectangle
 * @param note state that is told and not replayed, such as depth clamp
 */
public record RecordedDraw(
    String name,
    ClipTriangles triangles,
    DepthState state,
    FaceCulling culling,
    Viewport viewport,
    Optional<Scissor> scissor,
    String note) {}
