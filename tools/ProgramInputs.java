import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Files of data of other people's programs, made anew in the shape of those that are not public any
 * more. The numbers are random, and the same each time.
 */
final class ProgramInputs {
  private ProgramInputs() {}

  /** Makes the file of that name, in the shape that the program of that name reads. */
  static void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Random random = new Random(1);
    String name = file.getFileName().toString();
    switch (name) {
      // Keys of a tree, and what to ask it: 6,000 ranges of 3,000 keys, 10,000 keys.
      case "mil.txt" -> lines(file, 1_000_001, i -> i == 0 ? "1000000" : "" + (i - 1));
      case "command.txt" -> Files.writeString(file, "j 6000 3000\nk 10000\n");
      // Kelvin and watts of 1,024 x 1,024 cells.
      case "temp_1024" -> lines(file, 1 << 20, i -> decimal(323 + 10 * random.nextDouble()));
      case "power_1024" -> lines(file, 1 << 20, i -> decimal(0.01 * random.nextDouble()));
      // Points of 34 features.
      case "819200.txt" -> lines(file, 819_200, i -> i + " " + bytes(random, 34));
      case "image.pgm" -> lines(file, 503, i -> i == 0 ? "P2 458 502 255" : bytes(random, 458));
      case "64_64_64_dataset.bin" -> trajectory(file, random, 2048, 64 * 64 * 64);
      case "reference.bin", "frame.bin" -> frame(file, random, 1920, 1088);
      default -> throw new IllegalArgumentException("nothing is known of a file " + name);
    }
  }

  private static void lines(Path file, int count, IntFunction<String> line) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file)) {
      for (int i = 0; i < count; i++) {
        writer.write(line.apply(i));
        writer.write('\n');
      }
    }
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  private static String bytes(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "" + random.nextInt(256))
        .collect(Collectors.joining(" "));
  }

  /** What sad reads: width, height, and pixels of 16 bits. */
  private static void frame(Path file, Random random, int width, int height) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(4 + 2 * width * height).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putShort((short) width).putShort((short) height);
    for (int i = 0; i < width * height; i++) {
      buffer.putShort((short) random.nextInt(256));
    }
    Files.write(file, buffer.array());
  }

  /** What mri-q reads: both counts, then three coordinates of each sample and voxel, and phases. */
  private static void trajectory(Path file, Random random, int samples, int voxels)
      throws IOException {
    int floats = 3 * samples + 3 * voxels + 2 * samples;
    ByteBuffer buffer = ByteBuffer.allocate(8 + 4 * floats).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(samples).putInt(voxels);
    for (int i = 0; i < floats; i++) {
      buffer.putFloat(random.nextFloat() - 0.5f);
    }
    Files.write(file, buffer.array());
  }
}
