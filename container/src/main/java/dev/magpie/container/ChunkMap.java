package dev.magpie.container;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Where the chunks of a container start. */
final class ChunkMap {
  static final long MISSING = -1;

  private final List<Member> members;
  private final long[] starts;
  private final boolean isIndexed;

  /**
   * @param members with the numbers of their first chunks
   * @param starts of chunks by number, or {@link #MISSING}; with an index, and where the last ends
   * @param isIndexed whether this is what the container's index says, and not what was found
   */
  ChunkMap(List<Member> members, long[] starts, boolean isIndexed) {
    this.members = List.copyOf(members);
    this.starts = starts;
    this.isIndexed = isIndexed;
  }

  /**
   * What the index says.
   *
   * @throws ContainerException if it is not whole
   */
  static ChunkMap ofIndex(MemorySegment file, Header header) {
    long start = Index.start(file);
    if (start < 0) {
      throw new ContainerException(
          "the container is cut off, or its end is damaged; --salvage recovers what is there");
    }
    if (!Index.isWhole(file, start)) {
      throw new ContainerException("the index is damaged; --salvage does without it");
    }
    return Index.read(file, start, header);
  }

  List<Member> members() {
    return members;
  }

  boolean isIndexed() {
    return isIndexed;
  }

  long start(long chunk) {
    return starts[(int) chunk];
  }

  /** Whether a chunk of this size ends where the next thing starts, as far as that is known. */
  boolean fits(long chunk, int bytes) {
    return !isIndexed || starts[(int) chunk + 1] - starts[(int) chunk] == bytes;
  }
}
