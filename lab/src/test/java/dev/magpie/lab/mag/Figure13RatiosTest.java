package dev.magpie.lab.mag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.TinyStudy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Figure13RatiosTest {
  @Test
  void thePapersMeansAreInTheRangesThatItSays() {
    Figure13Ratios.Ratios paper =
        new Figure13Ratios.Ratios(
            new Simulations(TinyStudy.STUDY, Map.of()),
            means(Figure13Ratios.PAPER),
            means(Figure13Ratios.PAPER_RAW));
    assertThat(holds("rangeOfEffective", paper)).isTrue();
    assertThat(holds("rangeOfRaw", paper)).isTrue();
  }

  private static Comparison means(ComparedControllers controllers) {
    return new Comparison(
        Comparison.Subjects.of("program", List.of("mean"), "mean", "mean"),
        controllers.all().stream()
            .map(each -> Comparison.Column.of(each.name(), Double.parseDouble(each.paper())))
            .toList(),
        Survey::geometricMean);
  }

  @SuppressWarnings("unchecked") // It is the experiment of these ratios.
  private static boolean holds(String name, Figure13Ratios.Ratios ratios) {
    return Figure13Ratios.experiment(TinyStudy.STUDY).claims().stream()
            .filter(claim -> claim.name().equals(name))
            .map(claim -> (Claim<Figure13Ratios.Ratios>) claim)
            .findFirst()
            .orElseThrow()
            .in(ratios)
        == 1;
  }
}
