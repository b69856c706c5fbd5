package dev.magpie.snapshot;

/** Decodes Blosc's own LZ77, which comes from FastLZ ({@code blosclz.c} of c-blosc). */
final class BloscLz {
  /** Offsets with all bits set that have two bytes more behind them. */
  private static final int NEAR = 31 << 8;

  private static final int FAR = 8191;

  private BloscLz() {}

  /**
   * Decodes a part of an array into another.
   *
   * @return bytes that came out, at most {@code most}
   * @throws IndexOutOfBoundsException if the data is damaged
   */
  static int decode(byte[] in, int at, int length, byte[] out, int to, int most) {
    int end = at + length;
    int written = to;
    int last = to + most;
    int control = at < end ? in[at++] & 31 : 0;
    while (true) {
      if (control < 32) {
        int literals = control + 1;
        if (literals > last - written || literals > end - at) {
          throw new IndexOutOfBoundsException(at);
        }
        System.arraycopy(in, at, out, written, literals);
        at += literals;
        written += literals;
      } else {
        int bytes = (control >> 5) - 1;
        int offset = (control & 31) << 8;
        if (bytes == 6) {
          int more;
          do {
            more = in[at++] & 255;
            bytes += more;
          } while (more == 255);
        }
        int low = in[at++] & 255;
        bytes += 3;
        int distance = offset + low + 1;
        if (low == 255 && offset == NEAR) {
          distance = ((in[at++] & 255) << 8) + (in[at++] & 255) + FAR + 1;
        }
        int from = written - distance;
        if (from < to || bytes < 0 || bytes > last - written || at > end) {
          throw new IndexOutOfBoundsException(at);
        }
        // They may overlap: what is copied may be copied again.
        for (int i = 0; i < bytes; i++) {
          out[written++] = out[from++];
        }
      }
      if (at >= end) {
        return written - to;
      }
      control = in[at++] & 255;
    }
  }
}
