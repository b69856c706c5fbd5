package dev.magpie.cli.run;

import dev.magpie.cli.Outputs;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.Approximation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** A job, or a program that comes with Magpie, whose launches somebody executes. */
public sealed interface Program extends AutoCloseable permits JobProgram, WorkloadProgram {
  /** What it is called. */
  String name();

  /** The files that it reads. */
  List<Path> inputs();

  /** What of its memory lossy codecs may change, unless the user says it; nothing of a job's. */
  default Approximation approximation() {
    return Approximation.NONE;
  }

  /**
   * Begins the files that it writes.
   *
   * @throws dev.magpie.cli.BadUsageException if one cannot be written
   */
  void begin(Outputs outputs);

  /**
   * Executes it to the end.
   *
   * @param on makes for a device what executes its launches
   * @throws NotConvergedException if a loop of a job ends without what it waits for
   */
  void execute(Function<Device, Launcher> on);

  /**
   * Writes its results, or compares them with those of plain Java.
   *
   * @return what to tell the user; empty for nothing
   * @throws dev.magpie.workload.cuda.WrongResultException if they differ
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
