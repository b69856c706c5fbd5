package dev.magpie.lab.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SeriesMeterTest {
  private static final SeriesProgram PROGRAM = SeriesPrograms.all().getFirst();

  private static final Map<String, String> SHORT = Map.of("batches", "10", "pairs", "1024");

  private final SeriesMeter meter = new SeriesMeter(PROGRAM, InputParameter.Size.QUICK, SHORT);

  /** A run that is killed goes on from what it kept. */
  @Test
  void whatIsKeptIsWhatWasMeasured() {
    MeasuredSeries measured = meter.measure();
    assertThat(measured.sizes().snapshots()).hasSize(SeriesProgram.SNAPSHOTS);
    assertThat(measured.bySize())
        .hasSameSizeAs(ProgramSeries.CODECS)
        .allMatch(each -> PaperEntrySizes.ratio(each) >= 1);
    assertThat(measured.trace().memoryAccesses()).isPositive();
    JsonMapper json = new JsonMapper();
    MeasuredSeries kept = json.readValue(json.writeValueAsString(measured), MeasuredSeries.class);
    assertThat(kept).usingRecursiveComparison().isEqualTo(measured);
  }

  @Test
  void aNameTellsWhatWasMeasured() {
    assertThat(meter.name()).startsWith(PROGRAM.name() + " {").endsWith("}, snapshots");
    assertThat(new SeriesMeter(PROGRAM, InputParameter.Size.QUICK, Map.of()).name())
        .isNotEqualTo(meter.name());
  }
}
