package dev.magpie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.cli.sweep.SweepCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Points that executors time are those that one process times. */
class SweepOnClusterTest {
  private static final String MASTER = "local[2]";

  @TempDir private Path directory;
  private Path sweep = Path.of("");

  @BeforeEach
  void write() throws IOException {
    for (String file : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", file), directory.resolve(file));
    }
    sweep =
        Files.writeString(
            directory.resolve("sweep.toml"),
            """
            gpus = ["gtx580", "p100"]
            codecs = ["none", "mag-bdi"]

            [[program]]
            job = "saxpy.toml"

            [[program]]
            workload = "bfs"
            size = "quick"
            set = { nodes = [500, 1000] }
            """);
  }

  private Command run(String place, String... more) {
    return Command.run(
        new SweepCommand(),
        List.of(sweep.toString(), "-o", directory.resolve(place).toString(), "--format", "csv"),
        more);
  }

  @Test
  void pointsAreThoseOfOneProcessWhoeverTimedThem() throws IOException {
    Command there = run("there", "--spark", MASTER);
    assertThat(there.problem()).isEmpty();
    assertThat(there.out().lines()).hasSize(1 + 12);
    assertThat(there.out()).isEqualTo(run("here").out());
    // What is there is known, whichever way it came; what is not is timed.
    Path points = directory.resolve("there/points");
    Path gone;
    try (Stream<Path> files = Files.list(points)) {
      gone = files.sorted().findFirst().orElseThrow();
    }
    Files.delete(gone);
    assertThat(run("there", "--spark", MASTER).out()).isEqualTo(there.out());
    assertThat(gone).exists();
  }
}
