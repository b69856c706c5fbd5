package dev.magpie.codec.basedelta;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Base-delta-immediate compression (Pekhimenko et al., PACT 2012): the smallest of several base and
 * delta sizes, an all-zero block in one byte, and a repeated 8-byte value in eight.
 *
 * <p>The paper on MAG-aware BDI measures a baseline without the two special cases; {@code units=b4}
 * is that one.
 */
public final class Bdi implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "bdi",
          "Base-delta-immediate",
          "Pekhimenko et al., PACT 2012",
          Latency.of(1, 1, "MAG paper, section V-B"),
          32,
          List.of(
              new Parameter.Choice(
                  "units",
                  List.of("full", "six", "b4"),
                  "full: all; six: no zeros, no repeats; b4: 4-byte bases only, the MAG paper's"
                      + " baseline")),
          Bdi::new);

  private static final int ZEROS = 0;
  private static final int REPEATED = 1;

  private static final int ZEROS_BITS = 8;
  private static final int REPEATED_BITS = 64;

  /** A unit and the tag that names it. */
  private record Encoding(int tag, DeltaUnit unit) {}

  private final int blockBytes;
  private final boolean special;

  /** An array, as a list's iterator would be allocated for each block. */
  private final Encoding[] encodings;

  private final BulkSizer sizer;

  private Bdi(CodecSpec spec, Granularity granularity) {
    blockBytes = granularity.blockBytes();
    special = spec.value("units").equals("full");
    encodings = encodings(spec.value("units").equals("b4"));
    List<DeltaUnit> units = Arrays.stream(encodings).map(Encoding::unit).toList();
    sizer =
        VectorSupport.sizes(blockBytes)
            ? DeltaUnitVectorSizer.of(units, blockBytes, special)
            : BlockCodec.super::sizeBits;
  }

  /** The units by size, so that the first that fits is the best. */
  private Encoding[] encodings(boolean onlyFourByteBases) {
    List<Encoding> all = new ArrayList<>();
    int tag = firstTag();
    for (int[] size : new int[][] {{8, 1}, {8, 2}, {8, 4}, {4, 1}, {4, 2}, {2, 1}}) {
      if (!onlyFourByteBases || size[0] == 4) {
        all.add(new Encoding(tag, unit(size[0], size[1])));
        tag++;
      }
    }
    all.sort(Comparator.comparingInt(encoding -> encoding.unit().sizeBits()));
    return all.toArray(Encoding[]::new);
  }

  private DeltaUnit unit(int wordBytes, int deltaBytes) {
    int deltaBits = 8 * deltaBytes;
    int sizeBits = DeltaUnit.headerBits(blockBytes, wordBytes) + blockBytes / wordBytes * deltaBits;
    return new DeltaUnit(wordBytes, deltaBits, DeltaUnit.Deltas.SIGNED, sizeBits);
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public boolean sizesCheaply() {
    return true;
  }

  /** The tag of the first unit, behind those of zeros and repeats. */
  private int firstTag() {
    return special ? REPEATED + 1 : 0;
  }

  /** As many as tell all encodings apart, and from a block stored raw. */
  @Override
  public int tagBits() {
    return tagBits(8 * blockBytes);
  }

  @Override
  public int tagBits(int mostBits) {
    long used = Arrays.stream(encodings).filter(each -> each.unit().sizeBits() <= mostBits).count();
    return Long.SIZE - Long.numberOfLeadingZeros(firstTag() + used);
  }

  @Override
  public List<Integer> staticSizes() {
    List<Integer> sizes = new ArrayList<>();
    if (special) {
      sizes.add(ZEROS_BITS);
      sizes.add(REPEATED_BITS);
    }
    for (Encoding encoding : encodings) {
      sizes.add(encoding.unit().sizeBits());
    }
    return sizes.stream().distinct().sorted().toList();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    if (special && isRepeated(memory, offset, blockBytes)) {
      return repeatedSize(BlockWords.getLong(memory, offset));
    }
    for (Encoding encoding : encodings) {
      if (encoding.unit.fits(memory, offset, blockBytes)) {
        return encoding.unit.sizeBits();
      }
    }
    return RAW;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (special && isRepeated(memory, offset, blockBytes)) {
      long value = BlockWords.getLong(memory, offset);
      out.write(value, repeatedSize(value));
      return value == 0 ? ZEROS : REPEATED;
    }
    for (Encoding encoding : encodings) {
      if (encoding.unit.fits(memory, offset, blockBytes)) {
        encoding.unit.encode(memory, offset, blockBytes, out);
        return encoding.tag;
      }
    }
    return RAW;
  }

  @Override
  public int encode(MemorySegment memory, long offset, int sizeBits, BitWriter out) {
    if (sizeBits <= REPEATED_BITS) {
      return encode(memory, offset, out);
    }
    for (Encoding encoding : encodings) {
      if (encoding.unit.sizeBits() == sizeBits && encoding.unit.fits(memory, offset, blockBytes)) {
        encoding.unit.encode(memory, offset, blockBytes, out);
        return encoding.tag;
      }
    }
    return RAW;
  }

  /** The size of a block whose 8-byte words are all the same. */
  static int repeatedSize(long value) {
    return value == 0 ? ZEROS_BITS : REPEATED_BITS;
  }

  /** Whether all 8-byte words are the same. */
  static boolean isRepeated(MemorySegment memory, long offset, int blockBytes) {
    long first = BlockWords.getLong(memory, offset);
    for (int at = 8; at < blockBytes; at += 8) {
      if (BlockWords.getLong(memory, offset + at) != first) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (special && (tag == ZEROS || tag == REPEATED)) {
      long value = in.read(tag == ZEROS ? ZEROS_BITS : REPEATED_BITS);
      if (tag == ZEROS && value != 0) {
        throw new CorruptBlockException("an all-zero block is coded as " + value);
      }
      for (int at = 0; at < blockBytes; at += 8) {
        BlockWords.setLong(memory, offset + at, value);
      }
      return;
    }
    for (Encoding encoding : encodings) {
      if (encoding.tag == tag) {
        encoding.unit.decode(in, memory, offset, blockBytes);
        return;
      }
    }
    throw new CorruptBlockException("BDI has no encoding with tag " + tag);
  }

  @Override
  public void explain(int tag, FieldReader in) {
    if (special && (tag == ZEROS || tag == REPEATED)) {
      in.encoding(tag == ZEROS ? "all zeros" : "one repeated word of 8 bytes");
      int last = blockBytes / Long.BYTES - 1;
      in.field(
          "words 0 to " + last,
          tag == ZEROS ? ZEROS_BITS : REPEATED_BITS,
          word -> "= " + FieldReader.hex(word, Long.BYTES));
      return;
    }
    for (Encoding encoding : encodings) {
      if (encoding.tag == tag) {
        encoding.unit.explain(in, blockBytes);
      }
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return Arrays.stream(encodings)
        .map(encoding -> encoding.unit.whyNot(memory, offset, blockBytes))
        .toList();
  }
}
