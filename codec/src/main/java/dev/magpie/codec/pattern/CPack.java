package dev.magpie.codec.pattern;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongFunction;

/**
 * C-PACK: each 32-bit word is zero, a byte, or matched, wholly or in its upper bytes, against a
 * dictionary of words seen before in the block.
 *
 * <p>The dictionary is a ring of 16 entries. Every entry is a word of the block itself, so a set of
 * word positions stands for it and nothing is copied: the <em>n</em>th word pushed is entry
 * <em>n</em> modulo the ring's size.
 *
 * <p>Public sources differ in what is pushed: all words but {@code zzzz} and {@code zzzx} (gem5;
 * the default), only those without any match (the GPU evaluation code of BPC's author), or all but
 * full matches; and in whether the ring starts empty (gem5) or with valid zeros ({@code
 * variant=gpu}). Of equally cheap entries the lowest is taken, which decides no size.
 */
public final class CPack implements BlockCodec {
  private static final String PUSH = "push";
  private static final String VARIANT = "variant";
  private static final String ENTRIES = "entries";

  public static final CodecFamily FAMILY =
      new CodecFamily(
          "c-pack",
          "C-PACK",
          "Chen et al., TVLSI 2010; push policy and initial entries as in public code",
          Latency.of(12, 13, "MAG paper, section V"),
          32,
          List.of(
              new Parameter.Choice(
                  PUSH,
                  List.of("all", "nonfull", "miss"),
                  "words that enter the dictionary: all but zeros and bytes, those that match no"
                      + " entry in full, or those that match none at all"),
              new Parameter.Choice(
                  VARIANT,
                  List.of("standard", "gpu"),
                  "gpu: entries start as valid zeros and only misses are pushed"),
              new Parameter.Choice(ENTRIES, List.of("16", "32"), "words in the dictionary")),
          (spec, granularity) -> new CPack(spec, granularity.blockBytes()));

  /** What a word has in common with a dictionary entry: all but so many bytes, or too little. */
  static final int FULL = 0;

  static final int UPPER_3 = 1;
  static final int UPPER_2 = 2;
  static final int MISS = 3;

  static final int ZERO_BITS = 2;
  static final int BYTE_BITS = 4 + 8;
  static final int MISS_BITS = 2 + 32;

  private final int blockBytes;
  private final int entries;
  private final int indexBits;

  /** The worst match that keeps a word out of the dictionary; -1 if none does. */
  private final int keptOut;

  private final boolean startsWithZeros;

  private final BulkSizer sizer;

  private CPack(CodecSpec spec, int blockBytes) {
    this.blockBytes = blockBytes;
    entries = Integer.parseInt(spec.value(ENTRIES));
    indexBits = Integer.numberOfTrailingZeros(entries);
    startsWithZeros = spec.value(VARIANT).equals("gpu");
    keptOut =
        startsWithZeros
            ? UPPER_2
            : switch (spec.value(PUSH)) {
              case "all" -> -1;
              case "nonfull" -> FULL;
              default -> UPPER_2;
            };
    if (startsWithZeros && spec.isGiven(PUSH) && !spec.value(PUSH).equals("miss")) {
      throw new CodecSpecException(
          "codec 'c-pack' pushes misses only with variant=gpu, so push=%s contradicts it"
              .formatted(spec.value(PUSH)));
    }
    sizer =
        keptOut == -1 && VectorSupport.sizes(blockBytes)
            ? new CPackVectorSizer(blockBytes, entries)
            : BlockCodec.super::sizeBits;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    long live = 0;
    int pushed = 0;
    int bits = 0;
    for (int index = 0; index < blockBytes / Integer.BYTES; index++) {
      int word = BlockWords.getInt(memory, offset + (long) Integer.BYTES * index);
      if ((word & ~0xff) == 0) {
        bits += word == 0 ? ZERO_BITS : BYTE_BITS;
        continue;
      }
      int match = bestMatch(word, live, pushed, memory, offset);
      bits += matchBits(match);
      if (match > keptOut) {
        live = push(index, live, pushed++);
      }
    }
    return bits;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  /** The best that a word has in common with any entry. */
  private int bestMatch(int word, long live, int pushed, MemorySegment memory, long offset) {
    // The entry that shares most upper bits differs by the least unsigned number.
    int least = startsWithZeros && pushed < entries ? word ^ Integer.MIN_VALUE : Integer.MAX_VALUE;
    for (long rest = live; rest != 0; rest &= rest - 1) {
      least = Math.min(least, word ^ entry(rest, memory, offset) ^ Integer.MIN_VALUE);
    }
    int difference = least ^ Integer.MIN_VALUE;
    if ((difference & ~0xff) == 0) {
      return difference == 0 ? FULL : UPPER_3;
    }
    return (difference & ~0xffff) == 0 ? UPPER_2 : MISS;
  }

  /** The lowest entry that has as much in common with a word as the best one. */
  private int slot(int word, int match, long live, int pushed, MemorySegment memory, long offset) {
    int slot = startsWithZeros && word >>> (8 * match) == 0 ? pushed : entries;
    int age = Math.max(0, pushed - entries);
    for (long rest = live; rest != 0; rest &= rest - 1) {
      int difference = word ^ entry(rest, memory, offset);
      int candidate = difference >>> (8 * match) == 0 ? age & (entries - 1) : entries;
      slot = Math.min(slot, candidate);
      age++;
    }
    return slot;
  }

  private int matchBits(int match) {
    return matchBits(match, entries);
  }

  /** What a word takes by its match, with so many entries in the dictionary. */
  static int matchBits(int match, int entries) {
    int indexBits = Integer.numberOfTrailingZeros(entries);
    return switch (match) {
      case FULL -> 2 + indexBits;
      case UPPER_3 -> 4 + indexBits + 8;
      case UPPER_2 -> 4 + indexBits + 16;
      default -> MISS_BITS;
    };
  }

  /** The word at the lowest of some positions. */
  private static int entry(long positions, MemorySegment memory, long offset) {
    return BlockWords.getInt(
        memory, offset + (long) Integer.BYTES * Long.numberOfTrailingZeros(positions));
  }

  /** The positions in the dictionary once that of one more word is; a full one loses its oldest. */
  private long push(int index, long live, int pushed) {
    long kept = pushed < entries ? live : live & (live - 1);
    return kept | (1L << index);
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    long live = 0;
    int pushed = 0;
    for (int index = 0; index < blockBytes / Integer.BYTES; index++) {
      int word = BlockWords.getInt(memory, offset + (long) Integer.BYTES * index);
      if (word == 0) {
        out.write(0b00, ZERO_BITS);
        continue;
      }
      if ((word & ~0xff) == 0) {
        out.write((0b1101 << 8) | word, BYTE_BITS);
        continue;
      }
      int match = bestMatch(word, live, pushed, memory, offset);
      int slot = match == MISS ? 0 : slot(word, match, live, pushed, memory, offset);
      write(word, match, slot, out);
      if (match > keptOut) {
        live = push(index, live, pushed++);
      }
    }
    return 0;
  }

  private void write(int word, int match, int slot, BitWriter out) {
    switch (match) {
      case FULL -> out.write((0b10 << indexBits) | slot, 2 + indexBits);
      case UPPER_3 -> {
        out.write((0b1110 << indexBits) | slot, 4 + indexBits);
        out.write(word, 8);
      }
      case UPPER_2 -> {
        out.write((0b1100 << indexBits) | slot, 4 + indexBits);
        out.write(word, 16);
      }
      default -> {
        out.write(0b01, 2);
        out.write(word, 32);
      }
    }
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    long live = 0;
    int pushed = 0;
    for (int index = 0; index < blockBytes / Integer.BYTES; index++) {
      int match = MISS;
      int word = 0;
      switch ((int) in.read(2)) {
        case 0b00 -> match = -1;
        case 0b01 -> word = (int) in.read(32);
        case 0b10 -> {
          match = FULL;
          word = entryAt((int) in.read(indexBits), live, pushed, memory, offset);
        }
        default -> {
          switch ((int) in.read(2)) {
            case 0b00 -> {
              match = UPPER_2;
              int entry = entryAt((int) in.read(indexBits), live, pushed, memory, offset);
              word = (entry & ~0xffff) | (int) in.read(16);
            }
            case 0b01 -> {
              match = -1;
              word = (int) in.read(8);
            }
            case 0b10 -> {
              match = UPPER_3;
              int entry = entryAt((int) in.read(indexBits), live, pushed, memory, offset);
              word = (entry & ~0xff) | (int) in.read(8);
            }
            default -> throw new CorruptBlockException("no C-PACK pattern is coded 1111");
          }
        }
      }
      BlockWords.setInt(memory, offset + (long) Integer.BYTES * index, word);
      if (match > keptOut) {
        live = push(index, live, pushed++);
      }
    }
  }

  private int entryAt(int slot, long live, int pushed, MemorySegment memory, long offset) {
    if (slot >= pushed) {
      if (startsWithZeros) {
        return 0;
      }
      throw new CorruptBlockException(
          "C-PACK entry %d is used when only %d are filled".formatted(slot, pushed));
    }
    // Entries count from the oldest one, where the ring's next word goes once it is full.
    int oldest = pushed < entries ? 0 : pushed & (entries - 1);
    long rest = live;
    for (int age = (slot - oldest) & (entries - 1); age > 0; age--) {
      rest &= rest - 1;
    }
    return entry(rest, memory, offset);
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int[] ring = new int[entries];
    int pushed = 0;
    for (int index = 0; index < blockBytes / Integer.BYTES; index++) {
      String name = "word " + index;
      int pattern = (int) in.field("pattern", CPack::readPattern, CPack::meaning);
      int match =
          switch (pattern) {
            case 0b10 -> FULL;
            case 0b1100 -> UPPER_2;
            case 0b1110 -> UPPER_3;
            case 0b01 -> MISS;
            default -> -1;
          };
      int entry = 0;
      if (match == FULL || match == UPPER_2 || match == UPPER_3) {
        String field = match == FULL ? name : "entry";
        String meaning = match == FULL ? "entry %d = %s" : "which is %2$s";
        LongFunction<String> entryAt =
            at -> meaning.formatted(at, FieldReader.hex(ring[(int) at], 4));
        entry = ring[(int) in.field(field, indexBits, entryAt)];
      }
      int word = entry;
      if (match != FULL) {
        int width = pattern == 0 ? 0 : match == -1 ? 8 : match == MISS ? 32 : 8 * match;
        int upper = width == 32 ? 0 : entry >>> width << width;
        word = upper | (int) in.field(name, width, low -> "= " + FieldReader.hex(upper | low, 4));
      }
      if (match > keptOut) {
        ring[pushed++ & (entries - 1)] = word;
      }
    }
  }

  private static long readPattern(BitReader in) {
    long first = in.read(2);
    return first < 0b11 ? first : first << 2 | in.read(2);
  }

  private static String meaning(long pattern) {
    return switch ((int) pattern) {
      case 0b00 -> "a zero word";
      case 0b01 -> "a word as it is";
      case 0b10 -> "a word of the dictionary";
      case 0b1100 -> "the upper 2 bytes of a word of the dictionary";
      case 0b1101 -> "one byte; the others are zero";
      default -> "the upper 3 bytes of a word of the dictionary";
    };
  }
}
