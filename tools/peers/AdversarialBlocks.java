import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Blocks near the edges of what codecs test: the same ones for the same numbers. */
final class AdversarialBlocks {
  private static final int[] WIDTHS = {2, 4, 8};

  private AdversarialBlocks() {}

  static Block block(int number, int bytes) {
    Random random = new Random(number);
    ByteBuffer block = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int width = WIDTHS[random.nextInt(3)];
    long base = random.nextLong() >>> random.nextInt(64);
    int spread = 1 + random.nextInt(8 * width);
    int zeros = random.nextInt(4);
    int kind = random.nextInt(6);
    while (block.hasRemaining()) {
      long edge = edge(random, spread);
      long word =
          switch (kind) {
            case 0 -> edge;
            case 1 -> base + edge;
            case 2 -> random.nextBoolean() ? edge : base + edge;
            case 3 -> base += random.nextInt(3) - 1L;
            case 4 -> random.nextInt(8) == 0 ? base += edge : base;
            default -> (edge(random, 9) & 0xffff) << 16 | edge(random, 9) & 0xffff;
          };
      word = random.nextInt(4) < zeros && kind != 3 ? 0 : word;
      switch (width) {
        case 2 -> block.putShort((short) word);
        case 4 -> block.putInt((int) word);
        default -> block.putLong(word);
      }
    }
    return new Block(MemorySegment.ofArray(block.array()));
  }

  /** A number of at most so many bits, often next to where one more is needed. */
  private static long edge(Random random, int bits) {
    long power = 1L << random.nextInt(bits);
    long number = random.nextBoolean() ? power - 2 + random.nextInt(4) : random.nextLong() % power;
    return random.nextBoolean() ? number : -number;
  }
}
