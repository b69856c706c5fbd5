package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.explore.BrowserSession;
import dev.magpie.explore.BrowserSession.Screen;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Pages that commands write beside their result, in a browser: they say what the result says. */
class ReportPagesTest {
  private static final Path EXAMPLES = Path.of("../examples");

  @TempDir private Path directory;

  /** Looks at a page once it is drawn. */
  private interface Look {
    void at(BrowserSession page);
  }

  /** Runs a command for a page and JSON, and opens the page on a desktop, then on a phone. */
  private JsonNode result(List<?> command, String input, Look look) {
    Path html = directory.resolve("page of " + command.getFirst() + ".html");
    List<Object> words = new ArrayList<>(command);
    words.addAll(List.of("--format", "json", "--report", html));
    Ran ran = Ran.magpie(words.toArray());
    assertThat(ran.status()).as(ran.err()).isZero();
    for (Screen screen : List.of(Screen.DESKTOP, Screen.PHONE)) {
      try (BrowserSession page = BrowserSession.open(html.toUri(), screen)) {
        assertThat(page.errors()).isEmpty();
        assertThat(page.text("html[data-errors]")).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
            .as("nothing is beside the screen")
            .isTrue();
        assertThat(page.text("footer"))
            .contains("magpie " + command.getFirst(), "--report '" + html + "'", input)
            .containsPattern("Written\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$");
        look.at(page);
      }
    }
    return ran.json();
  }

  /** The texts of a column of the table with this title. */
  private static List<String> column(BrowserSession page, String section, int number) {
    JsonNode texts =
        page.evaluate(
            "[...document.getElementById('%s').querySelectorAll('figure.table tbody tr')].map(row =>"
                    .formatted(section)
                + " row.cells[%d].textContent)".formatted(number));
    return texts.valueStream().map(JsonNode::asString).toList();
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return list.valueStream();
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** In MiB, with three digits at least. */
  private static String size(double value) {
    int decimals = value == 0 ? 3 : Math.max(3, 2 - (int) Math.floor(Math.log10(value)));
    return text("%,." + decimals + "f", value);
  }

  @Test
  void analyzeHasARowForEachAllocationThatFirstOfWhichMostIsSaved() {
    List<List<String>> columns = new ArrayList<>();
    JsonNode json =
        result(
            List.of("analyze", EXAMPLES, "--codec", "bdi", "--codec", "bpc"),
            "examples",
            page ->
                columns.addAll(
                    List.of(
                        column(page, "allocations", 0),
                        column(page, "allocations", 2),
                        column(page, "allocations", 3))));
    record Best(String codec, double saved) {}
    List<Best> expected =
        each(json.path("allocations"))
            .map(allocation -> {
              JsonNode best =
                  each(allocation.path("results"))
                      .min(
                          Comparator.<JsonNode>comparingLong(
                                  each -> each.path("effectiveBytes").asLong())
                              .thenComparingLong(each -> each.path("storedBytes").asLong()))
                      .orElseThrow();
              return new Best(
                  best.path("codec").asString(),
                  Math.max(
                      0,
                      allocation.path("bytes").asDouble()
                          - best.path("effectiveBytes").asDouble()));
            })
            .sorted(Comparator.comparingDouble(Best::saved).reversed())
            .toList();
    int rows = json.path("allocations").size();
    assertThat(columns.get(0).subList(0, rows)).doesNotHaveDuplicates();
    assertThat(columns.get(1).subList(0, rows))
        .isEqualTo(expected.stream().map(Best::codec).toList());
    assertThat(columns.get(2).subList(0, rows))
        .isEqualTo(expected.stream().map(each -> size(each.saved() / (1 << 20))).toList());
  }

  @Test
  void blocksTellTheirNumberAddressAndSize() {
    result(
        List.of("analyze", EXAMPLES.resolve("fields/heat.npy"), "--codec", "bdi"),
        "heat.npy",
        page -> {
          page.evaluate("document.querySelector('#map canvas').focus()");
          page.press("ArrowDown");
          page.press("ArrowRight");
          assertThat(page.text("#map .status")).matches("bdi: block 65, at 0x2080: \\d+ B");
        });
  }

  @Test
  void depthShowsWhatMovesAndWhere() {
    List<String> totals = new ArrayList<>();
    JsonNode json =
        result(
            List.of("depth", "builtin:hall", "--size", "320x240", "--cache", "4KiB"),
            "builtin:hall",
            page -> {
              totals.clear();
              totals.addAll(column(page, "traffic", 6));
              assertThat(page.evaluate("document.querySelectorAll('#map canvas').length").asInt())
                  .isEqualTo(6);
              assertThat(page.text("#modes")).contains("do25");
            });
    assertThat(totals)
        .isEqualTo(
            each(json.path("runs"))
                .map(run -> text("%,.2f", run.path("bytes").asDouble() / 1e6))
                .toList());
  }

  @Test
  void dramShowsItsTime() throws IOException {
    ByteBuffer words = ByteBuffer.allocate(8 * 3000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3000; i++) {
      words.putLong(i * 64L | (i % 3 == 0 ? Long.MIN_VALUE : 0));
    }
    Path trace = Files.write(directory.resolve("trace.bin"), words.array());
    List<String> cycles = new ArrayList<>();
    JsonNode json =
        result(
            List.of("dram", trace),
            trace.toString(),
            page -> {
              cycles.clear();
              cycles.addAll(column(page, "figures", 3));
              assertThat(page.text("#energy")).contains("rows", "columns", "pins");
            });
    assertThat(cycles).containsExactly(text("%,.0f", json.path("cycles").asDouble()));
    Ran list = Ran.magpie("dram", "--list", "--report", directory.resolve("list.html"));
    assertThat(list.status()).isEqualTo(2);
    assertThat(list.err()).contains("--list writes no page");
  }

  @Test
  void dramShowsItsChannels() throws IOException {
    ByteBuffer words = ByteBuffer.allocate(8 * 3000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3000; i++) {
      // Channel 0 has more to do than the others.
      words.putLong((i % 2 == 0 ? i * 1024L : i * 32L) | (i % 3 == 0 ? Long.MIN_VALUE : 0));
    }
    Path trace = Files.write(directory.resolve("channels.bin"), words.array());
    List<List<String>> columns = new ArrayList<>();
    JsonNode json =
        result(
            List.of("dram", trace, "--channels", "4"),
            trace.toString(),
            page -> {
              columns.clear();
              columns.addAll(List.of(column(page, "channels", 1), column(page, "channels", 3)));
            });
    assertThat(json.path("byChannel").size()).isEqualTo(4);
    assertThat(columns.get(0))
        .isEqualTo(
            each(json.path("byChannel"))
                .map(channel -> text("%,.0f", channel.path("reads").asDouble()))
                .toList());
    assertThat(columns.get(1))
        .isEqualTo(
            each(json.path("byChannel"))
                .map(channel -> text("%,.2f", channel.path("bandwidth").asDouble()))
                .toList());
    for (String sum : List.of("reads", "writes", "bytes", "rowHits", "rowConflicts", "activates")) {
      assertThat(each(json.path("byChannel")).mapToLong(each -> each.path(sum).asLong()).sum())
          .as(sum)
          .isEqualTo(json.path(sum).asLong());
    }
  }

  @Test
  void layoutsStandSideBySide() {
    List<String> ratios = new ArrayList<>();
    JsonNode json =
        result(
            List.of("layout", EXAMPLES.resolve("fields/heat.npy")),
            "heat.npy",
            page -> {
              ratios.clear();
              ratios.addAll(column(page, "ratios", 1));
            });
    assertThat(ratios)
        .isEqualTo(
            each(json.path("layouts"))
                .map(layout -> text("%,.3f", layout.path("capacityRatio").asDouble()))
                .toList());
  }

  @Test
  void replayShowsEachSnapshot() {
    Path series = EXAMPLES.resolve("series");
    Path targets = directory.resolve("targets.json");
    assertThat(Ran.magpie("profile", series, "-o", targets).status()).isZero();
    List<String> spilled = new ArrayList<>();
    JsonNode json =
        result(
            List.of("replay", series, "--targets", targets),
            "series",
            page -> {
              spilled.clear();
              spilled.addAll(column(page, "tables", 3));
            });
    // Allocations, then snapshots.
    int snapshots = json.path("snapshots").size();
    assertThat(spilled.subList(spilled.size() - snapshots, spilled.size()))
        .isEqualTo(
            each(json.path("snapshots"))
                .map(step ->
                    text(
                        "%,.2f",
                        100.0 * step.path("spilled").asLong() / step.path("entries").asLong()))
                .toList());
  }

  /** A model whose layers are of the same tensors, of which zeros of one layer save. */
  private Path model(int layers) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Random random = new Random(1);
    for (int layer = 0; layer < layers; layer++) {
      for (String name : List.of("mlp.up.weight", "mlp.down.weight", "norm.weight")) {
        byte[] bytes = new byte[name.startsWith("norm") ? 128 : 1024];
        if (layer != 7) {
          random.nextBytes(bytes);
        }
        tensors.put(
            "odd.safetensors.layers.%d.%s".formatted(layer, name),
            new Tensor(Dtype.U32, List.of(bytes.length / 4L), MemorySegment.ofArray(bytes)));
      }
    }
    Path file = directory.resolve("model.safetensors");
    SafetensorsWriter.write(file, tensors);
    return file;
  }

  @Test
  void areasOfGroupsHaveTheColourOfWhatIsSavedOfThem() {
    String paths = "[...document.querySelectorAll('.areas-figure svg path')]";
    String chart =
        "drawings.map(each => each.chart).find(each => each?.getOption().series[0].type === 'treemap')";
    result(
        List.of("analyze", model(120), "--codec", "bdi"),
        "model",
        page -> {
          assertThat(
                  page.evaluate(
                          paths
                              + ".map(path => path.getAttribute('fill')).filter(fill => /^#/.test(fill)"
                              + " && !/^#0*$/.test(fill)).length")
                      .asInt())
              .as("areas in colours that are not of the scale")
              .isZero();
          // As the smallest of sizes, and not as the largest.
          assertThat(page.text(".areas-figure .trail")).startsWith("all").contains("0.6 % saved");
          assertThat(page.evaluate("rgb(areaColor(1)) === rgb(heatStep(0, 4))").asBoolean())
              .isTrue();
          page.evaluate(chart + ".dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 1})");
          assertThat(page.text(".areas-figure .tip"))
              .contains("odd.safetensors.layers.", "255.0 KiB", "0.6 % saved");
        });
  }

  @Test
  void aClickOnAnAreaGoesIntoItsGroupAndMovesNothing() {
    String left = "document.querySelector('.areas-figure svg path').getBoundingClientRect().left";
    result(
        List.of("analyze", model(12), "--codec", "bdi"),
        "model",
        page -> {
          double before = page.evaluate(left).asDouble();
          page.evaluate(
              """
              (() => {
                const svg = document.querySelector('.areas-figure svg');
                const {left, top} = svg.getBoundingClientRect();
                const at = {bubbles: true, clientX: left + 40, clientY: top + 60};
                for (const type of ['mousemove', 'mousedown', 'mouseup', 'click']) {
                  svg.parentElement.dispatchEvent(new MouseEvent(type, at));
                }
              })()
              """);
          assertThat(page.text(".areas-figure .trail")).matches("all.*layers[.] ?\\d+[.].*saved");
          assertThat(page.evaluate(left).asDouble()).isEqualTo(before);
          page.click(".areas-figure .trail button");
          assertThat(page.text(".areas-figure .trail")).startsWith("all 25.5 KiB");
        });
  }

  @Test
  void namesInChartsLoseWholeParts() {
    result(
        List.of("analyze", model(12), "--codec", "bdi"),
        "model",
        page -> {
          String names =
              page.evaluate(
                      "shortNames(['odd.safe.12.mlp.up.weight', 'odd.safe.12.mlp.down.weight',"
                          + " 'odd.safe.3.norm.weight'], text => text.length < 14).join(' ')")
                  .asString();
          assertThat(names)
              .isEqualTo("\u202612.mlp.up.\u2026 \u202612.\u2026down.\u2026 \u20263.norm.\u2026");
        });
  }

  @Test
  void systemsAreHeldAgainstEachOtherOverTime() {
    JsonNode json =
        result(
            List.of(
                "simulate",
                "--workload",
                "bfs",
                "--size",
                "quick",
                "--codec",
                "none",
                "--codec",
                "bdi"),
            "",
            page -> {
              assertThat(page.text("#time .spans-figure")).contains("Launches", "none: ", "bdi: ");
              assertThat(page.text("#time .chart-figure")).contains("Instructions a cycle");
              assertThat(page.text("#time .matrix")).contains("none", "bdi");
            });
    assertThat(json.path("runs")).hasSize(2);
  }

  @Test
  void whatHoldsOverAStretchIsDrawnInSteps() {
    result(
        List.of("simulate", "--workload", "bfs", "--size", "quick"),
        "",
        page -> {
          JsonNode steps =
              page.evaluate(
                  "drawings.map(each => each.chart?.getOption().series[0]).filter(each => each?.name"
                      + " === 'IPC').map(each => each.step)");
          assertThat(steps.valueStream().map(JsonNode::asString)).containsExactly("end");
          assertThat(page.text("#time .matrix")).contains("channel");
        });
  }

  @Test
  void linesStandBesideTheirSource() throws IOException {
    Path jobs = Files.createDirectory(directory.resolve("jobs"));
    for (String each : List.of("saxpy.cu", "saxpy.ptx", "saxpy.toml")) {
      Files.copy(Path.of("../jobs").resolve(each), jobs.resolve(each));
    }
    result(
        List.of("simulate", "--job", jobs.resolve("saxpy.toml"), "--by", "line"),
        "saxpy.toml",
        page ->
            assertThat(page.text("#tables")).containsPattern("saxpy[.]ptx:\\d+fma[.]rn[.]f32 %f4"));
  }
}
