package dev.magpie.lab.study;

import dev.magpie.lab.result.RunSize;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.mag.MagPrograms;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which programs are simulated, and how much of each.
 *
 * @param subjects the programs
 */
public record Study(List<Subject> subjects) {
  /** The MAG paper's eleven. */
  public static final Study MAG_PAPER =
      new Study(
          MagPrograms.all().stream()
              .map(program -> new Subject(program, Map.of(), QuickSizes.of(program.name())))
              .toList());

  public Study {
    subjects = List.copyOf(subjects);
  }

  /** The programs as the paper's figures call them. */
  public List<String> labels() {
    return subjects.stream().map(Subject::label).toList();
  }

  /**
   * A program.
   *
   * @param program which
   * @param full what a full run changes about the program's full size
   * @param quick what a quick run changes about it
   */
  public record Subject(CudaProgram program, Map<String, String> full, Map<String, String> quick) {
    public Subject {
      full = Map.copyOf(full);
      quick = Map.copyOf(quick);
    }

    /** As the paper's figures call it. */
    public String label() {
      return program.name().toUpperCase(Locale.ROOT);
    }

    /** Its input in runs of a size. */
    public Settings settings(RunSize size) {
      return switch (size) {
        case QUICK -> Settings.of(program.parameters(), InputParameter.Size.FULL, quick);
        case FULL -> Settings.of(program.parameters(), InputParameter.Size.FULL, full);
        case PAPER ->
            // Inputs that are not the program's own have no size in the literature.
            full.isEmpty() && PaperSizes.fits(program.name())
                ? literature()
                : settings(RunSize.FULL);
      };
    }

    /** The program's input in the literature, however long it takes. */
    public Settings literature() {
      return Settings.of(program.parameters(), InputParameter.Size.PAPER, Map.of());
    }
  }
}
