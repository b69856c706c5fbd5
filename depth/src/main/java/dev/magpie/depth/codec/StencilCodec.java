package dev.magpie.depth.codec;

import java.util.Arrays;

/**
 * A codec of stencil tiles, 256 bytes each. A tile of one value takes no bits, as the value stands
 * in the tile's header. One of few values has a palette of 2, 3, 4, 8, 16 or 32 bytes, in the order
 * in which the values appear, and behind it an index a sample: of 1, 2, 3, 4 or 5 bits, lower bits
 * first, or of three values five indices to a byte, as its digits to base 3, lower digits first, so
 * that they fit a line of 64 bytes. A tile that has more values, or would take no fewer lines, is
 * not compressed.
 */
public final class StencilCodec {
  /** Samples of a tile, of a byte each. */
  public static final int SAMPLES = 256;

  /**
   * Operations a sample to encode a tile, which looks its value up and puts the index in its place;
   * as many to decode it.
   */
  public static final int OPERATIONS = 2;

  /** The mode of a tile of one value. */
  public static final int UNIFORM = 0;

  /** The values that a palette has room for, by mode. */
  private static final int[] SIZES = {1, 2, 3, 4, 8, 16, 32};

  /** Bits of an index, by mode. */
  private static final int[] BITS = {0, 1, 0, 2, 3, 4, 5};

  /** The mode whose indices are digits to base 3. */
  private static final int TERNARY = 2;

  private static final int DIGITS = 5;

  /** Of a tile that is not compressed. */
  public static final int RAW = 7;

  private final int lineBytes;

  /** By value, its number in the palette, or -1. */
  private final int[] numbers = new int[1 << Byte.SIZE];

  private final byte[] palette = new byte[SIZES[RAW - 1]];

  /**
   * Makes one.
   *
   * @param lineBytes of a line, which divide a tile
   */
  public StencilCodec(int lineBytes) {
    this.lineBytes = lineBytes;
  }

  /** What a mode is called. */
  public static String name(int mode) {
    return switch (mode) {
      case UNIFORM -> "uniform";
      case RAW -> "raw";
      default -> "palette" + SIZES[mode];
    };
  }

  /** Lines that a tile takes in a mode. */
  public int lines(int mode) {
    return switch (mode) {
      case UNIFORM -> 0;
      case RAW -> SAMPLES / lineBytes;
      case TERNARY -> Math.ceilDiv(SIZES[mode] + Math.ceilDiv(SAMPLES, DIGITS), lineBytes);
      default -> Math.ceilDiv(SIZES[mode] + SAMPLES * BITS[mode] / Byte.SIZE, lineBytes);
    };
  }

  /**
   * Encodes a tile.
   *
   * @param values where it begins with {@code first}
   * @param coded takes the bytes of its lines, unless it is uniform or not compressed
   * @return its mode
   */
  public int encode(byte[] values, int first, byte[] coded) {
    int mode = mode(values, first);
    if (mode == UNIFORM || mode == RAW) {
      return mode;
    }
    int base = SIZES[mode];
    System.arraycopy(palette, 0, coded, 0, base);
    Arrays.fill(coded, base, lines(mode) * lineBytes, (byte) 0);
    if (mode == TERNARY) {
      for (int s = SAMPLES - 1; s >= 0; s--) {
        int at = base + s / DIGITS;
        coded[at] = (byte) (3 * (coded[at] & 0xFF) + number(values[first + s]));
      }
      return mode;
    }
    int bit = base * Byte.SIZE;
    for (int s = 0; s < SAMPLES; s++, bit += BITS[mode]) {
      int shifted = number(values[first + s]) << (bit & 7);
      coded[bit >> 3] |= (byte) shifted;
      if (shifted > 0xFF) {
        coded[(bit >> 3) + 1] |= (byte) (shifted >> Byte.SIZE);
      }
    }
    return mode;
  }

  private int number(byte value) {
    return numbers[value & 0xFF];
  }

  private int mode(byte[] values, int first) {
    Arrays.fill(numbers, -1);
    Arrays.fill(palette, (byte) 0);
    int found = 0;
    for (int s = 0; s < SAMPLES; s++) {
      byte value = values[first + s];
      if (number(value) < 0) {
        if (found == palette.length) {
          return RAW;
        }
        palette[found] = value;
        numbers[value & 0xFF] = found++;
      }
    }
    int mode = UNIFORM;
    while (SIZES[mode] < found) {
      mode++;
    }
    return lines(mode) < lines(RAW) ? mode : RAW;
  }

  /**
   * Decodes a tile that has a palette.
   *
   * @param mode neither uniform nor raw
   * @param values takes it, from {@code first} on
   */
  public void decode(int mode, byte[] coded, byte[] values, int first) {
    int base = SIZES[mode];
    if (mode == TERNARY) {
      for (int s = 0, digits = 0; s < SAMPLES; s++, digits /= 3) {
        digits = s % DIGITS == 0 ? coded[base + s / DIGITS] & 0xFF : digits;
        values[first + s] = coded[digits % 3];
      }
      return;
    }
    int bits = BITS[mode];
    int bit = base * Byte.SIZE;
    for (int s = 0; s < SAMPLES; s++, bit += bits) {
      int at = bit >> 3;
      int low = coded[at] & 0xFF;
      int high = (bit & 7) + bits > Byte.SIZE ? coded[at + 1] & 0xFF : 0;
      values[first + s] = coded[((low | (high << Byte.SIZE)) >> (bit & 7)) & (base - 1)];
    }
  }
}
