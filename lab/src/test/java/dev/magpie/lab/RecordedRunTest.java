package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.ResultChange;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Bench;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three small experiments come out as the repository's results have them, to the last digit. */
class RecordedRunTest {
  private static final List<String> SMALL =
      List.of("mag/fig12-data", "depth/one-reference", "buddy/fig5b");

  @TempDir private Path place;

  @Test
  void nothingHasMoved() {
    List<Outcome> outcomes =
        new Bench(place).run(Experiments.select(SMALL), List.of(), RunSize.FULL, false, 2);
    assertThat(
            ResultChange.between(
                RecordedResults.read(Path.of("../results"), RunSize.FULL).only(SMALL::contains),
                RecordedResults.of(outcomes.stream().map(Outcome::result).toList())))
        .as("to record them on purpose: magpie reproduce ID --against results --record results")
        .isEmpty();
  }
}
