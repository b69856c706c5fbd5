package dev.magpie.settings;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says of a directory that this process has unfinished files in it: a hidden file there, locked as
 * long as it has any. A file whose lock anybody can take is abandoned, and so are the unfinished
 * files of its owner; on which machine that was makes no difference where the file system keeps
 * locks for all of them.
 */
final class DirectoryLock {
  /** Tells what is this process's from what was, or is, another's. */
  static final String OWNER = "magpie-" + HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  private static final Pattern PART = Pattern.compile("\\..*\\.(magpie-[0-9a-f]{16})-\\d+\\.part");
  private static final Pattern LOCK = Pattern.compile("\\.(magpie-[0-9a-f]{16})\\.lock");

  private static final Map<Path, DirectoryLock> HELD = new HashMap<>();
  private static final Set<Path> TIDIED = new HashSet<>();

  private final Path directory;
  private final FileChannel channel;
  private int users;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Takes the lock, or shares it, until it is given back as often; abandoned files are removed.
   *
   * @throws IOException if the directory cannot be written, or the process ends
   */
  static DirectoryLock take(Path directory) throws IOException {
    synchronized (HELD) {
      UnfinishedFiles.requireGoingOn(directory);
      DirectoryLock held = HELD.get(directory);
      if (held == null) {
        if (TIDIED.add(directory)) {
          removeAbandoned(directory);
        }
        held = new DirectoryLock(directory, locked(file(directory, OWNER)));
        HELD.put(directory, held);
      }
      held.users++;
      return held;
    }
  }

  /** Gives it back; the last one removes the file. */
  void giveBack() {
    synchronized (HELD) {
      users--;
      if (users == 0) {
        HELD.remove(directory);
        file(directory, OWNER).toFile().delete();
        close(channel);
      }
    }
  }

  /** Removes what is held, as the process ends: also for who has yet to begin a file. */
  static void giveBackAll() {
    synchronized (HELD) {
      HELD.keySet().forEach(each -> file(each, OWNER).toFile().delete());
    }
  }

  private static Path file(Path directory, String owner) {
    return directory.resolve("." + owner + ".lock");
  }

  /** A new file, locked before anybody else could take it for an abandoned one. */
  private static FileChannel locked(Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      // Where files cannot be locked, nobody removes anything; where somebody is about to remove
      // this one, it goes at once.
      if (lock(channel) == null) {
        LockSupport.parkNanos(10_000_000);
      }
      if (Files.exists(file)) {
        return channel;
      }
      channel.close();
    }
  }

  /** Removes what killed processes left; what cannot be removed stays. */
  private static void removeAbandoned(Path directory) {
    Map<String, Set<Path>> parts = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, ".*")) {
      for (Path each : all) {
        String name = String.valueOf(each.getFileName());
        Matcher part = PART.matcher(name);
        Matcher lock = LOCK.matcher(name);
        if (part.matches()) {
          parts.computeIfAbsent(part.group(1), _ -> new HashSet<>()).add(each);
        } else if (lock.matches()) {
          parts.computeIfAbsent(lock.group(1), _ -> new HashSet<>());
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It is not for tidying that somebody writes here.
      return;
    }
    parts.remove(OWNER);
    parts.forEach((owner, abandoned) -> removeAbandoned(file(directory, owner), abandoned));
  }

  private static void removeAbandoned(Path file, Set<Path> parts) {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      parts.forEach(UnfinishedFiles::remove);
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (lock(channel) != null) {
        parts.forEach(UnfinishedFiles::remove);
        Files.deleteIfExists(file);
      }
    } catch (IOException _) {
      // Somebody else's, or just removed by somebody else.
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) {
    try {
      return channel.tryLock();
    } catch (IOException | OverlappingFileLockException _) {
      return null;
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // Nothing was written.
    }
  }
}
