package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/errata.md says is shown by an experiment that there is. */
class ErrataPageTest {
  private static final Pattern EXPERIMENT = Pattern.compile("`((?:mag|depth|buddy)/[a-z0-9-]+)`");

  @Test
  void everyRowNamesExperimentsThatThereAre() throws IOException {
    List<String> ids = Experiments.all().stream().map(Experiments::id).toList();
    List<String> lines = Files.readAllLines(Path.of("../docs/errata.md"));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("| ")) {
        assertThat(i).as("above is no table: " + lines.get(i)).isPositive();
        assertThat(lines.get(i - 1).startsWith("|") || lines.get(i).startsWith("| where"))
            .as("above is no table: " + lines.get(i))
            .isTrue();
      }
    }
    List<String> rows =
        lines.stream()
            .filter(line -> line.startsWith("|") && !line.startsWith("| where"))
            .filter(line -> !line.startsWith("|---"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(20);
    for (String row : rows) {
      List<String> named = EXPERIMENT.matcher(row).results().map(ErrataPageTest::id).toList();
      assertThat(named).as(row).isNotEmpty();
      assertThat(ids).as(row).containsAll(named);
    }
  }

  private static String id(MatchResult match) {
    return match.group(1);
  }
}
