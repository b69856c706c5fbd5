package dev.magpie.storage;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of an object, or the part of one. It remembers as what the object was found, so that
 * all who read it by this path read the same version.
 */
final class ObjectPath implements Path {
  private final ObjectFileSystem system;
  private final boolean absolute;
  private final List<String> names;
  private volatile @Nullable ObjectAttributes found;

  ObjectPath(ObjectFileSystem system, boolean absolute, List<String> names) {
    this.system = system;
    this.absolute = absolute;
    this.names = List.copyOf(names);
  }

  /**
   * The path of a key, which may have slashes side by side; those at its end, and one at its begin,
   * are no part of it. What follows a question mark in an address of the web is of its last name.
   */
  static ObjectPath of(ObjectFileSystem system, boolean absolute, String text) {
    String key = text.startsWith("/") ? text.substring(1) : text;
    int end = system.hasQueries() && key.contains("?") ? key.indexOf('?') : key.length();
    String query = key.substring(end);
    while (query.isEmpty() && end > 0 && key.charAt(end - 1) == '/') {
      end--;
    }
    if (end == 0 && query.isEmpty()) {
      return new ObjectPath(system, absolute, List.of());
    }
    List<String> names = new ArrayList<>(List.of(key.substring(0, end).split("/", -1)));
    names.add(names.removeLast() + query);
    return new ObjectPath(system, absolute, names);
  }

  /** What it is called in its store. */
  String key() {
    return String.join("/", names);
  }

  /** As what it was found, the first time. */
  ObjectAttributes found() throws IOException {
    ObjectAttributes known = found;
    if (known == null) {
      known = Attempts.of(this, () -> system.store().find(this));
      found = known;
    }
    return known;
  }

  ObjectPath found(ObjectAttributes as) {
    found = as;
    return this;
  }

  void forget() {
    found = null;
  }

  @Override
  public ObjectFileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return absolute;
  }

  @Override
  public @Nullable Path getRoot() {
    return absolute ? new ObjectPath(system, true, List.of()) : null;
  }

  @Override
  public @Nullable Path getFileName() {
    return names.isEmpty() ? null : new ObjectPath(system, false, List.of(names.getLast()));
  }

  @Override
  public @Nullable Path getParent() {
    return names.isEmpty() || (names.size() == 1 && !absolute)
        ? null
        : new ObjectPath(system, absolute, names.subList(0, names.size() - 1));
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public Path getName(int index) {
    return subpath(index, index + 1);
  }

  @Override
  public Path subpath(int begin, int end) {
    if (begin < 0 || begin >= end || end > names.size()) {
      throw new IllegalArgumentException("%s has no names %d to %d".formatted(this, begin, end));
    }
    return new ObjectPath(system, false, names.subList(begin, end));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof ObjectPath path
        && path.system.equals(system)
        && path.absolute == absolute
        && path.names.size() <= names.size()
        && names.subList(0, path.names.size()).equals(path.names);
  }

  @Override
  public boolean endsWith(Path other) {
    if (!(other instanceof ObjectPath path) || !path.system.equals(system)) {
      return false;
    }
    return path.absolute
        ? equals(path)
        : path.names.size() <= names.size()
            && names.subList(names.size() - path.names.size(), names.size()).equals(path.names);
  }

  @Override
  public Path normalize() {
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      if (name.equals("..") && !kept.isEmpty() && !kept.getLast().equals("..")) {
        kept.removeLast();
      } else if (!name.equals(".") && !(name.equals("..") && absolute)) {
        kept.add(name);
      }
    }
    return kept.equals(names) ? this : new ObjectPath(system, absolute, kept);
  }

  /** A relative path of another file system is taken by its names. */
  @Override
  public Path resolve(Path other) {
    if (other instanceof ObjectPath path) {
      return path.absolute ? path : resolve(path.names);
    }
    if (other.isAbsolute()) {
      return other;
    }
    List<String> all = new ArrayList<>();
    other.forEach(name -> all.add(name.toString()));
    return resolve(all);
  }

  @Override
  public Path resolve(String other) {
    return resolve(system.getPath(other));
  }

  private Path resolve(List<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<String> all = new ArrayList<>(names);
    all.addAll(more);
    return new ObjectPath(system, absolute, all);
  }

  @Override
  public Path relativize(Path other) {
    if (!(other instanceof ObjectPath path) || !path.system.equals(system)) {
      throw new ProviderMismatchException();
    }
    if (path.absolute != absolute) {
      throw new IllegalArgumentException("only one of %s and %s is relative".formatted(this, path));
    }
    int common = 0;
    while (common < Math.min(names.size(), path.names.size())
        && names.get(common).equals(path.names.get(common))) {
      common++;
    }
    List<String> way = new ArrayList<>();
    for (int up = common; up < names.size(); up++) {
      way.add("..");
    }
    way.addAll(path.names.subList(common, path.names.size()));
    return new ObjectPath(system, false, way);
  }

  @Override
  public URI toUri() {
    return system.uri((ObjectPath) toAbsolutePath());
  }

  @Override
  public Path toAbsolutePath() {
    return absolute ? this : new ObjectPath(system, true, names);
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    ObjectPath real = (ObjectPath) toAbsolutePath().normalize();
    return real.found(found());
  }

  @Override
  public File toFile() {
    throw new UnsupportedOperationException(this + " is no file of this machine");
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException("objects cannot be watched");
  }

  @Override
  public int compareTo(Path other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObjectPath path
        && path.system.equals(system)
        && path.absolute == absolute
        && path.names.equals(names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return absolute ? system.prefix() + key() : key();
  }
}
