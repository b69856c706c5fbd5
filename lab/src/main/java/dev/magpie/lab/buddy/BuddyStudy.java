package dev.magpie.lab.buddy;

import dev.magpie.lab.timed.TimedProgram;
import java.util.List;
import java.util.Map;

/**
 * What experiments run that run programs for themselves, each in the size of the run.
 *
 * @param programs that are timed, by the labels of the paper's
 * @param kernels what is changed about kernels over memory that spills
 * @param networks what is changed about networks that are trained
 */
public record BuddyStudy(
    List<TimedProgram> programs, Map<String, String> kernels, Map<String, String> networks) {
  /** All programs as they are. */
  public static final BuddyStudy PAPER = new BuddyStudy(TimedProgram.ALL, Map.of(), Map.of());

  public BuddyStudy {
    programs = List.copyOf(programs);
    kernels = Map.copyOf(kernels);
    networks = Map.copyOf(networks);
  }
}
