package dev.magpie.report;

import java.util.List;

/**
 * Where a page comes from, which stands at its foot.
 *
 * @param command as it was given
 * @param inputs files that were read; none where the command reads none
 * @param version of the program
 * @param written date and time
 */
public record Provenance(String command, List<String> inputs, String version, String written) {
  public Provenance {
    ArgumentChecks.named(command, "command");
    inputs = List.copyOf(inputs);
  }
}
