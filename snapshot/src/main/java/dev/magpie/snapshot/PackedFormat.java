package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of files, of a format that another module knows and provides as a service. What is in one
 * is read as if it lay in a directory of that name.
 */
public interface PackedFormat {
  /** What people call it. */
  String label();

  /** The extension of its files, without a dot. */
  String extension();

  /** What its files begin with, in Latin-1. */
  String magic();

  /**
   * Opens one.
   *
   * @throws SnapshotException if it is damaged; the message names the file
   */
  Packed open(Path file);

  /** A file of files. */
  interface Packed extends AutoCloseable {
    List<Entry> entries();

    /**
     * Gives a file of it.
     *
     * @param to has room for just that
     * @throws SnapshotException if it is damaged; the message names both files
     */
    void unpack(int entry, MemorySegment to);

    @Override
    void close();
  }

  /**
   * A file in it.
   *
   * @param name a relative path, its parts separated by {@code /}
   */
  record Entry(String name, long bytes) {}
}
