package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What {@link BlockCodec} promises, one promise a method, for any codec. */
final class BlockCodecContract {
  /** Bytes around a block that nobody may touch. */
  private static final int MARGIN = 13;

  /** A field that settles words: the first, the last where there are several, and their value. */
  private static final Pattern WORDS =
      Pattern.compile("words? (\\d+)(?: to (\\d+))?\\b.*= 0x([0-9a-f]+)$");

  private BlockCodecContract() {}

  /** All promises. */
  static void holdsFor(BlockCodec codec, String subject) throws Exception {
    decodesWhatItEncodes(codec, subject);
    sizesManyBlocksAsItDoesOne(codec);
    codesNativeMemory(codec);
    servesManyThreads(codec);
    BlockProperty isExplained = block -> explains(codec, block);
    isExplained.holdsFor(SampleBlocks.of(codec.blockBytes()), subject);
  }

  static void decodesWhatItEncodes(BlockCodec codec, String subject) {
    RoundTrip roundTrip = new RoundTrip(codec);
    roundTrip.holdsFor(SampleBlocks.of(codec.blockBytes()), subject);
    roundTrip.assertTags();
  }

  /** Encodes and decodes a block amid other bits and bytes, all of which must survive. */
  private static final class RoundTrip implements BlockProperty {
    private final BlockCodec codec;
    private final Set<Integer> sizes;
    private final Set<Integer> tags = new HashSet<>();
    private final BitWriter coded = new BitWriter(0);
    private final BitWriter sized = new BitWriter(0);
    private final BitReader reader = new BitReader();
    private boolean sawRaw;
    private int round;

    RoundTrip(BlockCodec codec) {
      this.codec = codec;
      sizes = new HashSet<>(codec.staticSizes());
    }

    @Override
    public void check(byte[] block) {
      round++;
      MemorySegment source = surrounded(block);
      int before = round % 11;
      int size = codec.sizeBits(source, MARGIN);
      coded.reset();
      coded.write(0x5a5, before);
      int tag = codec.encode(source, MARGIN, coded);
      assertThat(source.mismatch(surrounded(block))).isEqualTo(-1);
      if (tag == BlockCodec.RAW || size == BlockCodec.RAW) {
        assertThat(tag).isEqualTo(size);
        assertThat(coded.bitCount()).isEqualTo(before);
        sawRaw = true;
        return;
      }
      assertThat(coded.bitCount() - before).isEqualTo(size);
      if (!sizes.isEmpty()) {
        assertThat(sizes).contains(size);
      }
      assertThat(tag).isBetween(0, (1 << codec.tagBits()) - 1);
      tags.add(tag);
      sized.reset();
      sized.write(0x5a5, before);
      assertThat(codec.encode(source, MARGIN, size, sized)).isEqualTo(tag);
      assertThat(sized.toByteArray()).isEqualTo(coded.toByteArray());

      coded.write(0x3c3c, round % 17);
      reader.load(MemorySegment.ofArray(coded.toByteArray()), 0, coded.bitCount());
      reader.skip(before);
      MemorySegment target = surrounded(SampleBlocks.noise(block.length, new Random(round)));
      codec.decode(reader, tag, target, MARGIN);
      byte[] expected = CodecCases.decoded(codec, block);
      assertThat(target.mismatch(surrounded(expected))).isEqualTo(-1);
      assertThat(reader.position() - before).isLessThanOrEqualTo(size);
    }

    /** Every tag, and raw storage where the codec falls back to it, needs its own code. */
    void assertTags() {
      if (codec.tagBits() > 0) {
        assertThat(tags.size() + (sawRaw ? 1 : 0)).isLessThanOrEqualTo(1 << codec.tagBits());
      }
    }

    private static MemorySegment surrounded(byte[] block) {
      byte[] bytes = new byte[block.length + 2 * MARGIN];
      Arrays.fill(bytes, (byte) 0xa7);
      System.arraycopy(block, 0, bytes, MARGIN, block.length);
      return MemorySegment.ofArray(bytes);
    }
  }

  static void sizesManyBlocksAsItDoesOne(BlockCodec codec) {
    List<byte[]> samples = SampleBlocks.of(codec.blockBytes());
    byte[] bytes = new byte[samples.size() * codec.blockBytes()];
    for (int block = 0; block < samples.size(); block++) {
      byte[] sample = samples.get(block);
      System.arraycopy(sample, 0, bytes, block * sample.length, sample.length);
    }
    int[] expected =
        samples.stream()
            .mapToInt(sample -> codec.sizeBits(MemorySegment.ofArray(sample), 0))
            .toArray();
    try (Arena arena = Arena.ofConfined()) {
      // Nothing around the blocks, so that a kernel that reads too far is found out.
      MemorySegment heap = MemorySegment.ofArray(bytes);
      MemorySegment odd = arena.allocate(bytes.length + 3L).asSlice(3, bytes.length).copyFrom(heap);
      assertBulk(codec, heap, samples, expected);
      assertBulk(codec, odd, samples, expected);
      assertBulk(codec, odd.asReadOnly(), samples, expected);
    }
  }

  /** All blocks at once, and as few that a vector is not filled. */
  private static void assertBulk(
      BlockCodec codec, MemorySegment memory, List<byte[]> samples, int[] expected) {
    IntStream.concat(IntStream.range(0, 20), IntStream.of(samples.size()))
        .forEach(count -> {
          int first = samples.size() - count;
          int[] sizes = new int[count];
          codec.sizeBits(memory, (long) first * codec.blockBytes(), sizes);
          for (int block = 0; block < count; block++) {
            int at = first + block;
            if (sizes[block] != expected[at]) {
              fail(
                  "block %d of %d has %d bits, not %d: %s",
                  block, count, sizes[block], expected[at], SampleBlocks.hex(samples.get(at)));
            }
          }
        });
  }

  static void codesNativeMemory(BlockCodec codec) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2L * codec.blockBytes() + 1).asSlice(1);
      BitWriter coded = new BitWriter(0);
      for (byte[] sample : SampleBlocks.of(codec.blockBytes()).subList(0, 60)) {
        MemorySegment.copy(sample, 0, memory, ValueLayout.JAVA_BYTE, 0, sample.length);
        coded.reset();
        int tag = codec.encode(memory.asReadOnly(), 0, coded);
        if (tag != BlockCodec.RAW) {
          codec.decode(new BitReader(coded), tag, memory, sample.length);
          assertThat(memory.asSlice(sample.length, sample.length).toArray(ValueLayout.JAVA_BYTE))
              .isEqualTo(CodecCases.decoded(codec, sample));
        }
      }
    }
  }

  static void servesManyThreads(BlockCodec codec) throws Exception {
    Object expected = streams(codec);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Object>> results =
          threads.invokeAll(Collections.nCopies(4, () -> streams(codec)));
      for (Future<Object> result : results) {
        assertThat(result.get()).isEqualTo(expected);
      }
    }
  }

  private static Object streams(BlockCodec codec) {
    BitWriter coded = new BitWriter(0);
    List<byte[]> samples = SampleBlocks.of(codec.blockBytes());
    int[] starts = new int[samples.size()];
    int[] tags = new int[samples.size()];
    for (int i = 0; i < tags.length; i++) {
      starts[i] = coded.bitCount();
      tags[i] = codec.encode(MemorySegment.ofArray(samples.get(i)), 0, coded);
    }
    BitReader reader = new BitReader(coded);
    byte[] decoded = new byte[codec.blockBytes()];
    for (int i = 0; i < tags.length; i++) {
      if (tags[i] != BlockCodec.RAW) {
        reader.skip(starts[i] - reader.position());
        codec.decode(reader, tags[i], MemorySegment.ofArray(decoded), 0);
        assertThat(decoded).isEqualTo(CodecCases.decoded(codec, samples.get(i)));
      }
    }
    return Arrays.hashCode(coded.toByteArray());
  }

  /**
   * Fields joined are the coded bits, the words that they name are the decoded block's, what a tag
   * stands for is said, and padding is zeros.
   */
  static void explains(BlockCodec codec, byte[] block) {
    MemorySegment memory = MemorySegment.ofArray(block);
    BitWriter coded = new BitWriter(0);
    int tag = codec.encode(memory, 0, coded);
    Explanation explanation = codec.explain(memory, 0);
    assertThat(codec.explain(memory, 0)).isEqualTo(explanation);
    switch (explanation) {
      case Explanation.Raw raw -> {
        assertThat(tag).isEqualTo(BlockCodec.RAW);
        assertThat(raw.reasons()).isNotEmpty().noneMatch(String::isBlank);
      }
      case Explanation.Coded fields -> {
        assertThat(fields.bits()).isEqualTo(digits(coded));
        assertThat(fields.tag()).hasSize(codec.tagBits());
        assertThat(tag).isEqualTo(codec.tagBits() == 0 ? 0 : Integer.parseInt(fields.tag(), 2));
        assertThat(codec.tagBits() > 0 && fields.encoding().isBlank())
            .as("says the form")
            .isFalse();
        byte[] decoded = CodecCases.decoded(codec, block);
        for (Explanation.Field field : fields.fields()) {
          assertThat(field.name().equals("padding") && field.bits().contains("1")).isFalse();
          assertThat(field.bits().isEmpty() || field.name().isBlank() || field.meaning().isBlank())
              .isFalse();
          assertWords(field, MemorySegment.ofArray(decoded));
        }
      }
    }
  }

  private static String digits(BitWriter coded) {
    BitReader reader = new BitReader(coded);
    StringBuilder digits = new StringBuilder();
    while (reader.remaining() > 0) {
      digits.append(reader.read(1));
    }
    return digits.toString();
  }

  /** Words that a field names have the value that it says. */
  private static void assertWords(Explanation.Field field, MemorySegment decoded) {
    // Most fields settle no word, and an expression takes long to say so.
    if (!field.meaning().contains("= 0x")) {
      return;
    }
    Matcher words = WORDS.matcher(field.name() + " " + field.meaning());
    if (!words.find()) {
      return;
    }
    int wordBytes = words.group(3).length() / 2;
    int last = Integer.parseInt(words.group(words.group(2) == null ? 1 : 2));
    for (int word = Integer.parseInt(words.group(1)); word <= last; word++) {
      long at = (long) word * wordBytes;
      long value =
          switch (wordBytes) {
            case 1 -> BlockWords.getByte(decoded, at);
            case 2 -> BlockWords.getShort(decoded, at);
            case 4 -> BlockWords.getInt(decoded, at);
            default -> BlockWords.getLong(decoded, at);
          };
      assertThat(words.group(3))
          .as("%s", field)
          .isEqualTo(FieldReader.hex(value, wordBytes).substring(2));
    }
  }
}
