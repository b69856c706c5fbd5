package dev.magpie.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;

/**
 * What the launcher script tells through system properties.
 *
 * <p>The JVM warns at every start that it uses the vector module. So the launcher lets a filter
 * take the JVM's standard error and hands over the true one under another number.
 */
final class LauncherProperties {
  private static final String STANDARD_ERROR = "magpie.stderr";
  private static final String OUT_COLUMNS = "magpie.columns.1";
  private static final String ERROR_COLUMNS = "magpie.columns.2";

  private LauncherProperties() {}

  /** The true standard error; the JVM's own where none was handed over. */
  static PrintStream standardError() {
    Integer number = Integer.getInteger(STANDARD_ERROR);
    if (number != null) {
      try {
        // Opening /dev/fd/N instead would give a file a second position, and fail for sockets.
        Constructor<FileDescriptor> constructor =
            FileDescriptor.class.getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        FileOutputStream stream = new FileOutputStream(constructor.newInstance(number));
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
      } catch (ReflectiveOperationException | RuntimeException _) {
        // Then messages pass the filter.
      }
    }
    return new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
  }

  /** Width of the terminal that standard output is; 0 if it is none. */
  static int columns() {
    return Integer.getInteger(OUT_COLUMNS, 0);
  }

  /** The same of standard error. */
  static int errorColumns() {
    return Integer.getInteger(ERROR_COLUMNS, 0);
  }
}
