package dev.magpie.workload.trace;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run of a program that shows each access to an array of numbers as it happens. The program is
 * the one that {@link SeriesPrograms} has: its classes are loaded again with their array
 * instructions, and their calls of {@code Arrays.fill}, {@code System.arraycopy} and {@link
 * dev.magpie.workload.series.MatrixView#addProduct}, turned into calls that tell of them. What it
 * computes is the same.
 *
 * <pre>{@code
 * TracedRun run = TracedRun.start(program, InputParameter.Size.QUICK);
 * run.running().advance();
 * run.record((array, offset, bytes, write) -> count.add(bytes));
 * run.running().advance();
 * run.record(null);
 * }</pre>
 */
public final class TracedRun {
  private final Class<?> recorder;
  private final SeriesProgram.Running running;

  private TracedRun(Class<?> recorder, SeriesProgram.Running running) {
    this.recorder = recorder;
    this.running = running;
  }

  /**
   * Begins a run.
   *
   * @param program one of {@link SeriesPrograms}
   * @param size how much of it
   */
  public static TracedRun start(SeriesProgram program, InputParameter.Size size) {
    return start(program, size, Map.of());
  }

  /**
   * The same with other settings.
   *
   * @param settings what differs from the size's values
   */
  public static TracedRun start(
      SeriesProgram program, InputParameter.Size size, Map<String, String> settings) {
    RecordingLoader loader = new RecordingLoader();
    try {
      Object found =
          loader
              .loadClass(SeriesPrograms.class.getName())
              .getMethod("find", String.class)
              .invoke(null, program.name());
      if (found instanceof Optional<?> optional
          && optional.orElse(null) instanceof SeriesProgram traced) {
        Class<?> recorder = loader.loadClass(ArrayRecorder.class.getName());
        return new TracedRun(recorder, traced.start(size, settings));
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the programs cannot be traced", e);
    }
    throw new IllegalArgumentException("no program is called " + program.name());
  }

  /** The run itself; its arrays are those that accesses name. */
  public SeriesProgram.Running running() {
    return running;
  }

  /** Who sees accesses from now on; null for nobody, as at the start. */
  public void record(@Nullable ArrayAccesses accesses) {
    try {
      recorder.getMethod("to", ArrayAccesses.class).invoke(null, accesses);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the recorder cannot be reached", e);
    }
  }
}
