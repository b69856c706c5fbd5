package dev.magpie.gpu.memory;

/**
 * Lines that controllers hold in another form than the program sees them in, with metadata that
 * tell it. Accesses give what moves, in a {@link LineMove} that is overwritten by the next.
 */
sealed interface HeldLines permits CodedLines, BuddyLines {
  /** Whether a line is among them; others move as they are. */
  boolean holds(long line);

  /** Reads a line, which has to be what was written. */
  LineMove read(int slice, long line);

  /** Writes a line as the program sees it now. */
  LineMove write(int slice, long line);

  /** Metadata that are on their way, with what waits for them. */
  WaitingLists awaitedMetadata();

  /** The channel that has some metadata; it may be another controller's that shares the lines. */
  int metadataChannel(long metadata);

  /** Where in that channel they are. */
  long metadataAddress(long metadata);

  /** Bytes of metadata that move together. */
  int metadataBytes();
}
