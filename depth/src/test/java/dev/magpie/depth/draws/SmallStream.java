package dev.magpie.depth.draws;

import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.raster.ClipTriangles;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.RecordedDraw;
import dev.magpie.depth.raster.Scissor;
import dev.magpie.depth.raster.StencilFace;
import dev.magpie.depth.raster.StencilState;
import dev.magpie.depth.raster.Viewport;
import dev.magpie.depth.scene.FaceCulling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A stream of draws that has something of everything. */
public final class SmallStream {
  static final DrawTarget SUN =
      new DrawTarget("sun", 64, 32, DepthFormat.D16, Multisampling.X1, DepthRange.NORMAL);
  static final DrawTarget FRAME =
      new DrawTarget("frame", 80, 60, DepthFormat.D32F, Multisampling.X4, DepthRange.REVERSED);
  static final ClipTriangles TRIANGLE =
      new ClipTriangles(
          new double[] {-1, -1, 0.5, 1, 1, -1, 0.25, 1, 0, 1, 0.75, 1}, new int[] {0, 1, 2});

  private SmallStream() {}

  static RecordedDraw draw(String name, ClipTriangles triangles, DepthState state) {
    return new RecordedDraw(
        name,
        triangles,
        state,
        FaceCulling.NONE,
        new Viewport(0, 0, 64, 32, 0, 1),
        Optional.empty(),
        "");
  }

  static DrawStream of(DrawPass... passes) {
    return new DrawStream(
        "small", "by hand", ClipDepth.ZERO_TO_ONE, List.of(SUN, FRAME), List.of(List.of(passes)));
  }

  static DrawStream stream() {
    DepthState biased = DepthState.DEFAULT.with(DepthTest.GEQUAL).with(new DepthBias(2, 1.5));
    ClipTriangles fine =
        new ClipTriangles(
            new double[] {-1, -1, 0.25, 1, 1, -1, 0.25, 1, 0, 1, 0.25, 1, 0, 0.5, 0.125, 1},
            new int[] {0, 1, 2, 2, 1, 3});
    DrawPass shadow =
        new DrawPass(
            "shadow",
            SUN,
            Start.CLEARED,
            List.of(
                draw("one", TRIANGLE, DepthState.DEFAULT),
                new RecordedDraw(
                    "two",
                    fine,
                    biased,
                    FaceCulling.FRONT,
                    new Viewport(1.5, 2, 30, 20, 1, 0.25),
                    Optional.of(new Scissor(3, 4, 10, 11)),
                    "stencil Equal 1 Keep")));
    DrawPass opaque =
        new DrawPass(
            "opaque",
            FRAME,
            Start.CLEARED,
            List.of(draw("again", TRIANGLE, DepthState.AFTER_PREPASS)));
    DrawPass over = new DrawPass("over", FRAME, Start.KEPT, List.of());
    return new DrawStream(
        "small",
        "by hand",
        ClipDepth.MINUS_ONE_TO_ONE,
        List.of(SUN, FRAME),
        List.of(List.of(shadow, opaque, over), List.of(shadow)));
  }

  /** The same with stencil, which files of the first version do not have. */
  static DrawStream withStencil() {
    StencilFace front =
        new StencilFace(
            DepthTest.NOTEQUAL,
            0x0F,
            new StencilUpdate(
                StencilOperation.ZERO, StencilOperation.DECR_WRAP, StencilOperation.REPLACE, 7, 3));
    StencilState state = new StencilState(front, StencilFace.OFF);
    DrawPass first = stream().frames().getFirst().getFirst();
    DrawPass marked =
        new DrawPass(
            "marked",
            SUN,
            Start.KEPT,
            OptionalInt.of(200),
            List.of(
                draw("with", TRIANGLE, DepthState.DEFAULT.with(state)),
                draw("without", TRIANGLE, DepthState.DEFAULT)));
    return of(first, marked);
  }

  /** The file of a stream. */
  static byte[] bytes(DrawStream stream) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    DrawStreamWriter.write(stream, file);
    return file.toByteArray();
  }
}
