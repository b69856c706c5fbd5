package dev.magpie.cli.container;

import dev.magpie.container.Container;
import dev.magpie.container.ContainerException;
import dev.magpie.settings.IoReason;
import dev.magpie.snapshot.PackedFormat;
import dev.magpie.snapshot.SnapshotException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;

/** Reads containers as the files that they hold. */
public final class ContainerFormat implements PackedFormat {
  @Override
  public String label() {
    return "Magpie container";
  }

  @Override
  public String extension() {
    return "mgp";
  }

  @Override
  public String magic() {
    return "\u0089MAG\r\n\u001a\n";
  }

  @Override
  public Packed open(Path file) {
    try {
      return new OpenContainer(file, Container.open(file));
    } catch (ContainerException e) {
      throw new SnapshotException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static SnapshotException unreadable(Path file, IOException e) {
    return new SnapshotException("%s: cannot be read: %s".formatted(file, IoReason.of(e)), e);
  }

  private record OpenContainer(Path file, Container container) implements Packed {
    @Override
    public List<Entry> entries() {
      return container.members().stream()
          .map(each -> new Entry(each.name(), each.bytes()))
          .toList();
    }

    @Override
    public void unpack(int entry, MemorySegment to) {
      try (MemoryChannel out = new MemoryChannel(to)) {
        container.copy(entry, out, Runtime.getRuntime().availableProcessors(), bytes -> {});
      } catch (ContainerException e) {
        throw new SnapshotException(String.valueOf(e.getMessage()), e);
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }

    @Override
    public void close() {
      container.close();
    }
  }

  /** Writes to memory that has room for all. */
  private static final class MemoryChannel implements WritableByteChannel {
    private final MemorySegment memory;
    private long position;

    MemoryChannel(MemorySegment memory) {
      this.memory = memory;
    }

    @Override
    public int write(ByteBuffer source) {
      MemorySegment bytes = MemorySegment.ofBuffer(source);
      memory.asSlice(position, bytes.byteSize()).copyFrom(bytes);
      position += bytes.byteSize();
      source.position(source.limit());
      return (int) bytes.byteSize();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
