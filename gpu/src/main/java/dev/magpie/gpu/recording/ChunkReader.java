package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.settings.InputFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads what a {@link ChunkWriter} wrote, of this version or an older one, a chunk at a time. */
final class ChunkReader implements AutoCloseable {
  private static final int TRAILER_BYTES = 8 + ChunkWriter.MAGIC.length;

  private static final int OLDEST_VERSION = 2;

  /** Deflation makes no more of a byte. */
  private static final long MOST_EXPANSION = 1032;

  private final String file;
  private final FileChannel channel;
  private final Closeable toClose;
  private final Inflater inflater = new Inflater(true);
  private final int version;
  private final long end;
  private final long directory;

  /**
   * Opens a file.
   *
   * @throws TraceException if it is none, or no whole one
   * @throws IOException if it cannot be read
   */
  ChunkReader(Path file) throws IOException {
    this(file.toString(), InputFiles.channel(file));
  }

  private ChunkReader(String file, FileChannel channel) throws IOException {
    this(file, channel, channel);
  }

  /**
   * Opens what several may read at once.
   *
   * @param toClose with the reader
   */
  ChunkReader(String file, FileChannel channel, Closeable toClose) throws IOException {
    this.file = file;
    this.channel = channel;
    this.toClose = toClose;
    try {
      int magicBytes = ChunkWriter.MAGIC.length;
      long size = channel.size();
      byte[] magic = bytes(0, (int) Math.min(size, magicBytes));
      if (!isMagic(magic)) {
        throw wrong("is no recording of magpie simulate");
      }
      version = magic[magicBytes - 1];
      if (version < OLDEST_VERSION || version > ChunkWriter.VERSION) {
        throw wrong(
            "has version %d of the format, and %d to %d can be read; record it anew"
                .formatted(version, OLDEST_VERSION, ChunkWriter.VERSION));
      }
      if (size < magicBytes + TRAILER_BYTES) {
        throw wrong("is cut short");
      }
      byte[] trailer = bytes(size - TRAILER_BYTES, TRAILER_BYTES);
      if (!Arrays.equals(magic, Arrays.copyOfRange(trailer, 8, TRAILER_BYTES))) {
        throw wrong("is cut short");
      }
      directory = ByteBuffer.wrap(trailer).order(ByteOrder.LITTLE_ENDIAN).getLong();
      end = size - TRAILER_BYTES;
    } catch (IOException | TraceException e) {
      close();
      throw e;
    }
  }

  /** Whether a file begins as recordings of any version do. */
  static boolean beginsLikeOne(Path file) throws IOException {
    return isMagic(InputFiles.start(file, ChunkWriter.MAGIC.length));
  }

  /** Whether all but the version is as it should be. */
  private static boolean isMagic(byte[] bytes) {
    int name = ChunkWriter.MAGIC.length - 1;
    return bytes.length > name && Arrays.equals(bytes, 0, name, ChunkWriter.MAGIC, 0, name);
  }

  /** The version of the file's format. */
  int version() {
    return version;
  }

  /** What to throw where the file is not as it should be. */
  TraceException wrong(String problem) {
    return new TraceException("%s: %s".formatted(file, problem));
  }

  private byte[] bytes(long at, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw wrong("became shorter while it was read");
      }
    }
    return buffer.array();
  }

  /** The chunk that says what the others are. */
  ByteReader directory() throws IOException {
    return read(directory);
  }

  /** The chunk at a place. */
  ByteReader read(long at) throws IOException {
    if (at < ChunkWriter.MAGIC.length || at > end - ChunkWriter.HEADER_BYTES) {
      throw wrong("is damaged: a chunk lies at %d, outside of it".formatted(at));
    }
    ByteReader header = new ByteReader(bytes(at, ChunkWriter.HEADER_BYTES));
    int length = header.word();
    int packed = header.word();
    int checksum = header.word();
    if (length < 0
        || length > ChunkWriter.MAX_CHUNK
        || packed < 0
        || packed > end - at - ChunkWriter.HEADER_BYTES
        || length > MOST_EXPANSION * (packed + 1L)) {
      throw damaged(at);
    }
    byte[] chunk = new byte[length];
    inflater.reset();
    inflater.setInput(bytes(at + ChunkWriter.HEADER_BYTES, packed));
    try {
      int done = 0;
      while (done < length) {
        int more = inflater.inflate(chunk, done, length - done);
        if (more == 0) {
          throw damaged(at);
        }
        done += more;
      }
    } catch (DataFormatException e) {
      TraceException damaged = damaged(at);
      damaged.initCause(e);
      throw damaged;
    }
    CRC32C crc = new CRC32C();
    crc.update(chunk);
    if ((int) crc.getValue() != checksum) {
      throw damaged(at);
    }
    return new ByteReader(chunk);
  }

  private TraceException damaged(long at) {
    return wrong("is damaged: the chunk at %d is not what was written".formatted(at));
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    toClose.close();
  }
}
