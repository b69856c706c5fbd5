package dev.magpie.cli.fuzz;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.LossyCodec;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Any codec: the first line says which, as in {@code 128 32 bdi:units=six}; what follows is blocks
 * that must come back, and then a coded block that nobody may have written.
 */
final class CodecFuzz {
  /** Few, since they take a moment to make. */
  private static final Map<String, BlockCodec> MADE = new HashMap<>();

  private static final int MOST_MADE = 200;

  /** More than a vector holds, and a rest. */
  private static final int MOST_BLOCKS = 19;

  private CodecFuzz() {}

  static void accept(byte[] bytes) {
    List<byte[]> parts = FuzzTarget.split(bytes, '\n');
    String line = new String(parts.getFirst(), StandardCharsets.UTF_8);
    String[] words = line.split(" ", 3);
    if (words.length < 3 || words[2].contains("table=")) {
      return;
    }
    if (MADE.size() > MOST_MADE) {
      MADE.clear();
    }
    BlockCodec codec;
    try {
      codec = MADE.computeIfAbsent(line, _ -> make(words));
    } catch (NumberFormatException e) {
      return;
    }
    keepsBlocks(codec, parts.getLast());
    decodes(codec, parts.getLast());
  }

  /** One for each codec, of a size and a MAG that most have. */
  static List<byte[]> seeds() {
    byte[] block = new byte[128];
    for (int i = 0; i < block.length; i += 4) {
      block[i] = (byte) (i * i);
      block[i + 3] = (byte) (i < 64 ? 0x3f : 0);
    }
    return Codecs.all().stream()
        .map(spec -> {
          byte[] line = "128 32 %s\n".formatted(spec).getBytes(StandardCharsets.UTF_8);
          byte[] seed = Arrays.copyOf(line, line.length + block.length);
          System.arraycopy(block, 0, seed, line.length, block.length);
          return seed;
        })
        .toList();
  }

  private static BlockCodec make(String[] words) {
    Granularity granularity;
    try {
      granularity = new Granularity(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
    } catch (IllegalArgumentException e) {
      throw new NumberFormatException(e.getMessage());
    }
    CodecSpec spec = CodecSpec.parse(words[2]);
    CodecTrainer trainer = spec.trainer();
    byte[] sample = new byte[1 << 14];
    Random random = new Random(1);
    for (int i = 0; i < sample.length; i++) {
      // Few values often, others seldom.
      sample[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : (i & 3) * 21);
    }
    trainer.add(MemorySegment.ofArray(sample), 0, sample.length);
    CodecTable table = trainer.table();
    return spec.create(granularity, table);
  }

  private static void keepsBlocks(BlockCodec codec, byte[] data) {
    int blockBytes = codec.blockBytes();
    int count = Math.clamp(Math.ceilDiv(data.length, blockBytes), 1, MOST_BLOCKS);
    MemorySegment memory = MemorySegment.ofArray(Arrays.copyOf(data, count * blockBytes));
    int[] sizes = new int[count];
    codec.sizeBits(memory, 0, sizes);
    for (int i = 0; i < count; i++) {
      long at = (long) i * blockBytes;
      BitWriter coded = new BitWriter(blockBytes);
      int tag = codec.encode(memory, at, coded);
      int size = tag == BlockCodec.RAW ? tag : coded.bitCount();
      check(sizes[i] == size && codec.sizeBits(memory, at) == size, codec, "sizes differ");
      codec.explain(memory, at);
      if (tag == BlockCodec.RAW) {
        continue;
      }
      check(tag >>> codec.tagBits() == 0, codec, "a tag is too wide");
      BitWriter known = new BitWriter(blockBytes);
      check(
          codec.encode(memory, at, size, known) == tag
              && Arrays.equals(known.toByteArray(), coded.toByteArray()),
          codec,
          "codes differ");
      MemorySegment decoded = MemorySegment.ofArray(new byte[blockBytes]);
      codec.decode(new BitReader(coded), tag, decoded, 0);
      check(
          decoded.mismatch(memory.asSlice(at, blockBytes)) < 0
              || (codec instanceof LossyCodec lossy && lossy.approximates(memory, at)),
          codec,
          "a block does not come back");
    }
  }

  /** The first byte is the tag, the second how many bits the last byte lacks. */
  private static void decodes(BlockCodec codec, byte[] data) {
    if (data.length < 2) {
      return;
    }
    BitReader reader = new BitReader();
    int bits = Math.max(0, 8 * (data.length - 2) - (data[1] & 7));
    reader.load(MemorySegment.ofArray(data), 2, bits);
    try {
      codec.decode(reader, data[0], MemorySegment.ofArray(new byte[codec.blockBytes()]), 0);
      check(reader.position() <= bits, codec, "bits are read that are not there");
    } catch (CorruptBlockException e) {
      check(e.getMessage() != null, codec, "nothing is said");
    }
  }

  private static void check(boolean holds, BlockCodec codec, String problem) {
    if (!holds) {
      throw new AssertionError(codec + ": " + problem);
    }
  }
}
