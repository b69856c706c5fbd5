package dev.magpie.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Opens the files that are read. What a user names, or a file that the user named, is opened here
 * and nowhere else, so that {@link FilesInUse} knows it, and so that a pipe or a device neither
 * hangs a reader nor fills its memory.
 */
public final class InputFiles {
  private InputFiles() {}

  /**
   * Opens a file to read it at any place, or to map it.
   *
   * @throws FileInUseException if an output of the run would replace it
   * @throws UnusableFileException if it is no regular file
   */
  public static FileChannel channel(Path file) throws IOException {
    opened(file);
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /**
   * Opens a file to read it from its begin to its end.
   *
   * @throws FileInUseException if an output of the run would replace it
   * @throws UnusableFileException if it is no regular file
   */
  public static InputStream stream(Path file) throws IOException {
    opened(file);
    return Files.newInputStream(file);
  }

  /**
   * The first bytes of a file, to tell its kind; that alone does not make it an input.
   *
   * @throws UnusableFileException if it is no regular file
   */
  public static byte[] start(Path file, int bytes) throws IOException {
    requireRegular(file);
    // By a channel, since a stream over an object in a store would fetch much more.
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      ByteBuffer start = ByteBuffer.allocate(bytes);
      while (start.hasRemaining() && in.read(start) >= 0) {
        // What is read may be less than is there.
      }
      return Arrays.copyOf(start.array(), start.position());
    }
  }

  /**
   * Opens a file, or a pipe or a device, to read it once, however long that takes.
   *
   * @throws FileInUseException if an output of the run would replace it
   */
  public static ReadableByteChannel once(Path file) throws IOException {
    FilesInUse.read(file);
    return Files.newByteChannel(file);
  }

  /**
   * Reads a whole file.
   *
   * @param most bytes that a file of its kind may have
   * @throws FileInUseException if an output of the run would replace it
   * @throws UnusableFileException if it is no regular file, or larger
   */
  public static byte[] bytes(Path file, int most) throws IOException {
    try (InputStream in = stream(file)) {
      // Whatever size it has now, it may grow while it is read.
      byte[] bytes = in.readNBytes(most);
      if (in.read() >= 0) {
        throw new UnusableFileException(
            file,
            "it is larger than %d MiB, the most that is read of its kind".formatted(most >> 20));
      }
      return bytes;
    }
  }

  /**
   * Reads a whole file of text in UTF-8.
   *
   * @param most bytes that a file of its kind may have
   * @throws java.nio.charset.CharacterCodingException if it is no such text
   * @throws FileInUseException if an output of the run would replace it
   * @throws UnusableFileException if it is no regular file, or larger
   */
  public static String text(Path file, int most) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(bytes(file, most));
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
  }

  /**
   * For a file that a library opens by its name.
   *
   * @throws FileInUseException if an output of the run would replace it
   * @throws UnusableFileException if it is there and no regular file
   */
  public static void opened(Path file) throws IOException {
    requireRegular(file);
    FilesInUse.read(file);
  }

  private static void requireRegular(Path file) throws UnusableFileException {
    if (Files.isDirectory(file)) {
      throw new UnusableFileException(file, "it is a directory");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UnusableFileException(
          file, "it is a pipe or a device; copy what it gives into a file");
    }
  }
}
