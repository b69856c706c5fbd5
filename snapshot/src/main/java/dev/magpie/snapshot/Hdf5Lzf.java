package dev.magpie.snapshot;

import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.Filter;

/** h5py's LZF compression; jHDF's own decoder makes the JVM print warnings about its internals. */
final class Hdf5Lzf implements Filter {
  static final int ID = 32000;

  /** Where h5py puts the size of a chunk among the filter's settings. */
  private static final int CHUNK_BYTES = 2;

  /** The most that LZF makes of a byte: 264 from three. */
  private static final long MAX_RATIO = 88;

  @Override
  public int getId() {
    return ID;
  }

  @Override
  public String getName() {
    return "lzf";
  }

  @Override
  public byte[] decode(byte[] coded, int[] settings) {
    int size = settings.length > CHUNK_BYTES ? settings[CHUNK_BYTES] : -1;
    if (size == coded.length) {
      return coded;
    }
    if (size < 0 || size > coded.length * MAX_RATIO) {
      throw damaged();
    }
    try {
      return decode(coded, size);
    } catch (IndexOutOfBoundsException e) {
      throw damaged();
    }
  }

  private static byte[] decode(byte[] in, int size) {
    byte[] out = new byte[size];
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
    if (to != size) {
      throw new ArrayIndexOutOfBoundsException(to);
    }
    return out;
  }

  private static HdfFilterException damaged() {
    return new HdfFilterException("the LZF data of a chunk is damaged");
  }
}
