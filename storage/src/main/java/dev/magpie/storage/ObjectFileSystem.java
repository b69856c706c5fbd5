package dev.magpie.storage;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Set;

/** The objects of a bucket, or the files of a web server. */
final class ObjectFileSystem extends FileSystem {
  private final ObjectProvider provider;

  /** A scheme and a bucket or server, with a slash at the end. */
  private final String prefix;

  private final ObjectStore store;

  ObjectFileSystem(ObjectProvider provider, String prefix, ObjectStore store) {
    this.provider = provider;
    this.prefix = prefix;
    this.store = store;
  }

  ObjectStore store() {
    return store;
  }

  /** Whether what follows a question mark is no part of names. */
  boolean hasQueries() {
    return provider instanceof HttpProvider;
  }

  String prefix() {
    return prefix;
  }

  URI uri(ObjectPath path) {
    return provider.uri(prefix, path.key());
  }

  static URI quoted(String prefix, String key) {
    URI root = URI.create(prefix);
    try {
      return new URI(root.getScheme(), root.getAuthority(), "/" + key, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public ObjectProvider provider() {
    return provider;
  }

  /** It lives as long as the process. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return provider.isReadOnly();
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(new ObjectPath(this, true, List.of()));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public Path getPath(String first, String... more) {
    boolean absolute = first.startsWith("/") || first.startsWith(prefix);
    String key = first.startsWith(prefix) ? first.substring(prefix.length()) : first;
    return ObjectPath.of(this, absolute, String.join("/", key, String.join("/", more)));
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    throw new UnsupportedOperationException();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
