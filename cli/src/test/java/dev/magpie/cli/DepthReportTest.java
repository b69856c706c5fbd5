package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.explore.BrowserSession;
import dev.magpie.explore.BrowserSession.Screen;
import dev.magpie.explore.ExplorerFixture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of {@code magpie depth}: its pictures, and its maps, which are those of explore. */
class DepthReportTest {
  private static final Pattern PAGE =
      Pattern.compile(
          "<script type=\"application/json\" id=\"page\">(.*?)</script>", Pattern.DOTALL);

  private static final Pattern NUMBER = Pattern.compile("[-+]?[\\d,]+(\\.\\d+)?");

  @TempDir private Path directory;

  /** What a command measured, and its page. */
  private record Written(JsonNode json, Path html, JsonNode page) {
    JsonNode element(String section) {
      return page.path("sections")
          .valueStream()
          .filter(each -> each.path("id").asString().equals(section))
          .findFirst()
          .orElseThrow()
          .path("elements")
          .get(0);
    }

    JsonNode figure(String title) {
      return element("map")
          .path("figures")
          .valueStream()
          .filter(each -> each.path("map").path("title").asString().equals(title))
          .findFirst()
          .orElseThrow();
    }
  }

  private Written write(Object... command) throws IOException {
    Path html = directory.resolve("depth.html");
    Object[] words =
        Stream.concat(Arrays.stream(command), Stream.of("--format", "json", "--report", html))
            .toArray();
    Ran ran = Ran.magpie(words);
    assertThat(ran.status()).as(ran.err()).isZero();
    Matcher data = PAGE.matcher(Files.readString(html));
    assertThat(data.find()).isTrue();
    return new Written(ran.json(), html, new JsonMapper().readTree(data.group(1)));
  }

  /** Of each tile, what the map says. */
  private static List<String> tiles(JsonNode figure, int layer) throws IOException {
    JsonNode map = figure.path("map");
    byte[] packed =
        Base64.getDecoder().decode(map.path("layers").get(layer).path("packed").asString());
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(packed), new Inflater(true))) {
      byte[] levels = in.readAllBytes();
      return IntStream.range(0, levels.length)
          .mapToObj(tile -> map.path("levels").get(Byte.toUnsignedInt(levels[tile])).asString())
          .toList();
    }
  }

  /** Whether a level, such as "64 B" or "0.05 to 0.10", is a value's. */
  private static boolean covers(String level, double value) {
    List<Double> ends =
        NUMBER
            .matcher(level)
            .results()
            .map(each -> Double.parseDouble(each.group().replace(",", "")))
            .toList();
    // Ends are written with two digits.
    return ends.size() == 1
        ? ends.getFirst() == value
        : ends.get(0) - 0.006 <= value && value <= ends.get(1) + 0.006;
  }

  private static void assertThatSame(List<String> tiles, JsonNode asked) {
    JsonNode values = asked.path("values");
    assertThat(tiles).hasSize(values.size()).hasSizeGreaterThan(900);
    for (int tile = 0; tile < tiles.size(); tile++) {
      double value = values.get(tile).asDouble();
      assertThat(
              asked.path("modes").isEmpty()
                  ? covers(tiles.get(tile), value)
                  : tiles.get(tile).equals(asked.path("modes").get((int) value).asString()))
          .as("%s of tile %d: %s, %s", asked.path("figure"), tile, tiles.get(tile), value)
          .isTrue();
    }
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,d", (long) value)
        : String.format(Locale.ROOT, "%,.2f", value);
  }

  @Test
  void mapsAreThoseOfExplore() throws IOException {
    Written written =
        write(
            "depth",
            "builtin:rooms",
            "--size",
            "320x180",
            "--cache",
            "4KiB",
            "--codec",
            "do",
            "--codec",
            "c");
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      JsonNode runs = written.json().path("runs");
      assertThat(runs.size()).isEqualTo(4);
      for (JsonNode figure : written.element("map").path("figures")) {
        JsonNode map = figure.path("map");
        String title = map.path("title").asString();
        boolean difference = title.equals("bytes, pre \u2212 post");
        for (int layer = 0; layer < map.path("layers").size(); layer++) {
          JsonNode run = runs.get(difference ? 2 * layer : layer);
          JsonNode asked =
              shown.json(
                  "tilemap?figure=%s&codec=%s&placement=%s&cache=4096&size=320x180"
                      .formatted(
                          difference ? "bytes&difference=yes" : title,
                          run.path("codec").asString(),
                          run.path("placement").asString()));
          assertThatSame(tiles(figure, layer), asked);
          String note = figure.path("notes").get(layer).asString().replace('\u00a0', ' ');
          double total = asked.path("total").asDouble();
          switch (title) {
            case "mode" -> assertThat(note).contains("raw ");
            case "overdraw" ->
                assertThat(note)
                    .endsWith(number(total / asked.path("values").size()) + " in the mean");
            default ->
                assertThat(note.replace("+", ""))
                    .startsWith(number(asked.path("least").asDouble()))
                    .contains(" to " + number(asked.path("most").asDouble()))
                    .contains("together " + number(total));
          }
        }
      }
    }
  }

  /** A prepass is two passes over one target, whose tiles are those after the last. */
  @Test
  void mapsSumUpAllPassesOfSeveralSamples() throws IOException {
    Written written =
        write(
            "depth",
            "builtin:rooms",
            "--size",
            "161x90",
            "--cache",
            "4KiB",
            "--codec",
            "do",
            "--samples",
            "2",
            "--prepass",
            "on");
    JsonNode runs = written.json().path("runs");
    JsonNode scene = written.json().path("scene");
    for (int run = 0; run < runs.size(); run++) {
      assertThat(note(written, "bytes", run))
          .endsWith("together %,d B".formatted(runs.get(run).path("bytes").asLong()));
      assertThat(note(written, "hits", run))
          .endsWith("together %,d".formatted(runs.get(run).path("hits").asLong()));
      List<String> modes = tiles(written.figure("mode"), run);
      runs.get(run)
          .path("tilesByMode")
          .properties()
          .forEach(mode ->
              assertThat(modes.stream().filter(mode.getKey()::equals).count())
                  .isEqualTo(mode.getValue().asLong()));
    }
    assertThat(note(written, "events", 0))
        .endsWith("together %,d".formatted(scene.path("events").asLong()));
    assertThat(note(written, "culled", 0))
        .endsWith("together %,d".formatted(scene.path("culledLines").asLong()));
    // Tiles of 8x8 samples are 4x8 pixels, and a picture has no dots for samples.
    assertThat(written.element("map").path("aspect").asDouble()).isEqualTo(0.5);
    assertThat(written.element("frame").path("pictures").get(0).path("width").asInt())
        .isEqualTo(161);
  }

  private static String note(Written written, String figure, int layer) {
    return written.figure(figure).path("notes").get(layer).asString().replace('\u00a0', ' ');
  }

  @Test
  void severalFramesAreInTheMeanAndTheLastOfThemIsSeen() throws IOException {
    Written written =
        write(
            "depth",
            "builtin:city",
            "--size",
            "1000x500",
            "--cache",
            "4KiB",
            "--codec",
            "do",
            "--frames",
            "3");
    JsonNode runs = written.json().path("runs");
    for (int run = 0; run < runs.size(); run++) {
      double mean = runs.get(run).path("bytes").asDouble() / 3;
      assertThat(note(written, "bytes", run)).endsWith("together " + number(mean) + " B");
    }
    assertThat(written.figure("bytes").path("map").path("caption").asString())
        .endsWith("in the mean of the 3 frames.");
    assertThat(written.figure("bits").path("map").path("caption").asString())
        .endsWith("of the last of the 3 frames.");
    JsonNode frame = written.element("frame");
    assertThat(frame.path("caption").asString())
        .isEqualTo("The last of the 3 frames. 960 of 1000 pixels across.");
    assertThat(frame.path("pictures").get(1).path("height").asInt()).isEqualTo(480);
  }

  @Test
  void aFigureIsChosenAndPicturesAreSeen() throws IOException {
    Written written = write("depth", "builtin:hall", "--size", "640x360", "--cache", "4KiB");
    for (Screen screen : List.of(Screen.DESKTOP, new Screen(1440, 900, true), Screen.PHONE)) {
      try (BrowserSession page = BrowserSession.open(written.html().toUri(), screen)) {
        assertThat(
                page.evaluate(
                        "[...document.images].map(image => image.complete && image.naturalWidth).join()")
                    .asString())
            .isEqualTo("640,640");
        assertThat(page.evaluate("[...document.images].every(image => image.alt)").asBoolean())
            .isTrue();
        assertThat(
                page.evaluate(
                        "[...document.querySelectorAll('.picture a')].map(link => link.download).join()")
                    .asString())
            .isEqualTo("shaded.png,depth.png");
        assertThat(columns(page, ".picture")).isEqualTo(screen.equals(Screen.PHONE) ? 1 : 2);
        assertThat(canvases(page)).isEqualTo(6);
        assertThat(columns(page, "#map canvas")).isEqualTo(screen.equals(Screen.PHONE) ? 1 : 3);

        choose(page, 0, "mode");
        assertThat(page.text("#map .legend")).contains("cleared", "do25", "raw");
        page.evaluate("document.querySelector('#map canvas').focus()");
        page.press("ArrowDown");
        page.press("ArrowRight");
        assertThat(page.text("#map .status"))
            .isEqualTo(
                "raw, pre: tile 81, column 1, row 1: " + tiles(written.figure("mode"), 0).get(81));

        choose(page, 1, "c, post");
        page.waitFor("document.querySelectorAll('#map canvas').length === 1");
        choose(page, 0, "bits");
        assertThat(page.text("#map h4")).as("the back-end is kept").isEqualTo("c, post");
        assertThat(canvases(page)).isEqualTo(1);
        choose(page, 0, "overdraw");
        assertThat(page.text("#map h4")).isEqualTo("all back-ends");
        choose(page, 0, "bytes, pre \u2212 post");
        page.waitFor("document.querySelectorAll('#map canvas').length === 3");
        assertThat(page.text("#map .scale"))
            .matches("-[\\d,]+\u00a0B\\+[\\d,]+\u00a0B( and beyond)?");
        page.evaluate("document.querySelector('#map .numbers summary').click()");
        page.waitFor("document.querySelector('#map .numbers td')");
        assertThat(
                page.evaluate(
                        "[...document.querySelectorAll('#map .numbers td:nth-child(2)')]"
                            + ".reduce((sum, each) => sum + Number(each.textContent.replaceAll(',', '')), 0)")
                    .asInt())
            .isEqualTo(80 * 45);
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
            .isTrue();
        assertThat(page.errors()).isEmpty();
        assertThat(page.text("html[data-errors]")).isEmpty();
        page.evaluate("document.getElementById('map').scrollIntoView({behavior: 'instant'})");
        page.picture(
            Path.of(
                "target/depth-report-%d%s.png"
                    .formatted(screen.width(), screen.dark() ? "-dark" : "")));
      }
    }
  }

  private static void choose(BrowserSession page, int chooser, String value) {
    page.evaluate("document.querySelectorAll('#map select')[%d].id = 'chooser'".formatted(chooser));
    page.evaluate("document.querySelector('#map .maps').firstChild.id = 'before'");
    page.set("#chooser", value);
    page.evaluate("document.getElementById('chooser').removeAttribute('id')");
    page.waitFor("!document.getElementById('before')");
  }

  private static int canvases(BrowserSession page) {
    return page.evaluate("document.querySelectorAll('#map canvas').length").asInt();
  }

  private static int columns(BrowserSession page, String selector) {
    return page.evaluate(
            "new Set([...document.querySelectorAll('%s')].map(each => each.getBoundingClientRect().left)).size"
                .formatted(selector))
        .asInt();
  }
}
