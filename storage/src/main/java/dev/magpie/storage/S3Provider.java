package dev.magpie.storage;

import java.io.IOException;
import java.net.URI;
import java.nio.file.CopyOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;

/**
 * {@code s3://bucket/key}: objects in S3 and in what speaks as it does. Endpoint, region and
 * credentials are those of the environment, as the SDK finds them.
 */
public final class S3Provider extends ObjectProvider {
  /** For {@link java.util.ServiceLoader}. */
  public S3Provider() {}

  @Override
  public String getScheme() {
    return "s3";
  }

  @Override
  ObjectStore store(String prefix) {
    return new S3Store(URI.create(prefix).getRawAuthority(), S3Store.PART_BYTES);
  }

  @Override
  String key(URI address) {
    return address.getPath() == null ? "" : address.getPath();
  }

  @Override
  URI uri(String prefix, String key) {
    return ObjectFileSystem.quoted(prefix, key);
  }

  @Override
  boolean isReadOnly() {
    return false;
  }

  /** Makes an object of a file of the machine, whole or not at all, in place of any other. */
  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    ObjectPath object = ours(target);
    Attempts.of(
        object,
        () -> {
          object.getFileSystem().store().put(object, source);
          return object;
        });
    object.forget();
  }

  /** A prefix is there as soon as something is below it. */
  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) {
    ours(directory).forget();
  }

  @Override
  public void delete(Path path) throws IOException {
    ObjectPath object = ours(path);
    object.getFileSystem().store().remove(object);
    object.forget();
  }
}
