package dev.magpie.bench;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.container.Container;
import dev.magpie.container.ContainerSettings;
import dev.magpie.container.ContainerWriter;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Prints how fast containers are written and read on one core, against lz4's frames of the same
 * data, both with all their checksums. Arguments: a directory of files to compress.
 */
public final class ContainerSpeed {
  private static final int PASSES = 16;
  private static final int WARM_UPS = 8;

  private final byte[] data;
  private final byte[] copy;
  private final Room room;

  private ContainerSpeed(byte[] data) {
    this.data = data;
    copy = new byte[data.length];
    room = new Room(2 * data.length);
  }

  /** Work that reads or writes memory in place of files. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /** Memory that is written to like a file, again and again. */
  private static final class Room implements WritableByteChannel {
    final ByteBuffer bytes;

    Room(int size) {
      bytes = ByteBuffer.allocateDirect(size);
    }

    @Override
    public int write(ByteBuffer source) {
      int count = source.remaining();
      bytes.put(source);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /** Memory that is read like a file. */
  private record Source(ByteBuffer bytes) implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer target) {
      int count = Math.min(bytes.remaining(), target.remaining());
      target.put(target.position(), bytes, bytes.position(), count);
      target.position(target.position() + count);
      bytes.position(bytes.position() + count);
      return count == 0 ? -1 : count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /** Measures and prints. */
  public static void main(String[] arguments) throws IOException {
    byte[] data = allFiles(Path.of(arguments[0]));
    System.out.printf(
        "Java %s, %s; medians of %d rounds%n%n",
        Runtime.version(), Codecs.acceleration(), Measurement.ROUNDS);
    System.out.println(TextTable.render(new ContainerSpeed(data).table(arguments[0])));
  }

  private static byte[] allFiles(Path directory) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.write(Files.readAllBytes(file));
        // Each member of a container starts with a block of its own, too.
        all.write(new byte[-all.size() & (Granularity.DEFAULT.blockBytes() - 1)]);
      }
    }
    return all.toByteArray();
  }

  private Table table(String name) throws IOException {
    Table.Builder table =
        Table.titled("Containers on one core, %s, by processor time".formatted(name))
            .text("format")
            .number("ratio", 3)
            .number("compress", 2, "GB/s")
            .number("of lz4", 2)
            .text("range")
            .number("decompress", 2, "GB/s")
            .number("of lz4", 2)
            .text("range");
    byte[] frame = lz4();
    double[][] lz4 = rounds(this::lz4, () -> decompress(frame));
    table.row(
        "lz4",
        (double) data.length / frame.length,
        Measurement.of(lz4[0]).median(),
        1.0,
        "",
        Measurement.of(lz4[1]).median(),
        1.0,
        "");
    for (String codec : List.of("mag-bdi", "bdi", "fpc", "bpc", "zvc")) {
      Path file = Files.createTempFile("magpie-speed", ".mgp");
      try {
        write(codec);
        byte[] bytes = new byte[room.bytes.flip().remaining()];
        room.bytes.get(bytes);
        Files.write(file, bytes);
        try (Container container = Container.open(file)) {
          double[][] own = rounds(() -> write(codec), () -> read(container));
          Measurement compress = Measurement.ofRatios(own[0], lz4[0]);
          Measurement decompress = Measurement.ofRatios(own[1], lz4[1]);
          table.row(
              codec,
              (double) data.length / bytes.length,
              Measurement.of(own[0]).median(),
              compress.median(),
              compress.range(),
              Measurement.of(own[1]).median(),
              decompress.median(),
              decompress.range());
        }
      } finally {
        Files.delete(file);
      }
    }
    return table.build();
  }

  /** Speeds of two kinds of work, round by round. */
  private double[][] rounds(Work compress, Work decompress) {
    double[][] speeds = new double[2][Measurement.ROUNDS];
    for (int round = -WARM_UPS; round < Measurement.ROUNDS; round++) {
      int index = Math.max(0, round);
      speeds[0][index] = speed(compress);
      speeds[1][index] = speed(decompress);
    }
    return speeds;
  }

  private double speed(Work work) {
    return Stopwatch.gigabytesPerSecond(
        (long) PASSES * data.length,
        () -> {
          try {
            for (int i = 0; i < PASSES; i++) {
              work.run();
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private byte[] lz4() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(data.length);
    try (LZ4FrameOutputStream frame =
        new LZ4FrameOutputStream(
            out,
            BLOCKSIZE.SIZE_256KB,
            -1L,
            LZ4Factory.fastestInstance().fastCompressor(),
            XXHashFactory.fastestInstance().hash32(),
            FLG.Bits.BLOCK_INDEPENDENCE,
            FLG.Bits.BLOCK_CHECKSUM,
            FLG.Bits.CONTENT_CHECKSUM)) {
      frame.write(data);
    }
    return out.toByteArray();
  }

  private void decompress(byte[] frame) throws IOException {
    try (LZ4FrameInputStream in = new LZ4FrameInputStream(new ByteArrayInputStream(frame))) {
      int at = 0;
      while (at < copy.length) {
        at += in.read(copy, at, copy.length - at);
      }
    }
    if (!Arrays.equals(copy, 0, 64, data, 0, 64)) {
      throw new IllegalStateException("lz4 gave back other bytes");
    }
  }

  private void write(String codec) throws IOException {
    room.bytes.clear();
    ContainerSettings settings = ContainerSettings.of(CodecSpec.parse(codec), Granularity.DEFAULT);
    try (ContainerWriter writer = new ContainerWriter(room, settings, List.of("data"), 1)) {
      writer.add(new Source(ByteBuffer.wrap(data)), _ -> {});
      writer.finish();
    }
  }

  private void read(Container container) throws IOException {
    room.bytes.clear();
    container.copy(0, room, 1, _ -> {});
    room.bytes.flip();
    if (room.bytes.remaining() != data.length || room.bytes.get(0) != data[0]) {
      throw new IllegalStateException("the container gave back other bytes");
    }
  }
}
