package dev.magpie.depth.mesh;

import dev.magpie.depth.scene.SceneException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The lengths in a binary glTF file, which the library takes as they are. */
final class GlbHeader {
  private static final int MAGIC = 0x46546c67;
  private static final int HEADER_BYTES = 12;
  private static final int CHUNK_HEADER_BYTES = 8;

  private GlbHeader() {}

  /**
   * Checks them; a file of text has none.
   *
   * @throws SceneException if one is longer than what is there
   */
  static void check(String file, byte[] content) {
    ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    if (content.length < Integer.BYTES || bytes.getInt(0) != MAGIC) {
      return;
    }
    if (content.length < HEADER_BYTES) {
      throw new SceneException(
          "%s: is cut short: the header of binary glTF has %d bytes, but there are %d"
              .formatted(file, HEADER_BYTES, content.length));
    }
    long total = bytes.getInt(8) & 0xffff_ffffL;
    if (bytes.getInt(4) != 2) {
      throw new SceneException(
          "%s: is binary glTF of version %d; only 2 is read".formatted(file, bytes.getInt(4)));
    }
    if (total > content.length) {
      throw new SceneException(
          "%s: is cut short: its header says %d bytes, but there are %d"
              .formatted(file, total, content.length));
    }
    for (long at = HEADER_BYTES; at < total; ) {
      long left = total - at - CHUNK_HEADER_BYTES;
      long length = left < 0 ? 0 : bytes.getInt((int) at) & 0xffff_ffffL;
      if (left < length) {
        throw new SceneException(
            "%s: the chunk at byte %d reaches beyond the end".formatted(file, at));
      }
      at += CHUNK_HEADER_BYTES + length;
    }
  }
}
