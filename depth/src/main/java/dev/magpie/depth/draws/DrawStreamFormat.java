package dev.magpie.depth.draws;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.scene.FaceCulling;
import java.util.List;

/** What reader and writer have in common; docs/draw-streams.md says what a file has. */
final class DrawStreamFormat {
  static final int VERSION = 1;

  /** The last byte is the version of the format. */
  static final byte[] MAGIC = {'m', 'a', 'g', 'p', 'i', 'e', 'D', VERSION};

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
  static final List<Boolean> PRESENCE = List.of(false, true);

  private DrawStreamFormat() {}
}
