package dev.magpie.lab.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.Experiments;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.run.Bench;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealSceneBandwidthTest {
  private static final List<Experiment<?>> EXPERIMENT =
      Experiments.select(List.of("depth/real-scenes"));

  @TempDir Path directory;

  /** A triangle so far from the camera. */
  private String triangle(double distance) throws IOException {
    Files.writeString(
        directory.resolve("triangle.obj"),
        "v -1 -1 %1$s\nv 1 -1 %1$s\nv 0 1 %1$s\nf 1 2 3\n".formatted(-distance));
    Path scene = directory.resolve("triangle.toml");
    Files.writeString(
        scene,
        """
        name = "another name"
        [[mesh]]
        file = "triangle.obj"
        [[camera]]
        eye = [0, 0, 0]
        at = [0, 0, -1]
        near = 0.5
        far = 10
        """);
    return scene.toString();
  }

  @Test
  void aSceneIsMeasuredAgainWhenWhatIsDrawnHasChanged() throws IOException {
    Bench bench = new Bench(directory.resolve("results"));
    String scene = triangle(2);
    Outcome first = bench.runOnScenes(EXPERIMENT, List.of(scene)).getFirst();
    assertThat(first.how()).isEqualTo(Outcome.How.RAN);
    assertThat(first.result().inputs())
        .extracting(ExperimentResult.Input::name)
        .containsExactly("real:ship", "real:arena", scene);
    assertThat(first.result().inputs())
        .allSatisfy(input -> {
          assertThat(input.sha256()).hasSize(64);
          assertThat(input.bytes()).isPositive();
        });
    assertThat(first.result().inputs().getLast().bytes()).isEqualTo(4 * (9 + 3));
    assertThat(bench.runOnScenes(EXPERIMENT, List.of(scene)).getFirst().how())
        .isEqualTo(Outcome.How.REUSED);

    triangle(3);
    Outcome changed = bench.runOnScenes(EXPERIMENT, List.of(scene)).getFirst();
    assertThat(changed.how()).isEqualTo(Outcome.How.RAN);
    assertThat(changed.result().claims()).noneMatch(claim -> claim.verdict() == Verdict.ERROR);
    assertThat(bench.complaints).isEmpty();
  }

  @Test
  void whatCannotBeDrawnIsARowWithTheReason() throws IOException {
    String unseen = triangle(-5);
    String missing = directory.resolve("none.ply").toString();
    String empty = Files.createFile(directory.resolve("empty.obj")).toString();
    Bench bench = new Bench(directory.resolve("results"));
    ExperimentResult result =
        bench.runOnScenes(EXPERIMENT, List.of(unseen, missing, empty)).getFirst().result();
    assertThat(result.error()).isNull();
    assertThat(result.isComplete()).isFalse();
    assertThat(bench.complaints)
        .containsExactly(missing + ": there is no such file", empty + ": has no triangles");
    assertThat(result.measurements())
        .filteredOn(each -> each.name().equals("scenes"))
        .allMatch(each -> Double.valueOf(2).equals(each.value()));
    assertThat(directory.resolve("results/depth-real-scenes.scenes.csv"))
        .content()
        .contains(unseen + " (failed: its view shows nothing)")
        .contains(missing + " (failed: " + missing + ": there is no such file)");
  }
}
