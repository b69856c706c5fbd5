package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.explore.BrowserSession.Screen;
import dev.magpie.explore.input.Input;
import dev.magpie.job.JobProgram;
import dev.magpie.lab.board.ResultBoard;
import dev.magpie.ptx.LaunchOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pictures of docs/explore.md: pages of the examples. They are taken into {@code target}, and
 * with {@code -Dpictures.renew=true} into the docs.
 */
class ExplorePicturesTest {
  private static final Path EXAMPLES = Path.of("../examples");

  private static Path file(String name) throws IOException {
    Path folder =
        Boolean.getBoolean("pictures.renew")
            ? Path.of("../docs/images")
            : Path.of("target/pictures");
    return Files.createDirectories(folder).resolve(name);
  }

  private static void take(ExplorerFixture shown, String fragment, Screen screen, String name)
      throws IOException {
    URI link = URI.create(shown.explorer.link() + "#" + fragment);
    try (BrowserSession page = BrowserSession.open(link, screen)) {
      // What is drawn in the next frame is in the picture.
      page.evaluate("new Promise((done) => setTimeout(done, 500))");
      assertThat(page.errors()).isEmpty();
      Path picture = file(name);
      page.picture(picture);
      assertThat(picture).isNotEmptyFile();
    }
  }

  @Test
  void ofOneSnapshot() throws IOException {
    try (ExplorerFixture shown =
        new ExplorerFixture(List.of(List.of(EXAMPLES)), false, "magpie explore examples")) {
      shown.exactSizes("s=0&codec=bpc");
      take(shown, "", new Screen(1280, 860, false), "explore-memory.png");
      take(
          shown,
          "view=tensor&a=12&b=301&codec=bpc",
          new Screen(1280, 1040, false),
          "explore-tensor.png");
      take(shown, "list=tree", new Screen(390, 1180, true), "explore-phone.png");
    }
  }

  @Test
  void ofAScene() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:hall")) {
      take(shown, "figure=mode&tile=19330", new Screen(1280, 1040, false), "explore-depth.png");
      take(
          shown,
          "figure=difference&strength=0.7",
          new Screen(1280, 1320, true),
          "explore-depth-film.png");
    }
  }

  @Test
  void ofResults() throws IOException {
    Path results = Path.of("../results");
    try (ExplorerFixture shown =
        new ExplorerFixture(
            Explorer.Inputs.ofResults(
                List.of(new Input<>("results", "results", () -> ResultBoard.open(results)))),
            false,
            "magpie explore results")) {
      take(shown, "", new Screen(1280, 860, false), "explore-lab.png");
      take(
          shown,
          "view=query&sql="
              + "SELECT+experiment,+claim,+stated,+round(measured,+2)+AS+ours,+verdict+FROM+claims+WHERE+"
              + "verdict+%3D+'contradicts'+LIMIT+12",
          new Screen(1280, 800, true),
          "explore-sql.png");
    }
  }

  @Test
  void ofAJob() throws IOException {
    Path job = Path.of("../jobs/heat.toml");
    try (ExplorerFixture shown =
        new ExplorerFixture(
            Explorer.Inputs.ofRuns(
                List.of(),
                List.of(
                    new Input<>(
                        "heat.toml",
                        "jobs/heat.toml",
                        () -> new JobProgram(job, LaunchOptions.DEFAULT))),
                HeatJob.sources()),
            false,
            "magpie explore jobs/heat.toml")) {
      take(
          shown,
          "systems=gtx580%7Cbandwidth-only%7Cnone%7C32;gtx580%7Cbandwidth-only%7Cmag-bdi%7C32",
          new Screen(1280, 1680, false),
          "explore-time.png");
    }
  }

  @Test
  void ofASeries() throws IOException {
    List<List<Path>> snapshots;
    try (Stream<Path> all = Files.list(EXAMPLES.resolve("series"))) {
      snapshots = all.sorted().map(List::of).toList();
    }
    try (ExplorerFixture shown =
        new ExplorerFixture(snapshots, true, "magpie explore examples/series --series")) {
      take(shown, "view=buddy", new Screen(1280, 800, false), "explore-buddy.png");
      take(
          shown,
          "view=tensor&s=1&against=2&a=2&b=200",
          new Screen(1280, 1040, false),
          "explore-compare.png");
    }
  }
}
