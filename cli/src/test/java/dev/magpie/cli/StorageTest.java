package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on addresses say what they say on files. */
class StorageTest {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");
  private static final Path EXAMPLES = Path.of("../examples");

  @SuppressWarnings("NullAway.Init")
  private static HttpServer server;

  private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(THREADS);
    server.createContext("/", StorageTest::answer);
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
    THREADS.close();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Path file = EXAMPLES.resolve(exchange.getRequestURI().getPath().substring(1));
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] bytes = Files.readAllBytes(file);
      Matcher range = RANGE.matcher(exchange.getRequestHeaders().getFirst("Range"));
      assertThat(range.matches()).isTrue();
      int from = Integer.parseInt(range.group(1));
      int to = Math.min(bytes.length, Integer.parseInt(range.group(2)) + 1);
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, bytes.length));
      exchange.sendResponseHeaders(206, to - from);
      exchange.getResponseBody().write(bytes, from, to - from);
    }
  }

  private static String address(String name) {
    return "http://localhost:%d/%s".formatted(server.getAddress().getPort(), name);
  }

  private static String onDisk(String name) {
    return EXAMPLES.resolve(name).toString();
  }

  @Test
  void resultsAreThoseOfFiles() {
    String name = "fields/heat.npy";
    for (List<String> command :
        List.of(
            List.of("analyze", "--format", "json"),
            List.of("analyze", "--codec", "all", "--format", "csv"),
            List.of("analyze", "--codec", "e2mc", "--format", "json"),
            List.of("layout", "--format", "json"),
            List.of("pages", "--format", "json"),
            List.of("advise", "--format", "json"))) {
      Ran local = run(command, onDisk(name));
      Ran remote = run(command, address(name));
      assertThat(remote.err()).as(command.toString()).isEqualTo(local.err());
      assertThat(remote.status()).isZero();
      assertThat(remote.out().replace(address(name), onDisk(name)))
          .as(command.toString())
          .isEqualTo(local.out());
    }
  }

  @Test
  void aTableIsTheSame() throws IOException {
    Path local = directory.resolve("local.table");
    Path remote = directory.resolve("remote.table");
    String name = "fields/heat.npy";
    Ran.magpie("train", "--codec", "sc2", onDisk(name), "-o", local);
    assertThat(Ran.magpie("train", "--codec", "sc2", address(name), "-o", remote).status())
        .isZero();
    assertThat(remote).hasSameTextualContentAs(local);
  }

  @Test
  void aMistakeIsALine() {
    Ran missing = Ran.magpie("analyze", address("none.npy"));
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err())
        .isEqualTo("magpie: %s: no such file or directory%n".formatted(address("none.npy")));
    Ran noAddress = Ran.magpie("analyze", "http://local host/a.npy");
    assertThat(noAddress.status()).isEqualTo(2);
    assertThat(noAddress.err()).contains("http://local host/a.npy: is no address");
    Ran written = Ran.magpie("analyze", onDisk("fields"), "-o", address("result.txt"));
    assertThat(written.status()).isEqualTo(2);
    assertThat(written.err()).contains("result.txt: cannot be written: ").hasLineCount(1);
  }

  private static Ran run(List<String> command, String input) {
    return Ran.magpie(Stream.concat(command.stream(), Stream.of(input)).toArray());
  }
}
