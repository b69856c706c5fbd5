package dev.magpie.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;

/**
 * A bucket, or a web server: where objects are, by their keys. What will not change by trying again
 * is a {@link FileSystemException}, and what may, another {@link IOException}.
 */
interface ObjectStore {
  /**
   * What is there.
   *
   * @param object names it in messages
   * @throws java.nio.file.NoSuchFileException if there is nothing of that key
   */
  ObjectAttributes find(ObjectPath object) throws IOException;

  /**
   * Reads a range, until the buffer is full or the answer ends.
   *
   * @param as it was found: another version is refused
   */
  void read(ObjectPath object, ObjectAttributes as, long offset, ByteBuffer to) throws IOException;

  /** What is directly below a prefix, each with what it is. */
  List<ObjectPath> list(ObjectPath directory) throws IOException;

  /** Makes an object of a file, whole or not at all. */
  void put(ObjectPath object, Path file) throws IOException;

  /** Removes an object. */
  void remove(ObjectPath object) throws IOException;
}
