package dev.magpie.container;

/**
 * One of the files in a container.
 *
 * @param name a relative path, its parts separated by {@code /}
 * @param bytes of the file
 * @param crc32c of all of them
 * @param firstChunk the number of its first chunk in the container
 */
public record Member(String name, long bytes, int crc32c, long firstChunk) {

  /** Blocks that hold the file, the last perhaps in part. */
  public long blocks(int blockBytes) {
    return Math.ceilDiv(bytes, blockBytes);
  }
}
