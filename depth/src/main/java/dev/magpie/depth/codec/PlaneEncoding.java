package dev.magpie.depth.codec;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.SamplePositions;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Plane encoding (paper, section 3.1): the rasteriser's planes and, for each sample, which of them
 * it is on. Residuals are zero, since decoding calls the expression that defines the rasteriser's
 * depths. A tile cannot be encoded from its depths; planes are added one by one.
 *
 * <p>The layout: planes of 96 bits (a bit that says whether the slot has ever been taken, the
 * number of fraction bits if the format stores it, constant, gradient to the right, gradient
 * downwards), then the samples' slot numbers as bit planes, the low bits of all samples first. A
 * line of 64 B holds four planes for 8x8 samples: 4 x 96 + 2 x 64 = 512 bits. Which slots are in
 * use follows from the numbers of the valid samples.
 */
public final class PlaneEncoding {
  /** What becomes of the slot of a plane that no sample is on any more. */
  public enum Slots {
    /** A new plane may take it. */
    RECLAIMED,
    /** It is lost until the whole tile is overwritten. */
    KEPT;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int TAKEN_BITS = 1;

  private final int samples;
  private final int columnBits;

  /** If a pixel has several samples. */
  private final @Nullable SamplePositions positions;

  private final PlaneFormat format;
  private final DepthFormat depthFormat;
  private final Slots slots;
  private final int capacity;
  private final int numberBits;
  private final int firstNumber;
  private final int words;
  private final long[] numbers;

  /**
   * @param format how planes are stored, that of the events
   * @throws IllegalArgumentException if a line does not hold even one plane
   */
  public PlaneEncoding(TileShape shape, PlaneFormat format, Slots slots) {
    this.format = format;
    this.slots = slots;
    depthFormat = shape.format();
    samples = shape.samples();
    columnBits = Integer.numberOfTrailingZeros(shape.width());
    positions = shape.multisampling() == Multisampling.X1 ? null : new SamplePositions(shape);
    int bits = 8 * shape.lineBytes();
    int most = 0;
    while (PlaneFormat.PLANE_BITS * (most + 1) + samples * bitsFor(most + 1) <= bits) {
      most++;
    }
    if (most == 0) {
      throw new IllegalArgumentException(
          "a line of %d bits holds no plane of %d bits".formatted(bits, PlaneFormat.PLANE_BITS));
    }
    capacity = most;
    numberBits = bitsFor(capacity);
    firstNumber = PlaneFormat.PLANE_BITS * capacity;
    words = bits / 64;
    numbers = new long[numberBits];
  }

  private static int bitsFor(int planes) {
    return 32 - Integer.numberOfLeadingZeros(planes - 1);
  }

  /** Starts over with a line without planes, as for a tile whose samples are all overwritten. */
  public void clear(long[] line) {
    Arrays.fill(line, 0, words, 0);
  }

  /**
   * Puts samples on a new plane.
   *
   * @param kept the valid samples that stay on their planes
   * @param moved the samples that are on the new one; at least one
   * @return whether there was a slot; if not, nothing has changed
   */
  public boolean add(
      long[] line, long kept, long moved, long c0, long cx, long cy, int fractionBits) {
    load(line);
    int slot = freeSlot(line, kept);
    if (slot < 0) {
      return false;
    }
    store(line, slot, c0, cx, cy, fractionBits);
    for (int b = 0; b < numberBits; b++) {
      long set = ((slot >>> b) & 1) != 0 ? moved : 0;
      numbers[b] = (numbers[b] & ~moved) | set;
      BitFields.put(line, firstNumber + b * samples, numbers[b], samples);
    }
    return true;
  }

  private int freeSlot(long[] line, long kept) {
    int reclaimed = -1;
    for (int slot = 0; slot < capacity; slot++) {
      if (BitFields.get(line, PlaneFormat.PLANE_BITS * slot, TAKEN_BITS) == 0) {
        return slot;
      }
      if (reclaimed < 0 && (on(slot) & kept) == 0) {
        reclaimed = slot;
      }
    }
    return slots == Slots.RECLAIMED ? reclaimed : -1;
  }

  private void load(long[] line) {
    for (int b = 0; b < numberBits; b++) {
      numbers[b] = BitFields.get(line, firstNumber + b * samples, samples);
    }
  }

  /** The samples with a slot's number, cleared ones too. */
  private long on(int slot) {
    long on = -1;
    for (int b = 0; b < numberBits; b++) {
      on &= ((slot >>> b) & 1) != 0 ? numbers[b] : ~numbers[b];
    }
    return on;
  }

  private void store(long[] line, int slot, long c0, long cx, long cy, int fractionBits) {
    int at = PlaneFormat.PLANE_BITS * slot;
    BitFields.put(line, at, 1, TAKEN_BITS);
    at += TAKEN_BITS;
    if (format.exponentBits() > 0) {
      BitFields.put(line, at, fractionBits, format.exponentBits());
      at += format.exponentBits();
    }
    BitFields.put(line, at, c0, format.constantBits());
    at += format.constantBits();
    BitFields.put(line, at, cx, format.gradientBits());
    at += format.gradientBits();
    BitFields.put(line, at, cy, format.gradientBits());
  }

  /**
   * Evaluates the planes.
   *
   * @param valid the samples that have a depth
   * @param depths receives them
   */
  public void decode(long[] line, long valid, int[] depths) {
    load(line);
    for (int slot = 0; slot < capacity; slot++) {
      long on = on(slot) & valid;
      if (on == 0) {
        continue;
      }
      int at = PlaneFormat.PLANE_BITS * slot + TAKEN_BITS;
      int f =
          format.exponentBits() == 0
              ? format.fractionBits(0, 0, 1)
              : (int) BitFields.get(line, at, format.exponentBits());
      at += format.exponentBits();
      long c0 = BitFields.getSigned(line, at, format.constantBits());
      at += format.constantBits();
      long cx = BitFields.getSigned(line, at, format.gradientBits());
      at += format.gradientBits();
      long cy = BitFields.getSigned(line, at, format.gradientBits());
      if (positions != null) {
        positions.depths(c0, cx, cy, f, on, depths);
        continue;
      }
      for (; on != 0; on &= on - 1) {
        int s = Long.numberOfTrailingZeros(on);
        depths[s] = depthFormat.depth(c0, cx, cy, f, s & ((1 << columnBits) - 1), s >>> columnBits);
      }
    }
  }
}
