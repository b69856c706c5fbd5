package dev.magpie.depth.codec;

import java.util.Arrays;

/**
 * A codec of stencil tiles, 256 bytes each. A tile of one value takes no bits, as the value stands
 * in the tile's header. One of few values has a palette of them and an index a sample: a palette of
 * {@code 2^b} bytes, in the order in which the values appear, and behind it {@code b} bits a
 * sample, lower bits first. One of more than 32 values is not compressed, nor is one that would
 * take no fewer lines.
 */
public final class StencilCodec {
  /** Samples of a tile, of a byte each. */
  public static final int SAMPLES = 256;

  /** The mode of a tile of one value. */
  public static final int UNIFORM = 0;

  /** The most bits of an index; with six, a palette and indices take as much as the tile. */
  private static final int MOST_BITS = 5;

  /** Of a tile that is not compressed. */
  public static final int RAW = MOST_BITS + 1;

  private final int lineBytes;

  /** By value, its number in the palette, or -1. */
  private final int[] numbers = new int[1 << Byte.SIZE];

  private final byte[] palette = new byte[1 << MOST_BITS];

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
      default -> "palette" + (1 << mode);
    };
  }

  /** Lines that a tile takes in a mode. */
  public int lines(int mode) {
    return switch (mode) {
      case UNIFORM -> 0;
      case RAW -> SAMPLES / lineBytes;
      default -> Math.ceilDiv((1 << mode) + SAMPLES * mode / Byte.SIZE, lineBytes);
    };
  }

  /**
   * Encodes a tile.
   *
   * @param values where it begins with {@code first}
   * @param coded takes the bytes of its lines, unless it is not compressed
   * @return its mode
   */
  public int encode(byte[] values, int first, byte[] coded) {
    int mode = mode(values, first);
    if (mode == UNIFORM || mode == RAW) {
      return mode;
    }
    int base = 1 << mode;
    System.arraycopy(palette, 0, coded, 0, base);
    Arrays.fill(coded, base, lines(mode) * lineBytes, (byte) 0);
    int bit = base * Byte.SIZE;
    for (int s = 0; s < SAMPLES; s++, bit += mode) {
      int shifted = numbers[values[first + s] & 0xFF] << (bit & 7);
      coded[bit >> 3] |= (byte) shifted;
      if (shifted > 0xFF) {
        coded[(bit >> 3) + 1] |= (byte) (shifted >> Byte.SIZE);
      }
    }
    return mode;
  }

  private int mode(byte[] values, int first) {
    Arrays.fill(numbers, -1);
    Arrays.fill(palette, (byte) 0);
    int found = 0;
    for (int s = 0; s < SAMPLES; s++) {
      int value = values[first + s] & 0xFF;
      if (numbers[value] < 0) {
        if (found == palette.length) {
          return RAW;
        }
        palette[found] = (byte) value;
        numbers[value] = found++;
      }
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(found - 1);
    return lines(bits) < lines(RAW) ? bits : RAW;
  }

  /**
   * Decodes a tile that has a palette.
   *
   * @param mode neither uniform nor raw
   * @param values takes it, from {@code first} on
   */
  public void decode(int mode, byte[] coded, byte[] values, int first) {
    int mask = (1 << mode) - 1;
    int bit = (1 << mode) * Byte.SIZE;
    for (int s = 0; s < SAMPLES; s++, bit += mode) {
      int at = bit >> 3;
      int low = coded[at] & 0xFF;
      int high = (bit & 7) + mode > Byte.SIZE ? coded[at + 1] & 0xFF : 0;
      values[first + s] = coded[(low | high << Byte.SIZE) >> (bit & 7) & mask];
    }
  }
}
