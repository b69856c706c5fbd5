package dev.magpie.explore.depth;

import dev.magpie.depth.image.DepthImage;
import dev.magpie.depth.image.PngFile;
import dev.magpie.depth.image.ShadedImage;
import dev.magpie.depth.raster.Frame;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;

/** A frame as a picture: its surfaces, or its depths. */
record FrameResource(SceneShelf shelf, DrawnFrames frames) implements Resource {
  @Override
  public Reply answer(PageRequest request) {
    int factor = (int) request.number("smaller", 1, 64, 1);
    Turns.Turn turn = frames.turn(request);
    AskedFrame asked = AskedFrame.of(shelf, request);
    AskedFrame drawn = factor == 1 ? asked : asked.smaller(factor);
    Frame frame = factor == 1 ? frames.frame(turn, drawn) : DrawnFrames.draw(drawn);
    return Reply.bytes(
        PngFile.of(
            switch (request.text("show").orElse("shaded")) {
              case "shaded" -> ShadedImage.of(frame.events(), drawn.camera());
              case "depth" -> DepthImage.of(frame.events().depths(), drawn.camera());
              default -> throw RefusedException.wrong("'show' is shaded or depth");
            }));
  }
}
