package dev.magpie.gpu.memory;

import java.util.Arrays;

/**
 * What an access to a held line moves. Metadata move in units, with numbers that the {@link
 * HeldLines} give them.
 */
final class LineMove {
  static final long NONE = -1;

  /** Where in its channel the line begins, and which of the accesses from there on move. */
  long address;

  long accesses;

  /** Whether a write has to read them before, as it changes only a part of them. */
  boolean readsBefore;

  /** Sectors that move over the link. */
  int buddySectors;

  /** Cycles of the core that the codec takes. */
  int cycles;

  /** Instructions that a multiprocessor executes in its place. */
  int assistInstructions;

  /** The units that hold the line's metadata, perhaps the same; {@link #NONE} if it has none. */
  long firstMetadata;

  long lastMetadata;

  private long[] fetched = new long[2];
  private long[] writtenBack = new long[4];
  private int fetches;
  private int writebacks;

  /** Begins anew, with metadata that nobody had to move. */
  void begin() {
    readsBefore = false;
    buddySectors = 0;
    assistInstructions = 0;
    cycles = 0;
    firstMetadata = NONE;
    lastMetadata = NONE;
    fetches = 0;
    writebacks = 0;
  }

  /** A unit of metadata has to be fetched. */
  void fetches(long metadata) {
    if (fetches == fetched.length) {
      fetched = Arrays.copyOf(fetched, 2 * fetches);
    }
    fetched[fetches++] = metadata;
  }

  /** A unit of metadata makes room for others and has changed. */
  void writesBack(long metadata) {
    if (writebacks == writtenBack.length) {
      writtenBack = Arrays.copyOf(writtenBack, 2 * writebacks);
    }
    writtenBack[writebacks++] = metadata;
  }

  int fetches() {
    return fetches;
  }

  long fetched(int i) {
    return fetched[i];
  }

  int writebacks() {
    return writebacks;
  }

  long writtenBack(int i) {
    return writtenBack[i];
  }
}
