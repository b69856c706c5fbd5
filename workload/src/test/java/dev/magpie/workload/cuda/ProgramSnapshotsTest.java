package dev.magpie.workload.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.mag.MagPrograms;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramSnapshotsTest {
  @TempDir private Path directory;

  /**
   * BP has two launches: its weights' movements are zero after the first, and not after the second.
   */
  @Test
  void aProgramOfTwoLaunchesShowsItsMemoryFiveTimesAfterEach() {
    CudaProgram program =
        MagPrograms.all().stream()
            .filter(each -> each.name().equals("bp"))
            .findFirst()
            .orElseThrow();
    CudaProgram.Run run =
        program
            .start()
            .apply(
                Settings.of(
                    program.parameters(), InputParameter.Size.QUICK, Map.of("inputs", "64")));
    long[] launches = new long[1];
    ProgramRunner.execute(
        program, run, program.ptx().text(), LaunchOptions.DEFAULT, (_, _) -> launches[0]++);
    assertThat(launches[0]).isEqualTo(2);
    ProgramSnapshots.write(program, run, LaunchOptions.DEFAULT, launches[0], directory);
    run.check();

    SnapshotSeries series = SnapshotSeries.of(directory, Dtype.U8);
    assertThat(series.size()).isEqualTo(10);
    for (int s = 0; s < 10; s++) {
      try (Snapshot snapshot = series.open(s)) {
        assertThat(snapshot.allocations()).extracting(Allocation::name).contains("w", "oldw");
        Allocation oldw =
            snapshot.allocations().stream()
                .filter(each -> each.name().equals("oldw"))
                .findFirst()
                .orElseThrow();
        assertThat(oldw.shape()).containsExactly(65L, 17L);
        boolean moved = false;
        for (float value : oldw.memory().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED)) {
          moved |= value != 0;
        }
        assertThat(moved).isEqualTo(s >= 5);
      }
    }
  }
}
