package dev.magpie.snapshot;

import java.util.Arrays;

/** Puts elements together again whose bytes or bits of one place stand side by side. */
final class Unshuffling {
  private Unshuffling() {}

  /** What is no whole element stays at the end. */
  static byte[] ofBytes(byte[] data, int elementBytes) {
    int elements = data.length / elementBytes;
    byte[] whole = data.clone();
    for (int b = 0, from = 0; b < elementBytes; b++) {
      for (int i = 0; i < elements; i++) {
        whole[i * elementBytes + b] = data[from++];
      }
    }
    return whole;
  }

  /** The same for bits, the lowest of each byte first; elements are a whole number of eights. */
  static byte[] ofBits(byte[] data, int elementBytes) {
    int elements = data.length / elementBytes;
    byte[] whole = data.clone();
    Arrays.fill(whole, 0, elements * elementBytes, (byte) 0);
    int from = 0;
    for (int b = 0; b < elementBytes; b++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        for (int i = 0; i < elements; i += Byte.SIZE) {
          int bits = data[from++];
          for (int j = 0; j < Byte.SIZE; j++) {
            whole[(i + j) * elementBytes + b] |= (byte) ((bits >> j & 1) << bit);
          }
        }
      }
    }
    return whole;
  }
}
