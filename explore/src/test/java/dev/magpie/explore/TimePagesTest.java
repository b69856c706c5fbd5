package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.BrowserSession.Screen;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The pages of time as people use them, in a browser. */
class TimePagesTest {
  private static final String NONE = "gtx580%7Cbandwidth-only%7Cnone%7C32";
  private static final String BPC = "gtx580%7Cbandwidth-only%7Cbpc%7C32";

  @TempDir private static Path directory;
  private static HeatJob heat = new HeatJob(Path.of(System.getProperty("java.io.tmpdir")), 32);
  private static Path recording = Path.of("");

  @BeforeAll
  static void record() {
    heat = new HeatJob(directory, 128);
    recording = heat.recording();
  }

  private static ExplorerFixture recorded() throws IOException {
    return new ExplorerFixture(
        Explorer.Inputs.ofRuns(List.of(HeatJob.recording(recording)), List.of(), HeatJob.sources()),
        false,
        "a test");
  }

  static Stream<Screen> screens() {
    return Stream.of(Screen.DESKTOP, Screen.PHONE, new Screen(390, 844, true));
  }

  private static URI at(ExplorerFixture shown, String fragment) {
    return URI.create(shown.explorer.link() + "#" + fragment);
  }

  private static void assertFits(BrowserSession page) {
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
        .as("nothing is wider than the screen")
        .isTrue();
    assertThat(page.errors()).isEmpty();
  }

  /** What is known of a run once it is done. */
  private static JsonNode done(ExplorerFixture shown, String values) {
    while (true) {
      JsonNode replay = shown.json("replay?" + values);
      switch (replay.path("phase").asString("")) {
        case "done" -> {
          return replay.path("outcome");
        }
        case "failed", "stopped", "" -> throw new AssertionError(replay.toString());
        default -> Thread.onSpinWait();
      }
    }
  }

  /** A share of nothing is a dash. */
  private static String percent(JsonNode share) {
    return share.isNull() ? "\u2013" : percent(share.asDouble());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f\u00a0%%", 100 * share);
  }

  @ParameterizedTest
  @MethodSource("screens")
  void pageHasTheFiguresOfTheReplays(Screen screen) throws IOException {
    try (ExplorerFixture shown = recorded();
        BrowserSession page = BrowserSession.open(shown.explorer.link(), screen)) {
      JsonNode outcome = done(shown, "system=" + NONE);
      JsonNode compared = shown.json("comparison?systems=%s;%s".formatted(NONE, BPC));

      assertThat(page.text(".system:nth-of-type(1) .figures"))
          .contains("%,d cycles".formatted(outcome.path("cycles").asLong()))
          .contains("%.2f".formatted(outcome.path("ipc").asDouble()))
          .contains(percent(outcome.path("l2").path("hitRate").asDouble()));
      JsonNode second = compared.path("runs").get(1);
      assertThat(page.text(".system:nth-of-type(2) .figures"))
          .contains("%.3f\u202f\u00d7 as fast".formatted(second.path("speedup").asDouble()))
          .contains("\u00d7\u202f%.3f".formatted(second.path("traffic").asDouble()))
          .contains("\u00d7\u202f%.3f".formatted(second.path("energy").asDouble()));
      assertThat(outcome.path("kernels")).hasSize(2);
      for (JsonNode kernel : outcome.path("kernels")) {
        String row =
            page.text("tr[data-kernel='%s']".formatted(kernel.path("kernel").asString("")));
        assertThat(row)
            .contains(percent(kernel.path("share").asDouble()))
            .contains(percent(kernel.path("counters").path("l2").path("hitRate")))
            .contains(
                "%,d".formatted(kernel.path("counters").path("core").path("cycles").asLong()));
        JsonNode gain =
            compared
                .path("kernels")
                .valueStream()
                .filter(each -> each.path("kernel").equals(kernel.path("kernel")))
                .findFirst()
                .orElseThrow();
        assertThat(row).contains("%.3f".formatted(gain.path("speedups").get(1).asDouble()));
      }
      assertThat(page.evaluate("document.querySelectorAll('.timeline canvas').length").asInt())
          .isPositive();
      assertFits(page);
    }
  }

  /** Each line beside its text, in CUDA and in PTX. */
  @Test
  void linesStandBesideTheSource() throws IOException {
    try (ExplorerFixture shown = recorded();
        BrowserSession page = BrowserSession.open(at(shown, "systems=" + NONE), Screen.DESKTOP)) {
      JsonNode outcome = done(shown, "system=" + NONE);
      String diffuse =
          outcome
              .path("kernels")
              .valueStream()
              .map(each -> each.path("kernel").asString(""))
              .filter(each -> each.contains("diffuse"))
              .findFirst()
              .orElseThrow();
      JsonNode lines = shown.json("lines?system=%s&kernel=%s".formatted(NONE, diffuse));
      List<String> source = Files.readAllLines(Path.of("../jobs/heat.cu"));
      assertThat(lines.path("lines")).isNotEmpty();
      for (JsonNode line : lines.path("lines")) {
        int number = line.path("line").asInt();
        assertThat(page.text("tr[data-line='%d']".formatted(number)))
            .contains(percent(line.path("share").asDouble()))
            .contains(source.get(number - 1).strip());
      }

      page.evaluate(
          "[...document.querySelectorAll('.switcher button')].find((each) => each.textContent ==="
              + " 'PTX').click()");
      page.waitFor("location.hash.includes('text=ptx')");
      page.settle();
      List<String> ptx = Files.readAllLines(Path.of("../jobs/heat.ptx"));
      for (JsonNode instruction : lines.path("instructions")) {
        int number = Integer.parseInt(instruction.path("text").asString("").split(" ", -1)[1]);
        assertThat(page.text("tr[data-line='%d']".formatted(number)))
            .contains(ptx.get(number - 1).strip().replace('\t', ' ').split(" ", -1)[0]);
      }
      assertFits(page);
    }
  }

  @Test
  void withoutItsSourceAKernelIsShownByItsInstructions() throws IOException {
    try (ExplorerFixture shown =
            new ExplorerFixture(
                Explorer.Inputs.ofRuns(List.of(HeatJob.recording(recording)), List.of(), List.of()),
                false,
                "a test");
        BrowserSession page =
            BrowserSession.open(at(shown, "text=ptx&systems=" + NONE), Screen.PHONE)) {
      assertThat(page.text(".source")).contains("name the .ptx file", "ld.global");
      assertFits(page);
    }
  }

  /** A job is read to see whether it can be, and executed once, whatever it is timed on. */
  @Test
  void jobIsExecutedOnceAndReplayedElsewhere() throws IOException {
    try (ExplorerFixture recorded = recorded();
        ExplorerFixture shown =
            new ExplorerFixture(
                Explorer.Inputs.ofRuns(List.of(), List.of(heat.program()), HeatJob.sources()),
                false,
                "a test");
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      for (String system : List.of(NONE, BPC)) {
        JsonNode executed = done(shown, "system=" + system);
        JsonNode replayed = done(recorded, "system=" + system);
        for (String same : List.of("cycles", "dram", "l2", "stalls", "launches")) {
          assertThat(executed.path(same)).as(same).isEqualTo(replayed.path(same));
        }
      }
      assertThat(page.text(".about")).contains("executed once");
      assertThat(directory.resolve("heat.npy")).doesNotExist();
      assertFits(page);
    }
  }

  @Test
  void systemsComeAndGoAndTheLinkRestoresThem() throws IOException {
    try (ExplorerFixture shown = recorded();
        BrowserSession page = BrowserSession.open(at(shown, "systems=" + NONE), Screen.DESKTOP)) {
      page.click("#add");
      page.waitFor("document.querySelectorAll('.system').length === 2");
      page.set("#layout-1", "buddy");
      page.waitFor("document.querySelector('#gpu-1').value === 'p100'");
      page.settle();
      String values = "system=p100%7Cbuddy%7Cmag-bdi%7C32";
      JsonNode buddy = done(shown, values).path("buddy");
      assertThat(page.text(".system:nth-of-type(2) .figures"))
          .contains("%.2f\u00a0%%".formatted(100 * buddy.path("buddyShare").asDouble()));
      assertThat(shown.json("timeline?" + values).path("linkTo")).isNotEmpty();

      page.click(".system:nth-of-type(2) .look");
      page.waitFor("location.hash.includes('on=1')");
      String link = page.evaluate("location.href").asString("");
      page.go(URI.create(link));
      assertThat(page.text(".system.shown h2")).contains("p100, buddy");
      assertThat(page.text(".same"))
          .contains("--gpu p100 --layout buddy --codec mag-bdi", recording.toString())
          .doesNotContain("--interval");
      page.set("#interval", "500");
      page.settle();
      assertThat(page.text(".same")).contains("--interval 500");
      page.click(".system:nth-of-type(1) [aria-label='Remove system 1']");
      page.waitFor("document.querySelectorAll('.system').length === 1");
      assertFits(page);
    }
  }

  @Test
  void aRunIsStoppedAndBegunAnew() throws IOException {
    HeatJob large = new HeatJob(directory, 2048);
    try (ExplorerFixture shown =
            new ExplorerFixture(
                Explorer.Inputs.ofRuns(
                    List.of(HeatJob.recording(recording)), List.of(large.program()), List.of()),
                false,
                "a test");
        BrowserSession page = BrowserSession.open(at(shown, "systems=" + NONE), Screen.PHONE)) {
      page.evaluate("location.hash = 'r=1&systems=%s'".formatted(NONE));
      page.waitFor("document.querySelector('.state').textContent.startsWith('running')");
      page.waitFor("document.querySelector('.state button').textContent === 'Stop'");
      page.evaluate("document.querySelector('.state button').click()");
      page.waitFor("document.querySelector('.state').textContent.startsWith('stopped')");
      assertThat(shown.json("replay?r=1&system=" + NONE).path("phase").asString(""))
          .isEqualTo("stopped");
      page.evaluate("document.querySelector('.state button').click()");
      page.waitFor("document.querySelector('.state').textContent.startsWith('running')");
      page.evaluate("document.querySelector('.state button').click()");
      page.waitFor("document.querySelector('.state').textContent.startsWith('stopped')");
      assertFits(page);
    }
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    byte[] bytes = Files.readAllBytes(recording);
    Path cut = directory.resolve("cut.rec");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    Explorer.Start start =
        new Explorer.Start("", "", "", false, CodecSpec.parse("bpc"), Granularity.DEFAULT, 1);
    try (Explorer explorer =
            Explorer.start(
                Explorer.Inputs.ofRuns(List.of(HeatJob.recording(cut)), List.of(), List.of()),
                start,
                0,
                _ -> {});
        BrowserSession page = BrowserSession.open(explorer.link(), Screen.PHONE)) {
      assertThat(page.text("main")).contains("cut.rec: is cut short");
      assertFits(page);
    }
    // Chunks are looked at when they are replayed.
    Path damaged = directory.resolve("damaged.rec");
    for (int at = 64; at < bytes.length / 2; at++) {
      bytes[at] = 0;
    }
    Files.write(damaged, bytes);
    try (ExplorerFixture shown =
            new ExplorerFixture(
                Explorer.Inputs.ofRuns(List.of(HeatJob.recording(damaged)), List.of(), List.of()),
                false,
                "a test");
        BrowserSession page = BrowserSession.open(at(shown, "systems=" + NONE), Screen.DESKTOP)) {
      assertThat(page.text(".state .problem")).contains("damaged.rec: is damaged");
      assertThat(shown.bugs).isEmpty();
      assertFits(page);
    }
  }

  @Test
  void systemsThatThereCannotBeAreRefused() throws IOException {
    try (ExplorerFixture shown = recorded()) {
      assertThat(problem(shown, "rtx1%7Cbandwidth-only%7Cnone%7C32")).contains("there are gtx580");
      assertThat(problem(shown, "gtx580%7Cnowhere%7Cnone%7C32")).contains("no layout is called");
      assertThat(problem(shown, "gtx580%7Cbandwidth-only%7Ctslc-simp%7C32")).contains("lossy");
      assertThat(problem(shown, "gtx580%7Cbandwidth-only%7Ce2mc:table=x%7C32"))
          .contains("pages name no files");
      assertThat(problem(shown, "gtx580%7Clcp%7Cnone%7C32")).contains("choose the codec");
      assertThat(problem(shown, "gtx580%7Cbandwidth-only%7Cbpc%7Cx")).contains("a number of bytes");
      assertThat(problem(shown, "gtx580")).contains("GPU|LAYOUT|CODEC|MAG");
      // What only the GPU knows it says when it is made.
      String values = "replay?system=gtx580%7Cbuddy%7Cbpc%7C32";
      JsonNode replay = shown.json(values);
      while (!replay.path("phase").asString("").equals("failed")) {
        assertThat(replay.path("phase").asString("")).isIn("waiting", "running");
        replay = shown.json(values);
      }
      assertThat(replay.path("problem").asString("")).contains("gtx580").contains("[buddy]");
      assertThat(shown.bugs).isEmpty();
    }
  }

  private static String problem(ExplorerFixture shown, String system) {
    return shown.json("replay?system=" + system).path("problem").asString("");
  }
}
