package dev.magpie.codec.burst;

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
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A block in the fewest whole bursts that one of some modes takes, which were chosen by a search
 * over data ({@code magpie codecs design}). Ours, after MAG-aware BDI (Lal et al., section IV).
 *
 * <p>Layout: number of the mode, 4 bits | its fields | zeros to the end of the last burst. The tag
 * is the number of bursts less one: what a memory has to know before it reads. Of the modes that
 * take as few the first is chosen.
 */
public final class BurstModes implements BlockCodec {
  private static final String MODES = "modes";

  /** What the search chose over the examples and the project's own programs. */
  private static final String CHOSEN =
      "zplane32+pair32+zdelta64+zpair32+pair64+plane32+zquad64+zdelta32";

  static final int MINIMUM_BLOCK_BYTES = 64;

  public static final CodecFamily FAMILY =
      new CodecFamily(
          "magpie",
          "Modes that fill bursts, chosen by a search over data",
          "ours, after MAG-aware BDI; docs/own-codec.md",
          Latency.of(5, 2, "synthesised, at 1 GHz and 40 nm; docs/own-codec.md"),
          MINIMUM_BLOCK_BYTES,
          List.of(
              new Parameter.Whole(
                  "mag", "", 1, 256, "bytes of a memory access; where not given, the run's"),
              new Parameter.Combination(
                  MODES, CHOSEN, Modes.names(), "ways to code a block, at most 16")),
          BurstModes::new);

  private final int blockBytes;
  private final Bursts bursts;
  private final List<Mode> modes;

  /** The first sets the sizes, the others lower them; none where no vectors serve. */
  private final List<BulkSizer> sizers;

  private BurstModes(CodecSpec spec, Granularity granularity) {
    blockBytes = granularity.blockBytes();
    int mag = spec.number("mag").orElse(granularity.magBytes());
    if (mag > blockBytes || blockBytes % mag != 0) {
      throw new CodecSpecException(
          "parameter 'mag' of codec 'magpie' must divide the block size of %d bytes, and %d does not"
              .formatted(blockBytes, mag));
    }
    bursts = new Bursts(8 * mag, blockBytes / mag);
    modes = spec.combination(MODES).stream().map(each -> Modes.named(each, blockBytes)).toList();
    if (modes.size() > 1 << Bursts.NUMBER_BITS) {
      throw new CodecSpecException(
          "parameter 'modes' of codec 'magpie' has %d modes; 16 are the most"
              .formatted(modes.size()));
    }
    sizers = VectorSupport.sizes(blockBytes) ? sizers() : List.of();
  }

  /** That of tiles, and behind it scalar ones, which have fewer blocks left to look at. */
  private List<BulkSizer> sizers() {
    List<Mode> tiled = modes.stream().filter(TileModes::serves).toList();
    BulkSizer first =
        tiled.isEmpty()
            ? (_, _, sizes) -> Arrays.fill(sizes, RAW)
            : new TileModes(tiled, bursts, blockBytes).sizer();
    Stream<BulkSizer> others =
        modes.stream()
            .filter(each -> !tiled.contains(each))
            .map(each -> Mode.scalar(each, bursts, blockBytes));
    return Stream.concat(Stream.of(first), others).toList();
  }

  /** The modes that a set may be of. */
  public static List<BurstMode> candidates() {
    return Modes.all(MINIMUM_BLOCK_BYTES).stream()
        .map(each -> new BurstMode(each.name(), each.decoderCycles()))
        .toList();
  }

  /** The codec of some of them. */
  public static CodecSpec of(List<String> modes) {
    return CodecSpec.parse(FAMILY.name() + ":" + MODES + "=" + String.join("+", modes));
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int tagBits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, bursts.count() - 2));
  }

  @Override
  public List<Integer> staticSizes() {
    return IntStream.range(1, bursts.count()).mapToObj(each -> each * bursts.bits()).toList();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int least = Integer.MAX_VALUE;
    for (int m = 0; m < modes.size() && least > bursts.bits() - Bursts.NUMBER_BITS; m++) {
      least = Math.min(least, modes.get(m).bits(memory, offset));
    }
    return bursts.size(least);
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    if (sizers.isEmpty()) {
      BlockCodec.super.sizeBits(memory, offset, sizes);
      return;
    }
    for (int i = 0; i < sizers.size(); i++) {
      sizers.get(i).sizeBits(memory, offset, sizes);
    }
  }

  @Override
  public boolean sizesCheaply() {
    return true;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    return encode(memory, offset, sizeBits(memory, offset), out);
  }

  @Override
  public int encode(MemorySegment memory, long offset, int sizeBits, BitWriter out) {
    if (sizeBits == RAW) {
      return RAW;
    }
    int end = out.bitCount() + sizeBits;
    int room = sizeBits - Bursts.NUMBER_BITS;
    int number = 0;
    while (!modes.get(number).fits(memory, offset, room)) {
      number++;
    }
    out.write(number, Bursts.NUMBER_BITS);
    modes.get(number).encode(memory, offset, room, out);
    out.padTo(end);
    return sizeBits / bursts.bits() - 1;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int bits = bits(tag);
    int start = in.position();
    if (in.remaining() < bits) {
      throw new CorruptBlockException(
          "the block takes %d bits, and %d are left".formatted(bits, in.remaining()));
    }
    int number = (int) in.read(Bursts.NUMBER_BITS);
    if (number >= modes.size()) {
      throw new CorruptBlockException("there is no mode %d".formatted(number));
    }
    modes.get(number).decode(in, bits - Bursts.NUMBER_BITS, memory, offset);
    if (in.position() > start + bits) {
      throw new CorruptBlockException("the mode's fields do not fit the bursts of the block");
    }
    in.skip(start + bits - in.position());
  }

  private int bits(int tag) {
    if (tag < 0 || tag >= bursts.count() - 1) {
      throw new CorruptBlockException("no block has the tag %d".formatted(tag));
    }
    return (tag + 1) * bursts.bits();
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int bits = bits(tag);
    int end = in.position() + bits;
    int number = (int) in.field("mode", Bursts.NUMBER_BITS, each -> modes.get((int) each).name());
    in.encoding(
        "%s in %d of %d bursts".formatted(modes.get(number).name(), tag + 1, bursts.count()));
    modes.get(number).explain(in, bits - Bursts.NUMBER_BITS);
    in.padding(end, "zeros to the end of the burst");
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    int room = 8 * blockBytes - bursts.bits();
    return modes.stream()
        .map(mode -> {
          int bits = mode.bits(memory, offset);
          return bits == Integer.MAX_VALUE
              ? "%s: it has more different high parts".formatted(mode.name())
              : "%s: takes %d bits, and %d are a burst less than the block"
                  .formatted(mode.name(), Bursts.NUMBER_BITS + bits, room);
        })
        .toList();
  }
}
