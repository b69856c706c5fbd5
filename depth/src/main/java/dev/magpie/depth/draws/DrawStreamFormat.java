package dev.magpie.depth.draws;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.scene.FaceCulling;
import java.util.List;

/** What reader and writer have in common; docs/draw-streams.md says what a file has. */
final class DrawStreamFormat {
  /** The version without stencil. */
  static final int WITHOUT_STENCIL = 1;

  static final int NEWEST = 2;

  /** The version of the format follows, in a byte. */
  static final byte[] MAGIC = {'m', 'a', 'g', 'p', 'i', 'e', 'D'};

  /** Of a section: kind, bytes before and after deflation, CRC-32C of those before. */
  static final int SECTION_HEADER_BYTES = 16;

  static final int MAX_SECTION_BYTES = 1 << 28;

  static final int HEAD = 1;
  static final int PASS = 2;
  static final int END = 3;

  static final int MAX_TEXT_BYTES = 1 << 12;

  static final int FLOATS = Float.BYTES;
  static final int DOUBLES = Double.BYTES;

  // What bytes of a file stand for, from 0 on.
  static final List<ClipDepth> CLIP_DEPTHS =
      List.of(ClipDepth.ZERO_TO_ONE, ClipDepth.MINUS_ONE_TO_ONE);
  static final List<DepthFormat> FORMATS =
      List.of(DepthFormat.D16, DepthFormat.D24, DepthFormat.D32F);
  static final List<DepthRange> RANGES = List.of(DepthRange.NORMAL, DepthRange.REVERSED);
  static final List<DepthState.Writes> WRITES =
      List.of(DepthState.Writes.OFF, DepthState.Writes.ON);
  static final List<DrawPass.Start> STARTS = List.of(DrawPass.Start.KEPT, DrawPass.Start.CLEARED);
  static final List<FaceCulling> CULLING =
      List.of(FaceCulling.NONE, FaceCulling.BACK, FaceCulling.FRONT);
  static final List<DepthTest> TESTS =
      List.of(
          DepthTest.NEVER,
          DepthTest.LESS,
          DepthTest.EQUAL,
          DepthTest.LEQUAL,
          DepthTest.GREATER,
          DepthTest.NOTEQUAL,
          DepthTest.GEQUAL,
          DepthTest.ALWAYS);
  static final List<StencilOperation> OPERATIONS =
      List.of(
          StencilOperation.KEEP,
          StencilOperation.ZERO,
          StencilOperation.REPLACE,
          StencilOperation.INCR,
          StencilOperation.DECR,
          StencilOperation.INCR_WRAP,
          StencilOperation.DECR_WRAP,
          StencilOperation.INVERT);
  static final List<Boolean> PRESENCE = List.of(false, true);

  private DrawStreamFormat() {}

  /** The first version that has all that a stream says. */
  static int version(DrawStream stream) {
    boolean stencil =
        stream.frames().stream()
            .flatMap(List::stream)
            .anyMatch(pass ->
                pass.stencil().isPresent()
                    || pass.draws().stream().anyMatch(draw -> !draw.state().stencil().isOff()));
    return stencil ? NEWEST : WITHOUT_STENCIL;
  }
}
