package dev.magpie.job;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a job file asks for.
 *
 * @param file the job file
 * @param ptx the module
 * @param ptxAt where the file names it
 * @param buffers by name, in order
 * @param steps in the order of the file
 * @param outputs buffer to the file that takes it
 * @param snapshots what to keep of the memory on the way, or null
 */
record Job(
    Path file,
    Path ptx,
    String ptxAt,
    Map<String, Buffer> buffers,
    List<Step> steps,
    Map<String, Path> outputs,
    @Nullable Snapshots snapshots) {

  /** Where a buffer's contents come from. */
  sealed interface Buffer {
    /** Where the job file has it. */
    String at();

    /** A file with one array. */
    record FromFile(String at, Path path) implements Buffer {}

    /** One number everywhere. */
    record Filled(String at, Dtype dtype, List<Long> shape, String number) implements Buffer {}

    /** Zeros that nobody has written, as far as checks are concerned. */
    record Unwritten(String at, Dtype dtype, List<Long> shape) implements Buffer {}

    /** Random numbers: in [0, 1), or any integers. */
    record Random(String at, Dtype dtype, List<Long> shape, long seed) implements Buffer {}
  }

  /** Something that is done. */
  sealed interface Step {}

  /**
   * A launch.
   *
   * @param at what messages call it
   * @param arguments as written
   * @param repeat how often, at most if there is a condition
   * @param until when to stop before that, or null
   */
  record LaunchStep(
      String at,
      String kernel,
      Dim3 grid,
      Dim3 block,
      int sharedBytes,
      List<String> arguments,
      long repeat,
      @Nullable Condition until)
      implements Step {}

  /**
   * Launches that are repeated together.
   *
   * @param most iterations
   * @param until when to stop before that, or null
   * @param reset elements 0 of buffers that are set before each iteration
   */
  record LoopStep(
      String at,
      long most,
      @Nullable Condition until,
      Map<String, String> reset,
      List<LaunchStep> launches)
      implements Step {}

  /**
   * Holds when an element of a buffer has a value.
   *
   * @param equals the number, as written
   */
  record Condition(String buffer, long index, String equals) {}

  /**
   * Snapshots of all buffers.
   *
   * @param every so many launches
   * @param directory takes one directory each
   */
  record Snapshots(long every, Path directory) {}
}
