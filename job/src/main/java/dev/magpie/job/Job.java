package dev.magpie.job;

import dev.magpie.job.expression.Expression;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a job file asks for.
 *
 * @param file the job file
 * @param ptx the modules, one or more
 * @param ptxAt where the file names them
 * @param buffers by name, in order
 * @param steps in the order of the file
 * @param outputs buffer to the file that takes it
 * @param snapshots what to keep of the memory on the way, or null
 */
record Job(
    Path file,
    List<Path> ptx,
    String ptxAt,
    Map<String, Buffer> buffers,
    List<Step> steps,
    Map<String, Path> outputs,
    @Nullable Snapshots snapshots) {
  private static final long MOST_ITERATIONS = 1_000_000_000;

  /** Where a buffer's contents come from. */
  sealed interface Buffer {
    /** Where the job file has it. */
    String at();

    /**
     * An array of a file.
     *
     * @param array its name, or null for the only one
     */
    record FromFile(String at, Path path, @Nullable String array) implements Buffer {}

    /** One number everywhere. */
    record Filled(String at, Dtype dtype, List<Formula> shape, Formula number) implements Buffer {}

    /** Zeros that nobody has written, as far as checks are concerned. */
    record Unwritten(String at, Dtype dtype, List<Formula> shape) implements Buffer {}

    /** Random numbers: in [0, 1), or any integers. */
    record Random(String at, Dtype dtype, List<Formula> shape, long seed) implements Buffer {}
  }

  /** Something that is done. */
  sealed interface Step {}

  /**
   * A launch.
   *
   * @param at what messages call it
   * @param ptx the module that the kernel is in, or null for whichever has it
   * @param repeat how often, at most if there is a condition
   * @param until when to stop before that, or null
   */
  record LaunchStep(
      String at,
      String kernel,
      @Nullable Path ptx,
      List<Formula> grid,
      List<Formula> block,
      Formula sharedBytes,
      List<JobArgument> arguments,
      Formula repeat,
      @Nullable Condition until)
      implements Step {
    /** Makes sure that what needs no buffers is right, before there are some. */
    void checkWithoutBuffers() {
      Stream.concat(grid.stream(), block.stream())
          .filter(Formula::needsNoBuffers)
          .forEach(each -> size(each, Formula.NOTHING));
      if (sharedBytes.needsNoBuffers()) {
        shared(Formula.NOTHING);
      }
    }

    Dim3 grid(Expression.Scope scope) {
      return dimensions(grid, scope);
    }

    Dim3 block(Expression.Scope scope) {
      return dimensions(block, scope);
    }

    int shared(Expression.Scope scope) {
      return (int)
          sharedBytes.whole(
              scope,
              0,
              Integer.MAX_VALUE,
              "a whole number from 0 to %d".formatted(Integer.MAX_VALUE));
    }

    private static Dim3 dimensions(List<Formula> formulas, Expression.Scope scope) {
      int[] sizes = {1, 1, 1};
      for (int i = 0; i < formulas.size(); i++) {
        sizes[i] = size(formulas.get(i), scope);
      }
      return new Dim3(sizes[0], sizes[1], sizes[2]);
    }

    private static int size(Formula formula, Expression.Scope scope) {
      return (int) formula.whole(scope, 1, Integer.MAX_VALUE, "a size");
    }
  }

  /** How often something is done. */
  static long times(Formula formula, Expression.Scope scope) {
    return formula.whole(
        scope, 1, MOST_ITERATIONS, "a whole number from 1 to %d".formatted(MOST_ITERATIONS));
  }

  /** Which element of a buffer. */
  static long index(Formula formula, Expression.Scope scope) {
    return formula.whole(scope, 0, Long.MAX_VALUE, "an index");
  }

  /**
   * Launches that are repeated together.
   *
   * @param most iterations
   * @param until when to stop before that, or null
   * @param reset elements 0 of buffers that are set before each iteration
   */
  record LoopStep(
      String at,
      Formula most,
      @Nullable Condition until,
      Map<String, Formula> reset,
      List<LaunchStep> launches)
      implements Step {}

  /** Holds when an element of a buffer has a value. */
  record Condition(String buffer, Formula index, Formula equals) {}

  /**
   * Snapshots of all buffers.
   *
   * @param every so many launches
   * @param directory takes one directory each
   */
  record Snapshots(long every, Path directory) {}
}
