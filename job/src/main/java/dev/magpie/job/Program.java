package dev.magpie.job;

import dev.magpie.ptx.Device;
import java.io.IOException;
import java.util.function.Function;

/** A job, or another program, whose launches somebody executes. */
public interface Program extends AutoCloseable {
  /** What it is called. */
  String name();

  /**
   * Begins the files that it writes.
   *
   * @throws JobException if one cannot be written
   */
  void begin(OutputFiles outputs);

  /**
   * Executes it to the end.
   *
   * @param on makes for a device what executes its launches
   * @throws NotConvergedException if a loop of a job ends without what it waits for
   */
  void execute(Function<Device, Launcher> on);

  /**
   * Writes its results, or compares them with what they should be.
   *
   * @return what to tell the user; empty for nothing
   */
  String finish() throws IOException;

  /**
   * Puts in place what is no single file, once all files are in theirs.
   *
   * @return what to tell the user; empty for nothing
   */
  default String commit() throws IOException {
    return "";
  }

  /** Removes what {@link #begin} began and nothing has completed. */
  @Override
  default void close() throws IOException {}
}
