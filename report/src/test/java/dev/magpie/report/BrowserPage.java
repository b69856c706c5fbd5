package dev.magpie.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A report opened in the system's headless Chromium. A test that opens one is skipped where there
 * is no browser.
 *
 * <pre>{@code
 * BrowserPage page = BrowserPage.open(Path.of("results/index.html"));
 * assertThat(page.errors()).isEmpty();
 * assertThat(page.drawn()).isEqualTo(12);
 * page.screenshot(Path.of("target/report.png"), 1200, 2000);
 * }</pre>
 */
public final class BrowserPage {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /** What a slow, shared machine needs, and some more. */
  private static final int TIMEOUT_SECONDS = 120;

  private final Path browser;
  private final Path html;
  private final String dom;

  private BrowserPage(Path browser, Path html, String dom) {
    this.browser = browser;
    this.html = html;
    this.dom = dom;
  }

  /** Opens the file and waits until its script has drawn everything. */
  public static BrowserPage open(Path html) {
    Optional<Path> browser = find();
    assumeTrue(browser.isPresent(), "no Chromium on the PATH: the page was not opened");
    String dom = run(browser.get(), html, List.of("--dump-dom"));
    return new BrowserPage(browser.get(), html, dom);
  }

  /** The document as the script left it, as HTML. */
  public String dom() {
    return dom;
  }

  /** How many charts and maps were drawn; fails if the page did not come to the end of it. */
  public int drawn() {
    if (attribute("data-settled").isEmpty()) {
      throw new AssertionError("the page is not drawn to its end: " + errors());
    }
    return Integer.parseInt(attribute("data-drawn").orElse("0"));
  }

  /** Errors of the page's script and requests that its policy blocked, one a line. */
  public List<String> errors() {
    return attribute("data-errors").stream().flatMap(String::lines).toList();
  }

  /**
   * Takes a picture of the page's top.
   *
   * @param options more of the browser's options, such as {@code
   *     --blink-settings=preferredColorScheme=0} for dark
   */
  public void screenshot(Path png, int width, int height, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--hide-scrollbars");
    all.add("--window-size=" + width + "," + height);
    all.add("--screenshot=" + png.toAbsolutePath());
    run(browser, html, all);
  }

  public void print(Path pdf) {
    run(browser, html, List.of("--no-pdf-header-footer", "--print-to-pdf=" + pdf.toAbsolutePath()));
  }

  /** An attribute of the root element, its entities left as they are. */
  private Optional<String> attribute(String name) {
    Matcher root = Pattern.compile("<html[^>]*?\\s" + name + "=\"([^\"]*)\"").matcher(dom);
    return root.find() ? Optional.of(root.group(1)) : Optional.empty();
  }

  /** The system's Chromium, if it has one. */
  public static Optional<Path> find() {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "" : path).split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String run(Path browser, Path html, List<String> options) {
    try {
      Path home = Files.createTempDirectory("magpie-browser");
      try {
        List<String> command =
            new ArrayList<>(
                List.of(
                    browser.toString(),
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--disable-dev-shm-usage",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--no-first-run",
                    "--user-data-dir=" + home.resolve("profile"),
                    "--virtual-time-budget=20000"));
        command.addAll(options);
        command.add(html.toUri().toString());
        Path output = home.resolve("output");
        Process process =
            new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(home.resolve("messages").toFile())
                .start();
        try {
          if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the browser took more than " + TIMEOUT_SECONDS + " s");
          }
        } finally {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
          throw new AssertionError(
              "the browser failed: " + Files.readString(home.resolve("messages")));
        }
        return Files.readString(output);
      } finally {
        delete(home);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the browser ran", e);
    }
  }

  /** A browser's last helpers may still write while this deletes; what stays is no one's loss. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (UncheckedIOException e) {
      // A file vanished under the walk.
    }
  }
}
