package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.mag.MagExperiments;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.RecordedSimulations;
import dev.magpie.lab.result.ResultChange;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Bench;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.TinyStudy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three small experiments come out as the repository's results have them, to the last digit. */
class RecordedRunTest {
  private static final List<String> SMALL =
      List.of("mag/fig12-data", "depth/one-reference", "buddy/design");

  @TempDir private Path place;

  @Test
  void nothingHasMoved() {
    List<Outcome> outcomes =
        new Bench(place).run(Experiments.select(SMALL), List.of(), RunSize.FULL, false, 2);
    assertThat(
            ResultChange.between(
                RecordedResults.read(Path.of("../results"), RunSize.FULL).only(SMALL::contains),
                of(outcomes)))
        .as("to record them on purpose: magpie reproduce ID --against results --record results")
        .isEmpty();
  }

  @Test
  void whatIsRecordedIsNotSimulatedAgain() {
    List<Experiment<?>> speedup =
        MagExperiments.simulated(TinyStudy.STUDY).stream()
            .filter(each -> each.description().id().equals("mag/fig16"))
            .toList();
    RecordedResults first = of(new Bench(place).runQuickly(speedup, RecordedSimulations.NONE));
    RecordedResults recorded = first.withBehaviour(_ -> Map.of(), _ -> "the same");
    Path elsewhere = place.resolve("elsewhere");
    List<Outcome> again =
        new Bench(elsewhere).runQuickly(speedup, recorded.simulations(_ -> "the same"));
    assertThat(elsewhere.resolve("measurements"))
        .satisfiesAnyOf(
            none -> assertThat(none).doesNotExist(), none -> assertThat(none).isEmptyDirectory());
    assertThat(of(again)).isEqualTo(first);
    assertThat(ResultChange.between(recorded, of(again))).isEmpty();
  }

  private static RecordedResults of(List<Outcome> outcomes) {
    return RecordedResults.of(outcomes.stream().map(Outcome::result).toList());
  }
}
