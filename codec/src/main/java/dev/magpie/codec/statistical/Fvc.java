package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Fidelity;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;

/**
 * Frequent-value compression (Yang, Zhang and Gupta, MICRO 2000): a word among the few most
 * frequent ones is coded into its number, others stay as they are.
 *
 * <p>All flags stand before the words; this order is ours. The original cache keeps a line
 * compressed only where it fills half a line; here the size counts.
 */
public final class Fvc implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "fvc",
          "Frequent-value compression",
          "Yang, Zhang and Gupta, MICRO 2000; order of the fields ours",
          Fidelity.LOSSLESS,
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Whole("k", "8", 1, 128, "how many values are frequent"),
              new Parameter.File("table", "the codec's training")),
          spec -> List.of(field(spec)),
          Fvc::new);

  private static SymbolField field(CodecSpec spec) {
    return new SymbolField("word", 4, 0, 32, spec.number("k").orElseThrow());
  }

  private final int blockBytes;
  private final int[] values;
  private final ValueIndex index;
  private final int indexBits;
  private final BulkSizer sizer;

  private Fvc(CodecSpec spec, Granularity granularity, CodecTable table) {
    blockBytes = granularity.blockBytes();
    SymbolField field = field(spec);
    values = table.field(field).entries().stream().mapToInt(entry -> (int) entry.value()).toArray();
    index = new ValueIndex(values, Integer.SIZE);
    indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(field.entries() - 1);
    sizer =
        VectorSupport.sizes(blockBytes) && values.length <= FvcVectorSizer.MOST_VALUES
            ? new FvcVectorSizer(blockBytes, values, Integer.SIZE - indexBits)
            : BlockCodec.super::sizeBits;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int bits = blockBytes / 4;
    for (int at = 0; at < blockBytes; at += 4) {
      bits += isFrequent(BlockWords.getInt(memory, offset + at)) ? indexBits : Integer.SIZE;
    }
    return bits;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  private boolean isFrequent(int word) {
    return index.of(word) < values.length;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    for (int at = 0; at < blockBytes; at += 4) {
      out.write(isFrequent(BlockWords.getInt(memory, offset + at)) ? 1 : 0, 1);
    }
    for (int at = 0; at < blockBytes; at += 4) {
      int word = BlockWords.getInt(memory, offset + at);
      int frequent = index.of(word);
      if (frequent < values.length) {
        out.write(frequent, indexBits);
      } else {
        out.write(word, Integer.SIZE);
      }
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("FVC has no tag " + tag);
    }
    int words = blockBytes / 4;
    long flags = in.read(words);
    for (int word = 0; word < words; word++) {
      boolean frequent = ((flags >>> (words - 1 - word)) & 1) != 0;
      int read = (int) in.read(frequent ? indexBits : Integer.SIZE);
      if (frequent ? read >= values.length : isFrequent(read)) {
        throw new CorruptBlockException("no word is coded as " + read);
      }
      BlockWords.setInt(memory, offset + 4L * word, frequent ? values[read] : read);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int words = blockBytes / 4;
    BitSet frequent = in.flags("flags", words, "a bit for each word: 1 if it is a frequent value");
    for (int word = 0; word < words; word++) {
      if (frequent.get(word)) {
        in.field(
            "word " + word,
            indexBits,
            number -> "value %d = %s".formatted(number, FieldReader.hex(values[(int) number], 4)));
      } else {
        in.field("word " + word, Integer.SIZE, value -> "= " + FieldReader.hex(value, 4));
      }
    }
  }
}
