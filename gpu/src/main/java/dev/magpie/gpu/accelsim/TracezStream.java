package dev.magpie.gpu.accelsim;

import dev.magpie.settings.InputFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The text of a {@code .tracez}, in which Accel-Sim 2.0 keeps a kernel: the lines of a {@code
 * .traceg}, as its disassembler writes them. Of the file are in memory the dictionary, a part of
 * the index, and the instructions of a piece of a warp.
 *
 * <p>A file is the lines of the header, up to a byte of zero; the dictionary's bytes and the
 * instructions of a piece, 32 bits each; the dictionary; the pieces; the index; and, in its last 64
 * bits, where the index begins. All numbers are little-endian.
 *
 * @see <a href="https://github.com/accel-sim/accel-sim-framework">Accel-Sim</a>: {@code
 *     util/tracer_nvbit/tracer_tool/tracez_format.h}, {@code
 *     util/tracer_nvbit/others/traceDsm_tool/traceDsm.cpp}
 */
final class TracezStream extends InputStream {
  private static final int MOST_HEADER = 1 << 20;
  private static final int MOST_DICTIONARY = 1 << 24;

  /** Bytes of a piece, which has 2048 instructions if the user did not say otherwise. */
  private static final int MOST_PIECE = 1 << 26;

  private static final int INDEX_BYTES = 1 << 16;

  /** What stands before a block's count of warps: cluster, place in the cluster, rank. */
  private static final int CLUSTER_BYTES = 7 * Integer.BYTES;

  /** The lines of a kernel are those of a block's warps by then, without the block's numbers. */
  private static final String FORMAT =
      "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width\n";

  private final FileChannel channel;
  private final LongConsumer read;
  private final long size;
  private final TracezPieces unpacked;
  private final ByteBuffer index =
      ByteBuffer.allocate(INDEX_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private long indexAt;
  private final long indexEnd;
  private long blocks;
  private boolean isInBlock;
  private long warps;
  private int warp;
  private long pieces;
  private long pieceAt;
  private byte[] text;
  private int next;

  /**
   * Opens a file.
   *
   * @param read is told of the bytes that are taken from it
   * @throws IOException if it cannot be read, or is no such file
   */
  TracezStream(Path file, LongConsumer read) throws IOException {
    this.read = read;
    channel = InputFiles.channel(file);
    try {
      size = channel.size();
      byte[] head = bytes(0, (int) Math.min(size, MOST_HEADER));
      int zero = 0;
      while (zero < head.length && head[zero] != 0) {
        zero++;
      }
      if (zero == head.length) {
        throw new IOException("no byte of zero ends its header");
      }
      int dictionaryBytes = numbers(zero + 1L, Integer.BYTES).getInt();
      if (dictionaryBytes < 0 || dictionaryBytes > MOST_DICTIONARY) {
        throw new IOException("a dictionary of %d bytes is none".formatted(dictionaryBytes));
      }
      byte[] dictionary = bytes(zero + 1L + 2 * Integer.BYTES, dictionaryBytes);
      indexEnd = size - Long.BYTES;
      indexAt = numbers(indexEnd, Long.BYTES).getLong();
      if (indexAt < 0 || indexAt > indexEnd) {
        throw new IOException("its index lies outside the file");
      }
      blocks = unsigned();
      text = header(new String(head, 0, zero, StandardCharsets.UTF_8));
      unpacked = new TracezPieces(file, dictionary, MOST_PIECE);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The header as it is, but for what it says of lines, which was so before they were sorted. */
  private static byte[] header(String text) {
    StringBuilder lines = new StringBuilder();
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> lines.append(line).append('\n'));
    return lines.append(FORMAT).toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    while (next == text.length) {
      if (!advance()) {
        return -1;
      }
    }
    int got = Math.min(count, text.length - next);
    System.arraycopy(text, next, bytes, offset, got);
    next += got;
    return got;
  }

  /** Goes to what comes behind the present text: a piece, a warp, a block; false at the end. */
  private boolean advance() throws IOException {
    if (pieces > 0) {
      pieces--;
      say(piece());
    } else if (warps > 0) {
      warps--;
      say(warp().getBytes(StandardCharsets.US_ASCII));
    } else if (isInBlock) {
      isInBlock = false;
      say("#END_TB\n".getBytes(StandardCharsets.US_ASCII));
    } else if (blocks > 0) {
      blocks--;
      say(block().getBytes(StandardCharsets.US_ASCII));
    } else {
      return false;
    }
    return true;
  }

  private void say(byte[] bytes) {
    text = bytes;
    next = 0;
  }

  private String block() throws IOException {
    isInBlock = true;
    warp = 0;
    long x = unsigned();
    long y = unsigned();
    long z = unsigned();
    for (int i = 0; i < CLUSTER_BYTES; i += Integer.BYTES) {
      unsigned();
    }
    warps = unsigned();
    return "#BEGIN_TB\nthread block = %d,%d,%d\n".formatted(x, y, z);
  }

  private String warp() throws IOException {
    long instructions = unsigned();
    pieces = unsigned();
    long begin = fill(Long.BYTES).getLong();
    if (begin < pieceAt) {
      throw new IOException("its warps do not lie one behind the other");
    }
    for (long i = 0; i < pieces; i++) {
      unsigned();
    }
    // The same two numbers stand before the warp's pieces.
    pieceAt = begin + 2 * Integer.BYTES;
    return "warp = %d\ninsts = %d\n".formatted(warp++, instructions);
  }

  /** The lines of a piece, the last of which has no end there. */
  private byte[] piece() throws IOException {
    long packed = numbers(pieceAt, Integer.BYTES).getInt() & 0xffffffffL;
    pieceAt += Integer.BYTES;
    if (packed > MOST_PIECE) {
      throw new IOException("%d bytes are more than instructions of a warp take".formatted(packed));
    }
    byte[] lines = unpacked.unpack(bytes(pieceAt, (int) packed));
    pieceAt += packed;
    byte[] ended = Arrays.copyOf(lines, lines.length + 1);
    ended[lines.length] = '\n';
    return ended;
  }

  /** The next number of the index. */
  private long unsigned() throws IOException {
    return fill(Integer.BYTES).getInt() & 0xffffffffL;
  }

  private ByteBuffer fill(int bytes) throws IOException {
    if (index.remaining() < bytes) {
      index.compact();
      index.limit((int) Math.min(index.capacity(), index.position() + indexEnd - indexAt));
      while (index.hasRemaining()) {
        int got = channel.read(index, indexAt);
        if (got < 0) {
          break;
        }
        indexAt += got;
        read.accept(got);
      }
      index.flip();
      if (index.remaining() < bytes) {
        throw new EOFException();
      }
    }
    return index;
  }

  private ByteBuffer numbers(long at, int count) throws IOException {
    return ByteBuffer.wrap(bytes(at, count)).order(ByteOrder.LITTLE_ENDIAN);
  }

  private byte[] bytes(long at, int count) throws IOException {
    if (at < 0 || at > size - count) {
      throw new EOFException();
    }
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      int got = channel.read(bytes, at + bytes.position());
      if (got < 0) {
        throw new EOFException();
      }
      read.accept(got);
    }
    return bytes.array();
  }

  @Override
  public void close() throws IOException {
    unpacked.close();
    channel.close();
  }
}
