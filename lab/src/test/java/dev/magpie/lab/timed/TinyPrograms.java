package dev.magpie.lab.timed;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Kernels of a few thousand warp-instructions under the labels of the Buddy paper's programs. */
public final class TinyPrograms {
  private static final List<String> PATTERNS = List.of("stream", "stencil", "gather", "product");

  /** In place of all of them. */
  public static final List<TimedProgram> ALL =
      IntStream.range(0, TimedProgram.ALL.size()).mapToObj(TinyPrograms::instead).toList();

  /** Published kernels over inputs of quick size, whose cycles compare with nothing. */
  public static final List<PublishedTime> PUBLISHED =
      PublishedTime.ALL.stream()
          .map(each ->
              each.with(
                  Settings.of(each.program().parameters(), InputParameter.Size.QUICK, Map.of())
                      .values()))
          .toList();

  private TinyPrograms() {}

  private static TimedProgram instead(int index) {
    TimedProgram program = TimedProgram.ALL.get(index);
    String name = "spill-" + PATTERNS.get(index % PATTERNS.size());
    return new TimedProgram(
        program.label(),
        KernelPrograms.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(),
        Map.of("planes", "1", "share", String.valueOf(100 * index)),
        program.training(),
        new TimedProgram.Whole());
  }
}
