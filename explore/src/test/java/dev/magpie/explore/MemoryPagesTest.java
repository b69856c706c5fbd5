package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.explore.BrowserSession.Screen;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The pages as people use them, in a browser. */
class MemoryPagesTest {
  private static final Path FIELDS = Path.of("../examples/fields");
  private static final Path SERIES = Path.of("../examples/series");

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

  @ParameterizedTest
  @MethodSource("screens")
  void theFirstPageHasTheFiguresOfTheData(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), screen)) {
      JsonNode total = shown.exactSizes("s=0&codec=bpc").path("total");
      page.waitFor("document.querySelector('.progress .exact')");

      assertThat(page.text(".summary"))
          .contains("%.3f".formatted(total.path("effectiveRatio").asDouble()))
          .contains("%.3f".formatted(total.path("rawRatio").asDouble()))
          .contains("7\u00a0tensors");
      assertThat(page.evaluate("document.querySelectorAll('.row:not([hidden])').length").asInt())
          .isGreaterThanOrEqualTo(7);
      assertThat(page.text(".row .name")).startsWith("populations-2500");
      assertThat(page.text(".bottom")).contains("a test", "0.1.0", "2026-01-01 09:00");
      assertFits(page);
    }
  }

  @Test
  void codecParametersBlockAndMagChangeLive() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      for (String coding : List.of("mag-bdi 128 32", "mag-bdi 64 32", "mag-bdi 64 16")) {
        String[] values = coding.split(" ");
        page.set("#codec", values[0]);
        page.set("#block", values[1]);
        page.set("#mag", values[2]);
        JsonNode total =
            shown
                .exactSizes("s=0&codec=%s&block=%s&mag=%s".formatted((Object[]) values))
                .path("total");
        page.waitFor(
            "document.querySelector('.summary').textContent.includes('%.3f')"
                .formatted(total.path("effectiveRatio").asDouble()));
      }
      page.evaluate(
          "[...document.querySelectorAll('.members input')].find((each) =>"
              + " each.parentNode.textContent === '8').click()");
      page.waitFor("location.hash.includes('bases%3D8')");
      page.settle();
      assertThat(page.text(".progress")).contains("exact");
      assertFits(page);
    }
  }

  @Test
  void searchAndOrderAreOfTheListAndTheLinkRestoresThem() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      page.set("#search", "velocity");
      page.set("#sort", "name");
      page.waitFor("location.hash.includes('sort=name')");
      assertThat(page.text(".found")).startsWith("2\u00a0tensors of 7: 192\u00a0KiB");
      assertThat(page.text(".row .name")).startsWith("velocity-0500");
      String link = page.evaluate("location.href").asString("");

      page.go(URI.create(link));
      assertThat(page.text(".found")).startsWith("2\u00a0tensors of 7: 192\u00a0KiB");
      assertThat(page.text(".row .name")).startsWith("velocity-0500");

      page.set("#search", "no such thing");
      assertThat(page.text(".found")).startsWith("0\u00a0tensors of 7: each word has to be in");
      assertFits(page);
    }
  }

  /** What is refused is asked for once, and what is not there gives way to what is. */
  @Test
  void wrongValuesOfAnAddressDoNoHarm() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page =
            BrowserSession.open(at(shown, "view=tensor&a=2&block=3"), Screen.DESKTOP)) {
      String asked = "performance.getEntriesByType('resource').length";
      page.waitFor("document.body.textContent.includes('block size must be')");
      page.evaluate("new Promise((done) => { setTimeout(done, 500); })");
      int before = page.evaluate(asked).asInt();
      page.evaluate("new Promise((done) => { setTimeout(done, 500); })");
      assertThat(page.evaluate(asked).asInt()).isEqualTo(before);

      page.go(at(shown, "against=9"));
      page.waitFor("!location.hash.includes('against')");
      assertThat(page.text(".row .name")).isNotEmpty();
      page.set("#search", "nosuchword");
      assertThat(page.text(".found"))
          .contains("0\u00a0tensors of 7: each word has to be in a name");
    }
  }

  @Test
  void whatIsSavedIsWhatIsSeen() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(at(shown, "q=heat"), Screen.DESKTOP)) {
      page.waitFor("document.querySelector('.progress .exact')");
      page.evaluate(
          """
          (() => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { globalThis.saved = blob; return make.call(URL, blob); };
          [...document.querySelectorAll('.buttons button')].find((each) => each.textContent === 'Save CSV').click(); })()\
          """);
      List<String> lines = page.evaluate("saved.text()").asString("").lines().toList();
      JsonNode heat = shown.exactSizes("s=0&codec=bpc").path("tensors").get(2);
      assertThat(lines)
          .containsExactly(
              "source,name,dtype,shape,bytes,blocks,codec,codedBits,storedBytes,effectiveBytes,rawRatio,effectiveRatio,exact",
              "../examples/fields/heat.npy,heat,f64,96x96,73728,576,bpc,%d,%d,%d,%s,%s,true"
                  .formatted(
                      heat.path("codedBits").asLong(),
                      heat.path("storedBytes").asLong(),
                      heat.path("effectiveBytes").asLong(),
                      heat.path("rawRatio").asDouble(),
                      heat.path("effectiveRatio").asDouble()));
      assertFits(page);
    }
  }

  @Test
  void theKeyboardGoesFromTheListToABlockAndBack() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page =
            BrowserSession.open(at(shown, "sort=name&order=up"), Screen.DESKTOP)) {
      page.evaluate("document.querySelector('.rows').focus()");
      page.press("ArrowDown");
      page.press("ArrowDown");
      page.press("Enter");
      page.waitFor("document.querySelector('h1')?.textContent === 'heat'");
      page.settle();
      page.evaluate("document.querySelector('.blockmap canvas').focus()");
      page.press("ArrowRight");
      page.press("ArrowRight");
      page.waitFor("document.querySelector('#block-number')?.value === '2'");
      page.press("End");
      page.waitFor("document.querySelector('#block-number')?.value === '575'");
      page.evaluate("document.querySelector('.fields').focus()");
      page.press("ArrowDown");
      page.press("ArrowDown");
      assertThat(
              page.evaluate(
                      "[...document.querySelectorAll('.fields tbody tr')].findIndex((each) =>"
                          + " each.classList.contains('lit'))")
                  .asInt())
          .isEqualTo(1);
      page.evaluate("history.back()");
      page.waitFor("document.querySelector('.rows')");
      assertFits(page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void aBlockIsShownToTheBit(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page =
            BrowserSession.open(at(shown, "view=tensor&a=2&b=0&codec=bpc"), screen)) {
      page.waitFor("document.querySelector('.elements')");
      JsonNode block = shown.json("block?s=0&a=2&b=0&codec=bpc");
      assertThat(page.evaluate("document.querySelectorAll('.elements li').length").asInt())
          .isEqualTo(block.path("elements").size());
      assertThat(page.text(".result"))
          .contains("%,d\u00a0bit".formatted(block.path("bits").asInt()))
          .contains("%d of 4 accesses".formatted(block.path("granules").asInt()));
      StringBuilder bits = new StringBuilder();
      block.path("fields").forEach(each -> bits.append(each.path("bits").asString("")));
      assertThat(
              page.evaluate(
                      "[...document.querySelectorAll('.fields .bits')].map((each) =>"
                          + " each.textContent).join('')")
                  .asString(""))
          .isEqualTo(bits.toString());
      assertThat(page.text(".rivals")).contains("mag-bdi", "c-pack");
      page.waitFor("document.querySelector('.blockmap canvas').dataset.drawn !== undefined");
      // In the middle of the picture, what is pointed at is said.
      page.evaluate(
          """
          (() => { const canvas = document.querySelector('.blockmap canvas'); const box = canvas.getBoundingClientRect();
          canvas.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })); })()\
          """);
      String pointed = page.text(".hover");
      int under =
          Integer.parseInt(pointed.replaceFirst("block ([\\d,]+),.*", "$1").replace(",", ""));
      int granules = shown.json("block?s=0&a=2&codec=bpc&b=" + under).path("granules").asInt();
      assertThat(pointed).endsWith(": %d\u00a0B moved".formatted(32 * granules));
      assertFits(page);
    }
  }

  @Test
  void theWordThatDoesNotFitIsMarked() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      JsonNode block = shown.json("block?s=0&a=2&b=300&codec=warped");
      assertThat(block.path("raw").asBoolean()).isTrue();
      String reason = block.path("reasons").get(0).asString("");
      int word = Integer.parseInt(reason.replaceFirst(".*?word (\\d+) .*", "$1"));
      try (BrowserSession page =
          BrowserSession.open(at(shown, "view=tensor&a=2&b=300&codec=warped"), Screen.DESKTOP)) {
        page.waitFor("document.querySelector('.misfit')");
        // A word of 4 bytes in elements of 8.
        assertThat(
                page.evaluate(
                        "[...document.querySelectorAll('.elements li')].findIndex((each) =>"
                            + " each.classList.contains('misfit'))")
                    .asInt())
            .isEqualTo(word / 2);
        assertThat(page.text(".why")).contains(reason);
        assertFits(page);
      }
    }
  }

  @Test
  void thePictureZoomsAndItsPlaceIsInTheLink() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(at(shown, "view=tensor&a=4"), Screen.DESKTOP)) {
      String drawn = "document.querySelector('.blockmap canvas').dataset.drawn !== undefined";
      page.waitFor(drawn);
      page.click("[aria-label='Zoom in']");
      page.click("[aria-label='Zoom in']");
      page.waitFor("/[#&]z=/.test(location.hash)");
      page.waitFor(drawn);
      page.go(URI.create(page.evaluate("location.href").asString("")));
      page.waitFor("/[#&]z=/.test(location.hash)");
      page.waitFor(drawn);
      // What is painted is one of the colours of the legend.
      assertThat(
              page.evaluate(
                      """
                      (() => { const canvas = document.querySelector('.blockmap canvas');
                      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                      const legend = [...document.querySelectorAll('.maplegend i')].map((each) => getComputedStyle(each).backgroundColor);
                      const seen = new Set();
                      for (let i = 0; i < data.length; i += 4) if (data[i + 3]) seen.add(`rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`);
                      return legend.filter((each) => seen.has(each)).length; })()\
                      """)
                  .asInt())
          .isPositive();
      assertFits(page);
    }
  }

  @Test
  void snapshotsAreComparedAndSeenOverTime() throws IOException {
    List<List<Path>> snapshots;
    try (Stream<Path> all = Files.list(SERIES)) {
      snapshots = all.sorted().map(List::of).toList();
    }
    try (ExplorerFixture shown = new ExplorerFixture(snapshots);
        BrowserSession page = BrowserSession.open(at(shown, "s=0&codec=bpc"), Screen.DESKTOP)) {
      page.set("#against", "3");
      page.waitFor("document.querySelector('.summary .beside')");
      double here =
          shown.exactSizes("s=0&codec=bpc").path("total").path("effectiveRatio").asDouble();
      double there =
          shown.exactSizes("s=3&codec=bpc").path("total").path("effectiveRatio").asDouble();
      assertThat(page.text(".summary"))
          .contains("%.3f".formatted(here), "t003: %.3f".formatted(there));

      page.evaluate("[...document.querySelectorAll('.top nav a')].at(-1).click()");
      page.waitFor("document.querySelector('.chart svg')");
      page.settle();
      assertThat(page.evaluate("document.querySelectorAll('.heat tbody tr').length").asInt())
          .isEqualTo(4);
      assertThat(page.text(".heat thead")).contains("t000", "t005");
      page.show(Screen.PHONE);
      assertFits(page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void targetsAreChosenWithSliders(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(at(shown, "view=buddy"), screen)) {
      page.waitFor(
          "document.querySelector('.controls .exact') && document.querySelector('.chart svg')");
      JsonNode suggested = shown.json("buddy?s=0&codec=bpc&threshold=0.3&limit=4").path("found");
      assertThat(page.text(".buddyfacts"))
          .contains("%.3f".formatted(suggested.path("chosen").path("ratio").asDouble()));
      showFirst(page, suggested);
      page.set(".row .target input", "4");
      page.waitFor("location.hash.includes('targets=0%3A16')");
      JsonNode chosen =
          shown.json("buddy?s=0&codec=bpc&threshold=0.3&limit=4&targets=0:16").path("found");
      page.waitFor(
          "document.querySelector('.buddyfacts').textContent.includes('%.3f')"
              .formatted(chosen.path("chosen").path("ratio").asDouble()));
      assertThat(page.text(".row.own .target output")).isEqualTo("16\u00d7");
      page.click(".row .name");
      page.waitFor("document.querySelector('.blockmap canvas')?.dataset.drawn !== undefined");
      assertThat(page.text(".maplegend")).contains("needs buddy memory");
      assertThat(page.evaluate("document.querySelector('#target').value").asString(""))
          .isEqualTo("16");
      page.evaluate("history.back()");
      page.waitFor("document.querySelector('.buddyfacts .value')");
      page.settle();
      page.click("#reset");
      page.waitFor("!document.querySelector('.row.own')");

      page.set("#threshold", "75");
      JsonNode at75 = shown.json("buddy?s=0&codec=bpc&threshold=0.75&limit=4").path("found");
      page.waitFor(
          "document.querySelector('.buddyfacts').textContent.includes('%.3f')"
              .formatted(at75.path("chosen").path("ratio").asDouble()));
      assertFits(page);
    }
  }

  /** Leaves the row of the allocation that is number 0; the list is sorted by what targets save. */
  private static void showFirst(BrowserSession page, JsonNode found) {
    String name = found.path("allocations").get(0).path("name").asString("");
    page.set("#search", name);
    page.waitFor(
        "document.querySelectorAll('.row:not([hidden])').length === 1"
            + " && document.querySelector('.row').title.endsWith('%s')".formatted(name));
  }

  /** Back leads to where somebody was, and links that name nothing lead to what there is. */
  @Test
  void backLeadsToThePlaceInTheList() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(Path.of("../examples"));
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      page.settle();
      page.evaluate("document.querySelector('.rows').scrollTop = 2000");
      page.waitFor("document.querySelector('#row-37')");
      page.click("#row-37 .name");
      page.waitFor("location.hash.includes('view=tensor')");
      page.settle();
      page.evaluate("history.back()");
      page.waitFor("document.querySelector('#row-37.active')");
      assertThat(page.evaluate("document.querySelector('.rows').scrollTop").asInt())
          .isEqualTo(2000);
      for (String wrong : List.of("a=abc", "a=-1", "a=99999", "a=1&s=9")) {
        page.go(URI.create(shown.explorer.link() + "#view=tensor&" + wrong));
        page.waitFor(
            "document.querySelector('.row .name') || document.querySelector('.tensorhead h1')");
        page.settle();
      }
      assertFits(page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void whatFitsAGpuIsToldLive(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS);
        BrowserSession page = BrowserSession.open(at(shown, "view=buddy"), screen)) {
      page.waitFor("document.querySelector('.controls .exact')");
      page.waitFor("document.querySelector('.capacity tbody tr')");
      page.set("#device", "8");
      page.set("#profiled", "64x64");
      page.set("#fixed", "obstacle*");
      page.set("#link", "64");
      showFirst(page, shown.json("buddy?s=0&codec=bpc&threshold=0.3&limit=4").path("found"));
      page.set(".row .target input", "4");
      JsonNode found =
          shown
              .json(
                  "capacity?s=0&codec=bpc&threshold=0.3&limit=4&targets=0:16&gpu=p100&carve=4"
                      + "&memory=8589934592&profiled=64x64&fixed=obstacle*&link=64")
              .path("found");
      page.waitFor(
          "document.querySelector('.capacity tbody').textContent.includes('%s')"
              .formatted(found.path("buddy").path("size").asString("")));
      assertThat(page.text(".capacity .answer"))
          .contains("grid at most", found.path("uncompressed").path("size").asString(""))
          .contains("%.2f\u00d7".formatted(found.path("gain").asDouble()))
          .contains("%.2f times".formatted(found.path("bounds").path("mostSlowdown").asDouble()));
      assertThat(page.text(".capacity .command"))
          .isEqualTo(
              "magpie capacity targets.json --memory 8GiB --grid 64x64 --fixed 'obstacle*' --link 64");
      page.set("#fixed", "*");
      page.waitFor("document.querySelector('.capacity .problem')");
      assertThat(page.text(".capacity .problem")).contains("no allocation grows");
      assertFits(page);
    }
  }
}
