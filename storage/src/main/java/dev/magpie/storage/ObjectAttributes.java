package dev.magpie.storage;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * An object as it was found, or a prefix of objects.
 *
 * @param key its address
 * @param version what the store tells its versions by, an entity tag or a time; empty if it does
 *     not
 */
record ObjectAttributes(
    String key, boolean isDirectory, long size, String version, FileTime lastModifiedTime)
    implements BasicFileAttributes {
  static final FileTime UNKNOWN = FileTime.fromMillis(0);

  static ObjectAttributes directory(String key) {
    return new ObjectAttributes(key, true, 0, "", UNKNOWN);
  }

  @Override
  public FileTime lastAccessTime() {
    return lastModifiedTime;
  }

  @Override
  public FileTime creationTime() {
    return lastModifiedTime;
  }

  @Override
  public boolean isRegularFile() {
    return !isDirectory;
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public Object fileKey() {
    return key;
  }
}
