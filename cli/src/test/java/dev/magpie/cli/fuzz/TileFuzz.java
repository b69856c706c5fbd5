package dev.magpie.cli.fuzz;

import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.codec.TileBounds;
import dev.magpie.depth.codec.TileCodec;
import dev.magpie.depth.codec.TileMode;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** The modes of depth tiles: tiles that fit come back, and other lines decode or are refused. */
final class TileFuzz {
  private static final TileShape SHAPE = TileShape.DEFAULT;

  private static final List<TileMode> MODES = List.of(TileMode.values());

  private TileFuzz() {}

  /** A mode, a reference's precision, which samples are valid, a base and what is added to it. */
  static void accept(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(Arrays.copyOf(bytes, 16 + 4 * SHAPE.samples()));
    TileMode mode = MODES.get((in.get() & 0xff) % MODES.size());
    int referenceBits = in.get() < 0 ? 16 : 24;
    int width = in.getShort() & 31;
    if (mode == TileMode.PLANE || mode.lines(SHAPE) == 0) {
      return;
    }
    int base = in.getInt();
    long valid = in.getLong();
    int[] depths = new int[SHAPE.samples()];
    boolean takesFloats = mode == TileMode.FLOAT25 || mode == TileMode.FLOAT50;
    for (int i = 0; i < depths.length; i++) {
      depths[i] = base + (in.getInt() >> width);
      depths[i] &= takesFloats ? -1 : PlaneEquation.CLEAR_DEPTH;
    }
    TileCodec codec = mode.codec(SHAPE, referenceBits);
    long[] words = new long[SHAPE.samples() / 2 + 1];
    if (valid != 0) {
      long bounds = TileBounds.of(depths, valid, Kernels.SCALAR);
      int[] given = depths.clone();
      if (codec.encode(
          given, valid, TileBounds.nearest(bounds), TileBounds.farthest(bounds), words)) {
        int[] decoded = new int[depths.length];
        mode.codec(SHAPE, referenceBits).decode(words, valid, decoded);
        for (int i = 0; i < depths.length; i++) {
          if ((valid >>> i & 1) != 0 && decoded[i] != depths[i]) {
            throw new AssertionError("%s: sample %d does not come back".formatted(mode, i));
          }
        }
      }
    }
    for (int i = 0; i < depths.length; i++) {
      words[i / 2] = words[i / 2] << 32 | (depths[i] & 0xffff_ffffL);
    }
    try {
      codec.decode(words, valid, depths);
    } catch (CorruptBlockException _) {
      // As it may.
    }
  }
}
