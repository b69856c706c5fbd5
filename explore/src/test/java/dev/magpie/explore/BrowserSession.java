package dev.magpie.explore;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.report.BrowserPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page in the system's headless Chromium, used as a person uses it, by Chromium's own protocol. A
 * test that opens one is skipped where there is no browser.
 *
 * <pre>{@code
 * try (BrowserSession page = BrowserSession.open(link, BrowserSession.Screen.DESKTOP)) {
 *   page.evaluate("document.querySelector('#codec').value = 'fpc'");
 *   page.settle();
 *   assertThat(page.errors()).isEmpty();
 * }
 * }</pre>
 */
public final class BrowserSession implements AutoCloseable {
  /** What a slow, shared machine needs, and some more. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final JsonMapper JSON = new JsonMapper();

  /**
   * What a page is shown on.
   *
   * @param dark whether it prefers dark colours
   */
  public record Screen(int width, int height, boolean dark) {
    public static final Screen DESKTOP = new Screen(1440, 900, false);
    public static final Screen PHONE = new Screen(390, 844, false);
  }

  private final Browser browser;
  private final String context;
  private final Connection connection;

  private BrowserSession(Browser browser, String context, Connection connection) {
    this.browser = browser;
    this.context = context;
    this.connection = connection;
  }

  /** Opens a page, and waits until it is settled. */
  public static BrowserSession open(URI link, Screen screen) {
    Optional<Path> program = BrowserPage.find();
    assumeTrue(program.isPresent(), "no Chromium on the PATH: the page was not opened");
    Browser browser = Browser.of(program.get());
    String context =
        browser
            .connection()
            .ask("Target.createBrowserContext", Map.of())
            .path("browserContextId")
            .asString("");
    String tab =
        browser
            .connection()
            .ask("Target.createTarget", Map.of("url", "about:blank", "browserContextId", context))
            .path("targetId")
            .asString("");
    Connection connection = Connection.to(browser.at().resolve("/devtools/page/" + tab));
    BrowserSession session = new BrowserSession(browser, context, connection);
    for (String domain : List.of("Runtime", "Log", "Page")) {
      connection.ask(domain + ".enable", Map.of());
    }
    session.show(screen);
    session.go(link);
    return session;
  }

  /**
   * The browser of all sessions, which lives as long as the tests do: to start one takes longer
   * than most tests. A session has a context of its own, as a new profile would be.
   */
  private record Browser(URI at, Connection connection) {
    private static @Nullable Browser running;

    static synchronized Browser of(Path program) {
      if (running == null) {
        try {
          running = start(program);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return running;
    }

    private static Browser start(Path program) throws IOException {
      Path home = Files.createTempDirectory("magpie-browser");
      Process process =
          new ProcessBuilder(
                  program.toString(),
                  "--headless",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-dev-shm-usage",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--disable-sync",
                  "--no-first-run",
                  "--hide-scrollbars",
                  "--remote-debugging-port=0",
                  "--user-data-dir=" + home.resolve("profile"),
                  "about:blank")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, home)));
      // Its port, and the path of its own socket.
      Path file = home.resolve("profile/DevToolsActivePort");
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (!Files.exists(file) || Files.readAllLines(file).size() < 2) {
        pause(end, "the browser to start");
      }
      List<String> lines = Files.readAllLines(file);
      URI at = URI.create("ws://127.0.0.1:" + lines.getFirst() + lines.getLast());
      return new Browser(at, Connection.to(at));
    }

    private static void end(Process process, Path home) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      // Its last helpers may still write while this deletes; what stays is no one's loss.
      try (Stream<Path> files = Files.walk(home)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException | UncheckedIOException e) {
        // A file vanished under the walk.
      }
    }
  }

  private static void pause(long end, String what) {
    if (System.nanoTime() > end) {
      throw new AssertionError("waited in vain for " + what);
    }
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Changes what it is shown on. */
  public void show(Screen screen) {
    connection.ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            screen.width(),
            "height",
            screen.height(),
            "deviceScaleFactor",
            1,
            "mobile",
            screen.width() < 600));
    connection.ask(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of(
                    "name", "prefers-color-scheme", "value", screen.dark() ? "dark" : "light"))));
  }

  /** Goes to an address, in a page that is loaded anew, and waits until it is settled. */
  public void go(URI link) {
    connection.ask("Page.navigate", Map.of("url", "about:blank"));
    connection.ask("Page.navigate", Map.of("url", link.toString()));
    settle();
  }

  /** Waits until all that the page shows has come. */
  public void settle() {
    waitFor("document.documentElement?.dataset.settled !== undefined");
  }

  /** Waits until an expression is true. */
  public void waitFor(String expression) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!evaluate("Boolean(%s)".formatted(expression)).asBoolean(false)) {
      pause(end, expression + "; " + errors());
    }
  }

  /** The value of an expression in the page; of a promise, what it becomes. */
  public JsonNode evaluate(String expression) {
    JsonNode answer =
        connection.ask(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(answer.path("exceptionDetails").toString());
    }
    return answer.path("result").path("value");
  }

  /** The text of the first element that a selector finds. */
  public String text(String selector) {
    return evaluate("document.querySelector(`%s`)?.textContent ?? ''".formatted(selector))
        .asString("");
  }

  /** Clicks the first element that a selector finds, and waits until the page is settled. */
  public void click(String selector) {
    evaluate("document.querySelector(`%s`).click()".formatted(selector));
    settle();
  }

  /** Puts a value into a field or a choice, as a person does. */
  public void set(String selector, String value) {
    evaluate(
        """
        (() => { const field = document.querySelector(`%s`); field.value = `%s`;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true })); })()\
        """
            .formatted(selector, value));
    settle();
  }

  /** Presses a key, such as {@code ArrowDown} or {@code Enter}. */
  public void press(String key) {
    for (String type : List.of("keyDown", "keyUp")) {
      connection.ask("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key));
    }
    settle();
  }

  /**
   * Presses the mouse on an element at shares of its size, moves by so many pixels, and lets go.
   */
  public void drag(String selector, double across, double down, int dx, int dy) {
    JsonNode box =
        evaluate(
            """
            (() => { const element = document.querySelector(`%s`); element.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height }; })()\
            """
                .formatted(selector));
    double x = box.path("x").asDouble() + across * box.path("width").asDouble();
    double y = box.path("y").asDouble() + down * box.path("height").asDouble();
    mouse("mousePressed", x, y);
    if (dx != 0 || dy != 0) {
      mouse("mouseMoved", x + dx / 2.0, y + dy / 2.0);
      mouse("mouseMoved", x + dx, y + dy);
    }
    mouse("mouseReleased", x + dx, y + dy);
    settle();
  }

  private void mouse(String type, double x, double y) {
    connection.ask(
        "Input.dispatchMouseEvent",
        Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1));
  }

  /** Errors of scripts, of requests and of the page's policy so far. */
  public List<String> errors() {
    return List.copyOf(connection.heard().errors);
  }

  /** Takes a picture of what is in sight. */
  public void picture(Path png) {
    JsonNode answer = connection.ask("Page.captureScreenshot", Map.of("format", "png"));
    try {
      Files.write(png, Base64.getDecoder().decode(answer.path("data").asString("")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    connection.socket().abort();
    browser.connection().ask("Target.disposeBrowserContext", Map.of("browserContextId", context));
  }

  /** Questions, and what is heard. */
  private record Connection(WebSocket socket, Heard heard, AtomicInteger numbers) {
    static Connection to(URI address) {
      Heard heard = new Heard();
      WebSocket socket =
          HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, heard).join();
      return new Connection(socket, heard, new AtomicInteger());
    }

    JsonNode ask(String method, Map<String, Object> parameters) {
      int number = numbers.incrementAndGet();
      CompletableFuture<JsonNode> answer = new CompletableFuture<>();
      heard.asked.put(number, answer);
      String question =
          JSON.writeValueAsString(Map.of("id", number, "method", method, "params", parameters));
      socket.sendText(question, true).join();
      try {
        return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      } catch (ExecutionException | TimeoutException e) {
        throw new AssertionError(method, e);
      }
    }
  }

  /** Answers, and what the browser says unasked. */
  private static final class Heard implements WebSocket.Listener {
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        JsonNode message = JSON.readTree(part.toString());
        part.setLength(0);
        heard(message);
      }
      from.request(1);
      return null;
    }

    private void heard(JsonNode message) {
      JsonNode about = message.path("params");
      switch (message.path("method").asString("")) {
        case "" -> {
          CompletableFuture<JsonNode> answer = asked.remove(message.path("id").asInt(0));
          if (answer != null) {
            answer.complete(message.path("result"));
          }
        }
        case "Runtime.exceptionThrown" -> errors.add(about.path("exceptionDetails").toString());
        case "Runtime.consoleAPICalled" -> {
          if (about.path("type").asString("").equals("error")) {
            errors.add(about.path("args").toString());
          }
        }
        case "Log.entryAdded" -> {
          if (about.path("entry").path("level").asString("").equals("error")) {
            errors.add(about.path("entry").toString());
          }
        }
        default -> {
          // Nothing that tests look at.
        }
      }
    }
  }
}
