package dev.magpie.container;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.codec.Granularity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Data to compress, and short ways to do it. */
final class Sample {
  private Sample() {}

  /** Bytes of which some blocks compress far, some a little and some not at all. */
  static byte[] bytes(int length, long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[length];
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (words.remaining() >= 128) {
      int kind = random.nextInt(4);
      int base = random.nextInt();
      for (int i = 0; i < 32; i++) {
        words.putInt(
            switch (kind) {
              case 0 -> 0;
              case 1 -> base + random.nextInt(20);
              case 2 -> base + random.nextInt(5000);
              default -> random.nextInt();
            });
      }
    }
    while (words.hasRemaining()) {
      words.put((byte) random.nextInt());
    }
    return bytes;
  }

  /** The settings for a codec, trained on the data if it has to be. */
  static ContainerSettings settings(
      String codec, Granularity granularity, int blocksPerChunk, byte[] data) {
    CodecSpec spec = CodecSpec.parse(codec);
    CodecTrainer trainer = spec.trainer();
    int blockBytes = granularity.blockBytes();
    byte[] whole = Arrays.copyOf(data, Math.ceilDiv(data.length, blockBytes) * blockBytes);
    for (int at = 0; at < whole.length; at += blockBytes) {
      trainer.add(MemorySegment.ofArray(whole), at, blockBytes);
    }
    CodecTable table = spec.needsTraining() ? trainer.table() : new CodecTable(new ArrayList<>());
    return new ContainerSettings(spec, table, granularity, blocksPerChunk);
  }

  /** Writes a container with members called m0, m1 and so on. */
  static Path write(Path file, ContainerSettings settings, int threads, byte[]... members) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < members.length; i++) {
      names.add("m" + i);
    }
    try (FileChannel out =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        ContainerWriter writer = new ContainerWriter(out, settings, names, threads)) {
      for (byte[] member : members) {
        writer.add(Channels.newChannel(new java.io.ByteArrayInputStream(member)), _ -> {});
      }
      writer.finish();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of a member. */
  static byte[] read(Container container, int member, int threads) throws IOException {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    container.copy(member, Channels.newChannel(out), threads, _ -> {});
    return out.toByteArray();
  }
}
