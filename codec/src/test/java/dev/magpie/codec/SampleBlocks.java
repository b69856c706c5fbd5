package dev.magpie.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/** Blocks that memories hold and blocks that codecs stumble over, always the same ones. */
final class SampleBlocks {
  private static final int[] EDGES = {
    0,
    1,
    -1,
    7,
    8,
    -8,
    -9,
    127,
    128,
    -128,
    -129,
    255,
    256,
    32767,
    32768,
    -32768,
    -32769,
    65535,
    65536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MIN_VALUE + 1,
    0x80008000,
    0x00ff00ff,
    0xff80ff80,
    0x7fff0000
  };

  private static final Map<Integer, List<byte[]>> SAMPLES = new ConcurrentHashMap<>();

  private final List<byte[]> blocks = new ArrayList<>();
  private final int blockBytes;
  private final Random random;

  private SampleBlocks(int blockBytes) {
    this.blockBytes = blockBytes;
    random = new Random(20_260_101);
  }

  /** Blocks of every shape, some of them several times with other values. */
  static List<byte[]> of(int blockBytes) {
    return SAMPLES.computeIfAbsent(blockBytes, SampleBlocks::make);
  }

  private static List<byte[]> make(int blockBytes) {
    SampleBlocks samples = new SampleBlocks(blockBytes);
    samples.addConstants();
    samples.addSingles();
    for (int repetition = 0; repetition < 3; repetition++) {
      samples.addRamps();
      samples.addNoise();
      samples.addSparse();
      samples.addNumbers();
      samples.addPatterns();
    }
    return List.copyOf(samples.blocks);
  }

  /** A block of random bytes. */
  static byte[] noise(int blockBytes, Random random) {
    byte[] block = new byte[blockBytes];
    random.nextBytes(block);
    return block;
  }

  static String hex(byte[] block) {
    return HexFormat.ofDelimiter(" ").formatHex(block);
  }

  private void addConstants() {
    for (int edge : EDGES) {
      ints(_ -> edge);
    }
    for (long value : new long[] {1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0x3ff0L << 48}) {
      longs(_ -> value);
    }
    ints(index -> (index & 1) == 0 ? 0xcafebabe : 0x12345678);
    ints(index -> index * 0x9e3779b9);
    ints(index -> EDGES[index % EDGES.length]);
    ints(index -> EDGES[EDGES.length - 1 - index % EDGES.length]);
  }

  /** Blocks with one bit, one byte or one word that differs from all others. */
  private void addSingles() {
    for (int word = 0; word < blockBytes / 4; word++) {
      int position = word;
      ints(index -> index == position ? 1 << (position & 31) : 0);
      ints(index -> index == position ? 0xdeadbeef : 0x3f800000 + index);
      ints(index -> index == position ? 0 : -1);
      ints(index -> index < position ? 0 : 0x01010101 * (index + 1));
    }
  }

  private void addRamps() {
    int base = random.nextInt();
    for (int step : new int[] {1, 2, -1, 3, 16, 255, 256, -257, 1 << 16, 1 << 26, 1 << 31}) {
      ints(index -> base + index * step);
    }
    // Differences of 0 and -1: below the plane of their signs, all planes are alike.
    ints(index -> base - 3 * index / 5);
    ints(index -> index - blockBytes / 8);
    ints(index -> Integer.MAX_VALUE - 3 + index);
    longs(index -> base * 0x100000001L + index);
    longs(index -> Long.MAX_VALUE - 1 + index);
    shorts(index -> base + index);
    shorts(index -> 0x7ffe + index);
  }

  /** Values near one base or two, where base-delta codecs are at their limits. */
  private void addNoise() {
    int base = random.nextInt();
    int other = random.nextInt();
    for (int bits = 1; bits <= 31; bits += bits < 18 ? 1 : 4) {
      int spread = 1 << bits;
      ints(_ -> base + random.nextInt(spread) - spread / 2);
      ints(_ -> random.nextInt(spread) - spread / 2);
      ints(_ -> (random.nextBoolean() ? base : other) + random.nextInt(spread));
      ints(_ -> (random.nextBoolean() ? base : 0) + random.nextInt(spread) - spread / 2);
      longs(_ -> base * 0x300000001L + random.nextInt(spread) - spread / 2);
      shorts(_ -> base + random.nextInt(spread) - spread / 2);
      // The extremes of what a signed delta of so many bits holds, and one beyond.
      ints(index -> base + (index == 0 ? 0 : index % 3 == 0 ? spread / 2 : -spread / 2));
      ints(index -> base + (index == 0 ? 0 : index % 3 == 0 ? spread / 2 - 1 : -spread / 2));
    }
    int outlier = random.nextInt(blockBytes / 4);
    ints(index -> index == outlier ? random.nextInt() : base + random.nextInt(16));
    ints(index -> index == outlier ? -1 : random.nextInt(64));
  }

  private void addSparse() {
    for (int oneIn : new int[] {2, 4, 8, 20}) {
      ints(_ -> random.nextInt(oneIn) == 0 ? random.nextInt() : 0);
      ints(_ -> random.nextInt(oneIn) == 0 ? random.nextInt(256) : 0);
      shorts(_ -> random.nextInt(oneIn) == 0 ? random.nextInt() : 0);
      longs(_ -> random.nextInt(oneIn) == 0 ? random.nextLong() : 0);
      ints(_ -> random.nextInt(oneIn) == 0 ? 1 << random.nextInt(32) : 0);
    }
  }

  private void addNumbers() {
    float scale = (float) Math.exp(8 * random.nextGaussian());
    double phase = random.nextDouble();
    ints(index -> Float.floatToRawIntBits(scale * (float) Math.sin(phase + 0.01 * index)));
    ints(index -> Float.floatToRawIntBits(scale * (1 + index / 1024f)));
    ints(_ -> Float.floatToRawIntBits(scale * (float) random.nextGaussian()));
    ints(index -> Float.floatToRawIntBits((index & 1) == 0 ? scale : -scale));
    longs(index -> Double.doubleToRawLongBits(scale * Math.cos(phase + 0.01 * index)));
    longs(_ -> Double.doubleToRawLongBits(random.nextGaussian()));
    shorts(index -> Float.floatToFloat16((float) Math.sin(phase + 0.05 * index)));
    shorts(_ -> Float.floatToRawIntBits((float) random.nextGaussian()) >>> 16);
    long heap = 0x7f0000000000L + (random.nextInt() & ~7L);
    longs(_ -> heap + 8L * random.nextInt(1 << 12));
    longs(_ -> random.nextInt(4) == 0 ? 0 : heap + 64L * random.nextInt(1 << 20));
    bytes(index -> "the quick brown fox jumps over the lazy dog".charAt(index % 43));
    bytes(_ -> random.nextInt());
    ints(_ -> EDGES[random.nextInt(EDGES.length)]);
    ints(_ -> EDGES[random.nextInt(EDGES.length)] + random.nextInt(3) - 1);
  }

  private void addPatterns() {
    int nibbles = 0x11111111 * random.nextInt(16);
    ints(_ -> nibbles ^ random.nextInt(2));
    ints(_ -> 0x01010101 * random.nextInt(256));
    ints(_ -> random.nextInt() << 16);
    ints(_ -> (random.nextInt() & 0xff) << 16 | (random.nextInt() & 0x7f));
    ints(_ -> ((byte) random.nextInt() << 16) | ((byte) random.nextInt() & 0xffff));
    int[] dictionary = random.ints(20).toArray();
    ints(_ -> dictionary[random.nextInt(3)]);
    ints(_ -> dictionary[random.nextInt(20)]);
    ints(_ -> dictionary[random.nextInt(20)] ^ random.nextInt(256));
    ints(_ -> dictionary[random.nextInt(6)] ^ random.nextInt(65536));
    ints(_ -> random.nextInt(1 << (1 + random.nextInt(30))));
    // A bit plane that is set, clear, or changes once: what BPC has short codes for.
    int plane = random.nextInt(32);
    int change = random.nextInt(blockBytes / 4);
    ints(index -> index * 5 + (index >= change ? 1 << plane : 0));
    ints(index -> index == change ? 3 << plane : 0);
  }

  private void bytes(IntUnaryOperator value) {
    ByteBuffer block = ByteBuffer.allocate(blockBytes);
    for (int index = 0; block.hasRemaining(); index++) {
      block.put((byte) value.applyAsInt(index));
    }
    blocks.add(block.array());
  }

  private void shorts(IntUnaryOperator value) {
    ByteBuffer block = ByteBuffer.allocate(blockBytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int index = 0; block.hasRemaining(); index++) {
      block.putShort((short) value.applyAsInt(index));
    }
    blocks.add(block.array());
  }

  private void ints(IntUnaryOperator value) {
    ByteBuffer block = ByteBuffer.allocate(blockBytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int index = 0; block.hasRemaining(); index++) {
      block.putInt(value.applyAsInt(index));
    }
    blocks.add(block.array());
  }

  private void longs(LongUnaryOperator value) {
    ByteBuffer block = ByteBuffer.allocate(blockBytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int index = 0; block.hasRemaining(); index++) {
      block.putLong(value.applyAsLong(index));
    }
    blocks.add(block.array());
  }
}
