package dev.magpie.cli.fuzz;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.container.Container;
import dev.magpie.container.ContainerException;
import dev.magpie.container.ContainerSettings;
import dev.magpie.container.ContainerWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Containers: opened, checked and salvaged; with headers whose checksums are right. */
final class ContainerFuzz {
  private static final int CHECKSUM = 16;
  private static final int CHECKED_FROM = 20;
  private static final int LEAST_BYTES = 56;

  private ContainerFuzz() {}

  static void accept(byte[] bytes) throws IOException {
    repair(bytes);
    Path file = FuzzTarget.write("packed.mgp", bytes);
    try (Container container = Container.openDamaged(file)) {
      check(container);
    } catch (ContainerException _) {
      // It may be whole for those who do not salvage.
    }
    try (Container container = Container.open(file)) {
      check(container);
    }
  }

  private static void check(Container container) throws IOException {
    for (int member = 0; member < container.members().size(); member++) {
      container.check(member, 1, _ -> {});
    }
  }

  private static void repair(byte[] bytes) {
    if (bytes.length < LEAST_BYTES) {
      return;
    }
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = header.getInt(CHECKSUM - Integer.BYTES);
    if (length >= LEAST_BYTES && length <= bytes.length) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, CHECKED_FROM, length - CHECKED_FROM);
      header.putInt(CHECKSUM, (int) crc.getValue());
    }
  }

  static List<byte[]> seeds() {
    return Stream.of("none", "bdi", "bpc").map(ContainerFuzz::seed).toList();
  }

  private static byte[] seed(String codec) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ContainerSettings settings =
        ContainerSettings.of(CodecSpec.parse(codec), new Granularity(64, 32));
    try (ContainerWriter writer =
        new ContainerWriter(Channels.newChannel(out), settings, List.of("a", "b.npy"), 1)) {
      for (int bytes : new int[] {300, 0}) {
        writer.add(Channels.newChannel(new ByteArrayInputStream(new byte[bytes])), _ -> {});
      }
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
