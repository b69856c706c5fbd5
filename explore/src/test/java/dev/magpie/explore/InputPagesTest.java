package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.BrowserSession.Screen;
import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of inputs that are slow, wrong, many, or called strangely. */
class InputPagesTest {
  private static final Explorer.Start START =
      new Explorer.Start("", "", "", false, CodecSpec.parse("bpc"), Granularity.DEFAULT, 1);

  private static final Path FIELDS = Path.of("../examples/fields");

  @TempDir private Path directory;

  private static void assertFits(BrowserSession page) {
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
        .as("nothing is wider than the screen")
        .isTrue();
    assertThat(page.errors()).isEmpty();
  }

  @Test
  void whatCannotBeOpenedIsSaidAndWhatTakesTimeIsWaitedFor() throws IOException {
    Input<Snapshot> damaged =
        new Input<>(
            "x",
            "x",
            () -> {
              throw new SnapshotException("x.npy: is <b>damaged</b>");
            });
    try (Explorer explorer =
            Explorer.start(Explorer.Inputs.ofSnapshots(List.of(damaged)), START, 0, _ -> {});
        BrowserSession page = BrowserSession.open(explorer.link(), Screen.PHONE)) {
      assertThat(page.text("main")).contains("nothing to look at", "x.npy: is <b>damaged</b>");
      assertFits(page);
    }
    CountDownLatch unpacked = new CountDownLatch(1);
    Explorer.Inputs slow = Explorer.Inputs.ofSnapshots(List.of(fieldsAfter(unpacked)));
    try (Explorer explorer = Explorer.start(slow, START, 0, _ -> {})) {
      Thread.ofVirtual()
          .start(() -> {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            unpacked.countDown();
          });
      try (BrowserSession page = BrowserSession.open(explorer.link(), Screen.DESKTOP)) {
        page.waitFor("document.querySelector('.row')");
        assertFits(page);
      }
    }
  }

  private static Input<Snapshot> fieldsAfter(CountDownLatch unpacked) {
    return new Input<>(
        "fields",
        FIELDS.toString(),
        () -> {
          try {
            unpacked.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Snapshot.open(List.of(FIELDS));
        });
  }

  /** A snapshot that is not open yet, and a scene. */
  private static Explorer.Inputs fieldsAnd(String scene, CountDownLatch unpacked) {
    return new Explorer.Inputs(
        List.of(fieldsAfter(unpacked)),
        List.of(ExplorerFixture.scene(scene)),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new ShownGpus(Map.of()));
  }

  /** What is open is looked at while the rest is being opened. */
  @Test
  void aSceneDoesNotWaitForASnapshot() throws IOException {
    CountDownLatch unpacked = new CountDownLatch(1);
    try (Explorer explorer =
            Explorer.start(fieldsAnd("builtin:rooms", unpacked), START, 0, _ -> {});
        BrowserSession page = BrowserSession.open(explorer.link(), Screen.DESKTOP)) {
      page.waitFor("document.querySelector('canvas')");
      assertThat(page.text("nav")).isEqualTo("Depth");
      assertThat(page.text(".inputs")).contains("others are being opened");

      unpacked.countDown();
      page.waitFor("document.querySelectorAll('nav a').length === 3");
      assertThat(page.text("nav")).isEqualTo("MemoryBuddyDepth");
      assertThat(page.text(".inputs")).doesNotContain("others are being opened");
      assertThat(
              page.evaluate("document.querySelector('nav [aria-current]').textContent")
                  .asString(""))
          .isEqualTo("Depth");
      page.evaluate("document.querySelector('.bottom summary').click()");
      assertThat(page.text(".bottom"))
          .contains("2\u00a0inputs", FIELDS.toString(), "builtin:rooms");
      page.evaluate("document.querySelector('nav a').click()");
      page.waitFor("document.querySelector('.row')");
      assertFits(page);
      String link = page.evaluate("location.href").asString("");
      page.go(URI.create(link));
      page.waitFor("document.querySelector('.row')");
    }
  }

  @Test
  void whatCannotBeOpenedIsLeftOutAndSaid() throws IOException {
    CountDownLatch unpacked = new CountDownLatch(1);
    unpacked.countDown();
    try (Explorer explorer =
        Explorer.start(fieldsAnd("builtin:nope", unpacked), START, 0, _ -> {})) {
      explorer.opening().join();
      assertThat(explorer.problems()).singleElement().asString().contains("nope");
      try (BrowserSession page = BrowserSession.open(explorer.link(), Screen.DESKTOP)) {
        page.waitFor("document.querySelector('.row')");
        assertThat(page.text("nav")).isEqualTo("MemoryBuddy");
        assertThat(page.text(".bottom summary")).isEqualTo("1\u00a0remark on the files");
        assertThat(page.text(".bottom")).contains("left out", "nope");
        assertFits(page);
      }
    }
  }

  @Test
  void whereNothingCanBeOpenedThatIsWhy() throws IOException {
    try (Explorer explorer =
        Explorer.start(
            Explorer.Inputs.ofScenes(
                List.of(
                    new Input<>(
                        "nope",
                        "nope",
                        () -> {
                          throw new IllegalArgumentException("there is no nope");
                        }))),
            START,
            0,
            _ -> {})) {
      assertThatThrownBy(explorer.opening()::join).hasMessageContaining("there is no nope");
      try (BrowserSession page = BrowserSession.open(explorer.link(), Screen.DESKTOP)) {
        page.waitFor("document.querySelector('.message[role=alert]')");
        assertThat(page.text("main")).contains("There is nothing to look at", "there is no nope");
      }
    }
  }

  /** A file's names are text wherever they stand. */
  @Test
  void namesWithMarkupAreText() throws IOException {
    String name = "<img src=x onerror=\\\"document.title='broken'\\\"><script>alert(1)</script>";
    String head =
        "{\"%s\":{\"dtype\":\"F32\",\"shape\":[64],\"data_offsets\":[0,256]},\"b\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[256,256]}}"
            .formatted(name);
    byte[] text = head.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(8 + text.length + 256).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    Path file = Files.write(directory.resolve("<b>bold<b>.safetensors"), bytes.array());
    try (ExplorerFixture shown = ExplorerFixture.of(file);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      assertThat(page.text(".rows")).contains("<img src=x", "script>");
      page.evaluate("document.querySelector('.rows').focus()");
      page.press("Enter");
      page.waitFor("document.querySelector('h1')");
      page.settle();
      assertThat(page.text("h1")).contains("<img src=x");
      assertThat(
              page.evaluate("document.querySelectorAll('main img, main script, main b b').length")
                  .asInt())
          .isZero();
      assertThat(page.evaluate("document.title").asString("")).startsWith("<img src=x");
      // An array without bytes has no block, and says so.
      page.go(URI.create(shown.explorer.link() + "#view=tensor&a=1"));
      assertThat(page.text(".halves")).contains("no bytes");
      assertFits(page);
    }
  }

  private Path safetensors(String file, String... names) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (String each : names) {
      tensors.put(each, new Tensor(Dtype.U8, List.of(256L), MemorySegment.ofArray(new byte[256])));
    }
    Path written = directory.resolve(file);
    Files.createDirectories(written.getParent());
    SafetensorsWriter.write(written, tensors);
    return written;
  }

  @Test
  void namesThatDifferInWhatPartsThemAreAllInTheTree() throws IOException {
    Path file = safetensors("tree.safetensors", "enc.w", "enc.b", "enc/w2", "enc/b2", "dec.w");
    try (ExplorerFixture shown = ExplorerFixture.of(file);
        BrowserSession page =
            BrowserSession.open(URI.create(shown.explorer.link() + "#list=tree"), Screen.DESKTOP)) {
      page.settle();
      assertThat(page.text(".rows")).contains("b2", "w2", "dec.w");
      assertThat(
              page.evaluate("document.querySelectorAll('.row:not([hidden]):not(.group)').length")
                  .asInt())
          .isEqualTo(5);
      // Return goes into a group, as a click on its name among the areas does.
      page.evaluate("document.querySelector('.rows').focus()");
      for (String key : List.of("ArrowDown", "Home", "Enter")) {
        page.press(key);
      }
      page.waitFor("document.querySelector('.trail b').textContent !== 'tree.safetensors'");
      page.press("Escape");
      page.waitFor("document.querySelector('.trail b').textContent === 'tree.safetensors'");
      // What was chosen by keyboard keeps the focus.
      page.evaluate("document.querySelector('.switcher button').focus()");
      page.evaluate("document.activeElement.click()");
      page.waitFor("!location.hash.includes('tree')");
      assertThat(page.evaluate("document.activeElement.textContent").asString(""))
          .isEqualTo("Ranking");
      assertFits(page);
    }
  }

  @Test
  void filesOfTheSameNameAreToldFromEachOther() throws IOException {
    safetensors("one/m.safetensors", "w", "b");
    safetensors("two/m.safetensors", "w", "b");
    try (ExplorerFixture shown =
            ExplorerFixture.of(directory.resolve("one"), directory.resolve("two"));
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      assertThat(page.text(".rows")).contains("one/m.safetensors", "two/m.safetensors");
    }
  }

  /** Layers are told apart by what is in the middle of a name. */
  @Test
  void longNamesLoseWholePartsOfTheirMiddle() throws IOException {
    String name = "model.encoder.layers.35.self_attention.key_projection.weight.quantized";
    Path file = safetensors("long.safetensors", name, name.replace("35", "36"));
    try (ExplorerFixture shown = ExplorerFixture.of(file);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.PHONE)) {
      String written = page.text(".row .shortname");
      assertThat(written).contains("\u2026").hasSizeLessThan(name.length());
      assertThat(List.of(name.split("(?<=[._])")))
          .as(written)
          .containsAll(List.of(written.replace("\u2026", "").split("(?<=[._])")));
      assertFits(page);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesEndWithinTheirPlaceAndAreToldApart(boolean phone) throws IOException {
    String attention = "enc.layer.0.attention.self.query_key_value_projection_matrix.";
    List<String> names = new ArrayList<>(List.of(attention + "weight", attention + "bias"));
    for (int layer = 8; layer < 12; layer++) {
      names.add("model.decoder.layers.%d.self_attn.q_proj.weight".formatted(layer));
    }
    names.add("averylongword".repeat(8));
    Path file = safetensors("names.safetensors", names.toArray(String[]::new));
    try (ExplorerFixture shown = ExplorerFixture.of(file);
        BrowserSession page =
            BrowserSession.open(shown.explorer.link(), phone ? Screen.PHONE : Screen.DESKTOP)) {
      assertThat(
              page.evaluate(
                      "[...document.querySelectorAll('.row:not([hidden]) .shortname')].filter((each) =>"
                          + " each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)"
                          + ".map((each) => each.textContent).join()")
                  .asString("none"))
          .isEmpty();
      assertThat(
              page.evaluate(
                      "new Set([...document.querySelectorAll('.row:not([hidden]) .shortname')].map((each) => each.textContent)).size")
                  .asInt())
          .isEqualTo(names.size());
      assertFits(page);
    }
  }

  @Test
  void whatDiffersMostComesFirst() throws IOException {
    Path here = differing("here.safetensors", 1, 0, 1);
    Path there = differing("there.safetensors", 1, 1, 1);
    try (ExplorerFixture shown = new ExplorerFixture(List.of(List.of(here), List.of(there)));
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.PHONE)) {
      page.waitFor("document.querySelector('.progress .exact')");
      assertThat(page.text(".row .shortname")).isEqualTo("array1");
      assertThat(page.text(".row .saved")).startsWith("\u2212");
      assertFits(page);
      page.evaluate("document.querySelector('.rows').focus()");
      page.press("Enter");
      page.waitFor("location.hash.includes('view=tensor')");
      page.press("Escape");
      page.waitFor("!location.hash.includes('view=tensor')");
    }
  }

  /** Arrays of noise where a number is 1, and of zeros. */
  private Path differing(String file, int... noisy) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < noisy.length; i++) {
      byte[] bytes = new byte[4096];
      if (noisy[i] == 1) {
        new Random(i).nextBytes(bytes);
      }
      tensors.put("array" + i, new Tensor(Dtype.U8, List.of(4096L), MemorySegment.ofArray(bytes)));
    }
    Path written = directory.resolve(file);
    SafetensorsWriter.write(written, tensors);
    return written;
  }

  @Test
  void aServerThatIsGoneIsNotAskedWithoutEnd() throws IOException {
    BrowserSession opened;
    try (ExplorerFixture shown = ExplorerFixture.of(FIELDS)) {
      opened =
          BrowserSession.open(
              URI.create(shown.explorer.link() + "#view=tensor&a=0"), Screen.DESKTOP);
      opened.settle();
    }
    try (BrowserSession page = opened) {
      page.evaluate("performance.clearResourceTimings()");
      page.evaluate("document.querySelector('.switcher button:last-child').click()");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2500));
      assertThat(
              page.evaluate(
                      "performance.getEntriesByType('resource').filter((each) =>"
                          + " each.name.includes('/data/map')).length")
                  .asInt())
          .isLessThan(20);
      assertThat(page.text(".hover")).contains("magpie has ended");
    }
  }

  @Test
  void whatWouldTurnANameIsShownAsWhatItIs() throws IOException {
    Path file = Files.copy(FIELDS.resolve("dye-2500.npy"), directory.resolve("a\u202etxt.npy"));
    try (ExplorerFixture shown = ExplorerFixture.of(file);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      assertThat(page.text(".row .name")).startsWith("a\\u202etxt");
      assertThat(page.text("body")).doesNotContain("\u202e");
    }
  }

  @Test
  void ofTenThousandTensorsThereAreRowsOnlyWhereOneLooks() throws IOException {
    int tensors = 10_000;
    StringBuilder head = new StringBuilder("{");
    for (int i = 0; i < tensors; i++) {
      head.append(
          "%s\"blk.%d.w%d\":{\"dtype\":\"U8\",\"shape\":[128],\"data_offsets\":[%d,%d]}"
              .formatted(i == 0 ? "" : ",", i / 20, i % 20, 128 * i, 128 * (i + 1)));
    }
    byte[] text = head.append('}').toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + text.length + 128 * tensors).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    Path file = Files.write(directory.resolve("many.safetensors"), bytes.array());
    try (ExplorerFixture shown = ExplorerFixture.of(file);
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      page.waitFor("document.querySelector('.rows').getAttribute('aria-rowcount') === '10001'");
      page.settle();
      assertThat(page.evaluate("document.querySelectorAll('.row').length").asInt()).isLessThan(60);
      int most =
          page.evaluate(
                  """
                  (async () => { const rows = document.querySelector('.rows'); let most = 0;
                  for (let i = 0; i < 20; i++) { rows.scrollTop = (i * 35171) % (rows.scrollHeight - 500); await new Promise((done) => setTimeout(done, 50));
                  most = Math.max(most, document.querySelectorAll('.row').length); }
                  return most; })()\
                  """)
              .asInt();
      assertThat(most).isBetween(5, 60);
      assertFits(page);
    }
  }
}
