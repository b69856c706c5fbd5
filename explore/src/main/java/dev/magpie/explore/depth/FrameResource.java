package dev.magpie.explore.depth;

import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.image.PngFile;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;

/** A frame as a picture: its surfaces, its depths, or its stencil values. */
record FrameResource(SceneShelf shelf, DrawnFrames frames) implements Resource {
  @Override
  public Reply answer(PageRequest request) {
    int factor = (int) request.number("smaller", 1, 64, 1);
    Turns.Turn turn = frames.turn(request);
    AskedFrame asked = AskedFrame.of(shelf, request);
    AskedFrame drawn = factor == 1 ? asked : asked.smaller(factor);
    DrawnTarget frame = factor == 1 ? frames.frame(turn, drawn) : drawn.drawn();
    return Reply.bytes(
        PngFile.of(
            switch (request.text("show").orElse("shaded")) {
              case "shaded" -> frame.shadedImage();
              case "depth" -> frame.depthImage();
              case "stencil" -> frame.stencilImage();
              default -> throw RefusedException.wrong("'show' is shaded, depth or stencil");
            }));
  }
}
