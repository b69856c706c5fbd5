package dev.magpie.cli.exec;

import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** What an executable file tells of itself: as much of ELF as that takes. */
final class ProgramFile {
  private static final int HEADER = 64;
  private static final int ELF = 0x464c457f;
  private static final int WIDE = 2;
  private static final int INTERPRETER = 3;
  private static final int MOST_SEGMENTS = 256;

  private ProgramFile() {}

  /** Whether it is an executable that no loader completes. */
  static boolean isStatic(Path file) throws IOException {
    try (FileChannel channel = InputFiles.channel(file)) {
      ByteBuffer header = read(channel, 0, HEADER);
      if (header.limit() < HEADER || header.getInt(0) != ELF || header.get(4) != WIDE) {
        return false;
      }
      int size = header.getShort(54) & 0xffff;
      int count = Math.min(MOST_SEGMENTS, header.getShort(56) & 0xffff);
      ByteBuffer segments = read(channel, header.getLong(32), size * count);
      for (int at = 0; at + 4 <= segments.limit() && size >= 4; at += size) {
        if (segments.getInt(at) == INTERPRETER) {
          return false;
        }
      }
      return segments.limit() > 0;
    }
  }

  private static ByteBuffer read(FileChannel channel, long from, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (from >= 0) {
      while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) > 0) {
        // More to come.
      }
    }
    return buffer.flip();
  }
}
