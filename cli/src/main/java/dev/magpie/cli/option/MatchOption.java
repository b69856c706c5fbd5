package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.snapshot.Allocation;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --match}, mixed into the commands that are given arrays. */
public final class MatchOption {
  @Option(
      names = "--match",
      paramLabel = "NAME-GLOB",
      description =
          "Only arrays of such a name: * stands for any characters, ? for one. Repeat it for"
              + " several.")
  private List<String> match = List.of();

  /**
   * The arrays that it describes; all where it is not given.
   *
   * @throws BadUsageException if a pattern describes none
   */
  public List<Allocation> choose(List<Allocation> all) {
    return new NameGlobs("--match", match).choose(all);
  }

  /**
   * Those of them that have a byte.
   *
   * @throws BadUsageException if there is none
   */
  public List<Allocation> chooseFilled(List<Allocation> all) {
    List<Allocation> chosen = choose(all).stream().filter(each -> each.bytes() > 0).toList();
    BadUsageException.when(chosen.isEmpty(), "no array has a byte");
    return chosen;
  }
}
