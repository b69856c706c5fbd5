package dev.magpie.snapshot;

import io.jhdf.exceptions.HdfFilterException;
import java.util.Arrays;

/** h5py's LZF compression; jHDF's own decoder makes the JVM print warnings about its internals. */
final class Hdf5Lzf {
  private Hdf5Lzf() {}

  /** Decodes to as many bytes as the code says, of which there may be {@code room} at most. */
  static byte[] decode(byte[] coded, int room) {
    try {
      byte[] out = new byte[room];
      return Arrays.copyOf(out, decode(coded, out));
    } catch (IndexOutOfBoundsException e) {
      throw new HdfFilterException("the LZF data of a chunk is damaged", e);
    }
  }

  private static int decode(byte[] in, byte[] out) {
    int to = 0;
    int from = 0;
    while (from < in.length) {
      int control = Byte.toUnsignedInt(in[from++]);
      int length = control >>> 5;
      if (length == 0) {
        System.arraycopy(in, from, out, to, control + 1);
        from += control + 1;
        to += control + 1;
        continue;
      }
      if (length == 7) {
        length += Byte.toUnsignedInt(in[from++]);
      }
      int distance = ((control & 31) << 8) + Byte.toUnsignedInt(in[from++]) + 1;
      for (int end = to + length + 2; to < end; to++) {
        out[to] = out[to - distance];
      }
    }
    return to;
  }
}
