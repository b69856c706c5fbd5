package dev.magpie.cli.output;

import dev.magpie.settings.FilesInUse;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.settings.WholeFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that a run writes: begun before its work, and put in their places after it. */
public final class Outputs implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final List<Begun> files = new ArrayList<>();
  private final List<Taken> taken = new ArrayList<>();

  /** A place where the run writes by itself. */
  private record Taken(String option, Path path) {}

  /**
   * A file.
   *
   * @param channel takes contents in large pieces
   * @param stream takes others, and writes to the channel
   */
  private record Begun(
      String option, Path path, WholeFile file, WritableByteChannel channel, OutputStream stream) {}

  /**
   * Begins a file.
   *
   * @param option which names it on the command line
   * @throws BadUsageException if it cannot be written, or another option names it too
   * @throws dev.magpie.settings.FileInUseException if the run reads it
   */
  public OutputStream begin(String option, Path path) {
    return beginFile(option, path).stream();
  }

  /** The same, for contents in large pieces. */
  public WritableByteChannel beginChannel(String option, Path path) {
    return beginFile(option, path).channel();
  }

  /**
   * Keeps a place free that the run writes by itself: a file, or a directory with all that is in
   * it. It comes before the files that are begun here.
   *
   * @param option which names it on the command line
   */
  public void keepFree(String option, Path path) {
    taken.add(new Taken(option, path));
  }

  private Begun beginFile(String option, Path path) {
    for (Taken other : taken) {
      BadUsageException.when(
          isIn(path, other.path()),
          "%s: %s writes %s, and %s needs a place of its own"
              .formatted(path, other.option(), other.path(), option));
    }
    for (Begun other : files) {
      BadUsageException.when(
          same(path, other.path()),
          "%s: %s and %s name the same file".formatted(path, other.option(), option));
    }
    FilesInUse.replace(path, option);
    WholeFile file = begin(path);
    WritableByteChannel channel = new NamedChannel(file.target().toString(), file.channel());
    OutputStream stream = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
    Begun begun = new Begun(option, path, file, channel, stream);
    files.add(begun);
    return begun;
  }

  private static WholeFile begin(Path path) {
    BadUsageException.when(
        path.toString().equals("-"),
        "-: is not standard output here; name a file (./- if it is to be called that)");
    BadUsageException.when(
        Files.isDirectory(path), path + ": cannot be written: it is a directory");
    BadUsageException.when(
        Files.exists(path) && !Files.isWritable(path),
        path + ": cannot be written: permission denied");
    try {
      return WholeFile.begin(path);
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  /**
   * Begins a directory.
   *
   * @throws BadUsageException if it cannot be made, or is there and not empty
   */
  public static WholeDirectory directory(Path directory) {
    BadUsageException.when(
        Files.exists(directory) && !Files.isDirectory(directory),
        directory + ": is not a directory");
    try {
      return WholeDirectory.begin(directory);
    } catch (DirectoryNotEmptyException e) {
      throw new BadUsageException(directory + ": is not empty; name a directory to make", e);
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  private static RuntimeException unwritable(Path place, IOException e) {
    return IoReason.isFull(e)
        ? IoReason.unwritten(place, e)
        : new BadUsageException("%s: cannot be written: %s".formatted(place, IoReason.of(e)), e);
  }

  /** Puts all files in their places, once every one of them is complete. */
  public void commit() throws IOException {
    for (Begun each : files) {
      // A full disk shows here at the latest.
      each.stream().close();
    }
    for (Begun each : files) {
      each.file().commit();
    }
  }

  /** Removes what is not complete. */
  @Override
  public void close() throws IOException {
    for (Begun each : files) {
      try {
        each.stream().close();
      } finally {
        each.file().close();
      }
    }
  }

  private static boolean same(Path one, Path other) {
    try {
      if (Files.exists(one) && Files.exists(other)) {
        // Two options may share a terminal or a pipe.
        return Files.isSameFile(one, other) && Files.isRegularFile(one);
      }
      return WholeFile.place(one).equals(WholeFile.place(other));
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isIn(Path file, Path place) {
    try {
      return WholeFile.place(file).startsWith(WholeFile.place(place));
    } catch (IOException _) {
      return false;
    }
  }
}
