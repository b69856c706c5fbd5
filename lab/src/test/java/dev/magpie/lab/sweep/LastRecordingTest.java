package dev.magpie.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever times a point, and after what, it comes to the same. */
class LastRecordingTest {
  @TempDir private Path directory;

  private List<SweepPoint> points(String settings) throws IOException {
    Path file = directory.resolve("sweep.toml");
    Files.writeString(
        file,
        """
        gpus = ["gtx580", "p100"]
        codecs = ["none", "mag-bdi"]
        %s

        [[program]]
        workload = "bfs"
        size = "quick"
        set = { nodes = [300, 500] }
        """
            .formatted(settings));
    return Sweep.read(file, "1").points();
  }

  private static List<Long> cycles(PointTimer.Timed timed) {
    return List.of(timed.result().cycles(), timed.result().dram().bytes());
  }

  @Test
  void pointsAreAsIfEachWereExecuted() throws Exception {
    List<SweepPoint> points = points("");
    List<List<Long>> alone = new ArrayList<>();
    for (SweepPoint each : points) {
      alone.add(cycles(PointTimer.time(each)));
    }
    for (int threads : new int[] {1, 3}) {
      LastRecording last = new LastRecording();
      try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
        List<Future<List<Long>>> all = new ArrayList<>();
        points.forEach(each -> all.add(pool.submit(() -> cycles(last.time(each)))));
        for (int i = 0; i < alone.size(); i++) {
          assertThat(all.get(i).get())
              .as("%d threads: %s", threads, points.get(i).label())
              .isEqualTo(alone.get(i));
        }
      }
    }
  }

  @Test
  void afterOneThatFailsTheNextIsRecorded() throws IOException {
    LastRecording last = new LastRecording();
    SweepPoint hangs = points("[settings]\nlimit = 10").getFirst();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> last.time(hangs)).hasMessageContaining("10");
    }
    for (SweepPoint each : points("")) {
      assertThat(cycles(last.time(each))).isEqualTo(cycles(PointTimer.time(each)));
    }
  }
}
