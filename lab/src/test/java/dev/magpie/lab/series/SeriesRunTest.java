package dev.magpie.lab.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SeriesRunTest {
  private static final SeriesProgram PROGRAM = SeriesPrograms.all().getFirst();

  private final JsonMapper json = new JsonMapper();
  private final SeriesRun run =
      new SeriesRun(PROGRAM, InputParameter.Size.QUICK, Map.of("batches", "10", "pairs", "1024"));

  /** An experiment that is killed goes on from what was kept. */
  @Test
  void whatIsKeptIsWhatWasMeasured() {
    SeriesSnapshots snapshots = run.sizes();
    assertThat(snapshots.sizes().snapshots()).hasSize(SeriesProgram.SNAPSHOTS);
    assertThat(snapshots.bySize())
        .hasSameSizeAs(SeriesSnapshots.CODECS)
        .allMatch(each -> PaperEntrySizes.ratio(each) >= 1);
    assertThat(kept(snapshots, SeriesSnapshots.class))
        .usingRecursiveComparison()
        .isEqualTo(snapshots);
    MemoryTrace.Result trace = run.trace();
    assertThat(trace.memoryAccesses()).isPositive();
    assertThat(kept(trace, MemoryTrace.Result.class)).usingRecursiveComparison().isEqualTo(trace);
  }

  private <T> T kept(T measured, Class<T> type) {
    return json.readValue(json.writeValueAsString(measured), type);
  }

  @Test
  void aNameTellsWhatWasMeasured() {
    assertThat(run.name()).isEqualTo("ep {gangs=64, running=8, pairs=1024, batches=10}");
    assertThat(new SeriesRun(PROGRAM, InputParameter.Size.QUICK, Map.of()).name())
        .isNotEqualTo(run.name());
  }
}
