package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands in front of all chunks, and once more in the index: how blocks are coded, and the
 * names of the members.
 */
record Header(ContainerSettings settings, List<String> names) {
  /** Not text, and changed by whatever changes line ends. */
  static final long MAGIC = 0x0a1a0a0d_47414d89L;

  static final int VERSION = 1;
  static final int FIXED_BYTES = 56;

  private static final int CHECKED_FROM = 20;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  Header {
    names = List.copyOf(names);
    MemberNames.require(names);
  }

  /** The header's bytes, a multiple of the alignment. */
  byte[] toBytes(Layout layout) {
    byte[] spec = settings.codec().withoutTable().toString().getBytes(StandardCharsets.UTF_8);
    CodecTable table = settings.table();
    byte[] text = (table.fields().isEmpty() ? "" : table.toText()).getBytes(StandardCharsets.UTF_8);
    List<byte[]> coded = names.stream().map(each -> each.getBytes(StandardCharsets.UTF_8)).toList();
    long length = FIXED_BYTES + (long) spec.length + text.length;
    for (byte[] name : coded) {
      length += Integer.BYTES + name.length;
    }
    byte[] bytes = new byte[Math.toIntExact(layout.align(length))];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Granularity granularity = settings.granularity();
    out.putLong(MAGIC).putInt(VERSION).putInt(bytes.length).putInt(0);
    out.putInt(granularity.blockBytes()).putInt(granularity.magBytes());
    out.putInt(settings.blocksPerChunk()).putInt(layout.granuleBits).putInt(layout.tagBits);
    out.putInt(spec.length).putInt(text.length).putInt(names.size()).putInt(0);
    out.put(spec).put(text);
    for (byte[] name : coded) {
      out.putInt(name.length).put(name);
    }
    MemorySegment all = MemorySegment.ofArray(bytes);
    all.set(INT, 16, Checksums.crc32c(all, CHECKED_FROM, bytes.length - CHECKED_FROM));
    return bytes;
  }

  /** Whether a header begins there, whole or not. */
  static boolean isAt(MemorySegment file, long at) {
    return at >= 0 && at <= file.byteSize() - FIXED_BYTES && file.get(LONG, at) == MAGIC;
  }

  /**
   * Reads a header.
   *
   * @throws ContainerException if it is damaged, or of a version or a codec that is not known here;
   *     the message says which
   */
  static Header read(MemorySegment file, long at) {
    if (!isAt(file, at)) {
      throw new ContainerException("this is no Magpie container");
    }
    int version = file.get(INT, at + 8);
    if (version != VERSION) {
      throw new ContainerException(
          "the container is of version %d, and this program knows version %d"
              .formatted(version, VERSION));
    }
    int length = file.get(INT, at + 12);
    if (length < FIXED_BYTES
        || length > file.byteSize() - at
        || Checksums.crc32c(file, at + CHECKED_FROM, length - CHECKED_FROM)
            != file.get(INT, at + 16)) {
      throw damaged();
    }
    try {
      return parse(file.asSlice(at, length));
    } catch (ContainerException e) {
      throw e;
    } catch (CodecSpecException e) {
      throw new ContainerException("the container's codec cannot be had here: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new ContainerException("the header says what cannot be: " + e.getMessage());
    } catch (CharacterCodingException _) {
      throw damaged();
    }
  }

  private static Header parse(MemorySegment header) throws CharacterCodingException {
    Granularity granularity = new Granularity(header.get(INT, 20), header.get(INT, 24));
    Text text = new Text(header);
    String spec = text.next(header.get(INT, 40));
    String table = text.next(header.get(INT, 44));
    int members = header.get(INT, 48);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      names.add(text.next(text.number()));
    }
    ContainerSettings settings =
        new ContainerSettings(
            CodecSpec.parse(spec),
            table.isEmpty() ? new CodecTable(List.of()) : CodecTable.parse(table),
            granularity,
            header.get(INT, 28));
    BlockCodec codec = settings.createCodec();
    Layout layout = new Layout(granularity, codec);
    if (layout.granuleBits != header.get(INT, 32) || layout.tagBits != header.get(INT, 36)) {
      throw new ContainerException("the container's codec has other tags than the one here");
    }
    return new Header(settings, names);
  }

  private static ContainerException damaged() {
    return new ContainerException("the header is damaged");
  }

  /** The strings of a header, each checked to lie in it. */
  private static final class Text {
    private final MemorySegment header;
    private long at = FIXED_BYTES;

    Text(MemorySegment header) {
      this.header = header;
    }

    int number() {
      if (at > header.byteSize() - Integer.BYTES) {
        throw damaged();
      }
      int number = header.get(INT, at);
      at += Integer.BYTES;
      return number;
    }

    String next(int bytes) throws CharacterCodingException {
      if (bytes < 0 || bytes > header.byteSize() - at) {
        throw damaged();
      }
      ByteBuffer text = header.asSlice(at, bytes).asByteBuffer();
      at += bytes;
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    }
  }
}
