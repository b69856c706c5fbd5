package dev.magpie.codec.basedelta;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.basedelta.DeltaUnit.Deltas;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * MAG-aware BDI (Lal et al.): base-delta compression whose delta widths are chosen so that a coded
 * block fills whole memory bursts, and none of its bits is lost to rounding.
 *
 * <p>Each unit codes a block into a multiple C of the memory access granularity, with the widest
 * deltas that leave room for base and mask: floor((8 C - header) / words) bits (equation 1). The
 * smallest unit that fits is taken; at equal size a 4-byte base, then 8, then 2.
 *
 * <p>The paper's hardware section checks sign-extended deltas, its evaluation counts leading zeros;
 * {@code delta=signed}, the default, is the former, {@code delta=unsigned} the latter.
 */
public final class MagBdi implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "mag-bdi",
          "MAG-aware base-delta-immediate",
          "Lal et al., Memory Access Granularity Aware Lossless Compression for GPUs, section IV",
          Latency.of(1, 1, "MAG paper, section V-B"),
          32,
          List.of(
              new Parameter.Whole(
                  "mag", "", 1, 256, "bytes of a memory access; where not given, the run's"),
              new Parameter.Combination(
                  "bases", "4", List.of("8", "4", "2"), "base sizes in bytes"),
              new Parameter.Choice(
                  "delta",
                  List.of("signed", "unsigned", "unsigned-min"),
                  "signed: two's complement; unsigned: no sign bit; unsigned-min: no sign bit, and"
                      + " the smallest word is the base (not in the paper)"),
              new Parameter.Flag(
                  "mindelta",
                  "also units with 0-bit deltas: one value and zeros (not in the paper)")),
          MagBdi::new);

  private final int blockBytes;
  private final List<DeltaUnit> units;
  private final BulkSizer sizer;

  private MagBdi(CodecSpec spec, Granularity granularity) {
    blockBytes = granularity.blockBytes();
    int mag = spec.number("mag").orElse(granularity.magBytes());
    if (mag > blockBytes || blockBytes % mag != 0) {
      throw new CodecSpecException(
          "parameter 'mag' of codec 'mag-bdi' must divide the block size of %d bytes, and %d does not"
              .formatted(blockBytes, mag));
    }
    Deltas deltas =
        switch (spec.value("delta")) {
          case "unsigned" -> Deltas.UNSIGNED;
          case "unsigned-min" -> Deltas.UNSIGNED_MIN;
          default -> Deltas.SIGNED;
        };
    units =
        units(
            blockBytes,
            mag,
            spec.combination("bases").stream().mapToInt(Integer::parseInt).toArray(),
            deltas,
            spec.flag("mindelta") ? 0 : 1);
    sizer =
        VectorSupport.sizes(blockBytes)
            ? DeltaUnitVectorSizer.of(units, blockBytes, false)
            : BlockCodec.super::sizeBits;
  }

  /** The units in the order in which they are tried, which is also their tags'. */
  private static List<DeltaUnit> units(
      int blockBytes, int mag, int[] bases, Deltas deltas, int leastDeltaBits) {
    List<DeltaUnit> units = new ArrayList<>();
    for (int wordBytes : bases) {
      int words = blockBytes / wordBytes;
      for (int size = mag; size < blockBytes; size += mag) {
        int room = 8 * size - DeltaUnit.headerBits(blockBytes, wordBytes);
        int deltaBits = Math.floorDiv(room, words);
        if (deltaBits >= leastDeltaBits && deltaBits < 8 * wordBytes) {
          units.add(new DeltaUnit(wordBytes, deltaBits, deltas, 8 * size));
        }
      }
    }
    // At equal size: 4, 8, 2.
    units.sort(
        Comparator.comparingInt(DeltaUnit::sizeBits)
            .thenComparingInt(unit -> List.of(4, 8, 2).indexOf(unit.wordBytes())));
    return List.copyOf(units);
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public boolean sizesCheaply() {
    return true;
  }

  /** Enough for one code for each unit and one for a raw block (MAG paper, Table III). */
  @Override
  public int tagBits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(units.size());
  }

  @Override
  public List<Integer> staticSizes() {
    return units.stream().map(DeltaUnit::sizeBits).distinct().toList();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int unit = firstFitting(memory, offset);
    return unit == RAW ? RAW : units.get(unit).sizeBits();
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  private int firstFitting(MemorySegment memory, long offset) {
    for (int unit = 0; unit < units.size(); unit++) {
      if (units.get(unit).fits(memory, offset, blockBytes)) {
        return unit;
      }
    }
    return RAW;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int unit = firstFitting(memory, offset);
    if (unit != RAW) {
      units.get(unit).encode(memory, offset, blockBytes, out);
    }
    return unit;
  }

  @Override
  public int encode(MemorySegment memory, long offset, int sizeBits, BitWriter out) {
    int tag = RAW;
    for (int unit = 0; unit < units.size() && tag == RAW; unit++) {
      if (units.get(unit).sizeBits() == sizeBits
          && (isLastOfSize(unit) || units.get(unit).fits(memory, offset, blockBytes))) {
        tag = unit;
        units.get(unit).encode(memory, offset, blockBytes, out);
      }
    }
    return tag;
  }

  /**
   * Whether no later unit has this size: if the block has it, and earlier units do not fit, this
   * one does.
   */
  private boolean isLastOfSize(int unit) {
    return unit + 1 == units.size() || units.get(unit + 1).sizeBits() > units.get(unit).sizeBits();
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag < 0 || tag >= units.size()) {
      throw new CorruptBlockException(
          "MAG-aware BDI has %d units here, and none has tag %d".formatted(units.size(), tag));
    }
    units.get(tag).decode(in, memory, offset, blockBytes);
  }

  @Override
  public void explain(int tag, FieldReader in) {
    units.get(tag).explain(in, blockBytes);
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return units.isEmpty()
        ? List.of("no unit has room for deltas in blocks of this size")
        : units.stream().map(unit -> unit.whyNot(memory, offset, blockBytes)).toList();
  }
}
