package dev.magpie.storage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Objects as Java's files, for {@link java.nio.file.Files} and {@link java.nio.channels}: whoever
 * reads ranges by {@link FileChannel#read(java.nio.ByteBuffer, long)} reads these of an object.
 */
abstract sealed class ObjectProvider extends FileSystemProvider permits HttpProvider, S3Provider {
  /** The attribute that tells versions of an object: its entity tag, or a time; else empty. */
  private static final String VERSION = "version";

  /** What a stream reads at once. */
  private static final int STREAM_BYTES = 1 << 20;

  private final Map<String, ObjectFileSystem> systems = new ConcurrentHashMap<>();

  /**
   * Where the objects of an address are.
   *
   * @param prefix a scheme and a bucket or server, with a slash at the end
   */
  abstract ObjectStore store(String prefix);

  /** The key in an address. */
  abstract String key(URI address);

  /** The address of a key. */
  abstract URI uri(String prefix, String key);

  abstract boolean isReadOnly();

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    return getFileSystem(uri);
  }

  @Override
  public ObjectFileSystem getFileSystem(URI uri) {
    if (!getScheme().equalsIgnoreCase(uri.getScheme()) || uri.getRawAuthority() == null) {
      throw new IllegalArgumentException("%s is no address %s://".formatted(uri, getScheme()));
    }
    String prefix = "%s://%s/".formatted(getScheme(), uri.getRawAuthority());
    return systems.computeIfAbsent(prefix, each -> new ObjectFileSystem(this, each, store(each)));
  }

  @Override
  public Path getPath(URI uri) {
    return ObjectPath.of(getFileSystem(uri), true, key(uri));
  }

  @Override
  public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
    return new BufferedInputStream(
        Channels.newInputStream(newByteChannel(path, Set.of(options))), STREAM_BYTES);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    ObjectPath object = ours(path);
    if (options.stream().anyMatch(each -> each != StandardOpenOption.READ)) {
      throw readOnly(path);
    }
    if (object.found().isDirectory()) {
      throw new FileSystemException(path.toString(), null, "it is a directory");
    }
    return new ObjectChannel(object, object.found());
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    ObjectPath object = ours(directory);
    if (!object.found().isDirectory()) {
      throw new NotDirectoryException(directory.toString());
    }
    List<ObjectPath> below = Attempts.of(object, () -> object.getFileSystem().store().list(object));
    List<Path> kept = new ArrayList<>();
    for (ObjectPath each : below) {
      if (filter.accept(each)) {
        kept.add(each);
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return kept.iterator();
      }

      @Override
      public void close() {
        // It holds nothing.
      }
    };
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (!type.isAssignableFrom(ObjectAttributes.class)) {
      throw new UnsupportedOperationException("objects have no " + type.getSimpleName());
    }
    return type.cast(ours(path).found());
  }

  /**
   * Whether it is there.
   *
   * @throws UncheckedIOException if nobody can tell: who takes that for an absence would write anew
   *     what is there
   */
  @Override
  public boolean exists(Path path, LinkOption... options) {
    return readAttributesIfExists(path, BasicFileAttributes.class, options) != null;
  }

  /**
   * What it is; null if it is not there.
   *
   * @throws UncheckedIOException likewise
   */
  @Override
  public <A extends BasicFileAttributes> @Nullable A readAttributesIfExists(
      Path path, Class<A> type, LinkOption... options) {
    try {
      return readAttributes(path, type, options);
    } catch (NoSuchFileException _) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    ours(path).found();
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    return path.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  @Override
  public boolean isHidden(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  static FileSystemException readOnly(Path path) {
    return new FileSystemException(path.toString(), null, "nothing is written there");
  }

  static ObjectPath ours(Path path) {
    if (path instanceof ObjectPath object) {
      return object;
    }
    throw new java.nio.file.ProviderMismatchException();
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    throw readOnly(directory);
  }

  @Override
  public void delete(Path path) throws IOException {
    throw readOnly(path);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    throw readOnly(target);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    throw readOnly(target);
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return null;
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    if (!attributes.equals(VERSION)) {
      throw new UnsupportedOperationException();
    }
    return Map.of(VERSION, ours(path).found().version());
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    throw readOnly(path);
  }
}
