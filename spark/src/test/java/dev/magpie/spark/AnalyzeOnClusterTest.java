package dev.magpie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.magpie.cli.analyze.AnalyzeCommand;
import dev.magpie.cli.analyze.TrainCommand;
import dev.magpie.cli.buddy.ProfileCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code magpie analyze --spark} says what one process says, to the byte, whatever happens. */
class AnalyzeOnClusterTest {
  private static final String EXAMPLES = "../examples";

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static StandaloneCluster cluster;

  @SuppressWarnings("NullAway.Init")
  private static ObjectStore store;

  @BeforeAll
  static void start() throws IOException {
    System.setProperty("spark.executor.memory", "512m");
    store = new ObjectStore(Files.createDirectory(directory.resolve("buckets")));
    cluster = new StandaloneCluster(directory.resolve("spark"), 2, store.environment());
  }

  @AfterAll
  static void stop() {
    System.clearProperty("spark.executor.memory");
    cluster.close();
    store.close();
  }

  @Test
  void twoExecutorsSayWhatOneProcessSays() throws IOException {
    Path large = numbers("large.bin", 4 << 20);
    assertSame(
        cluster.address(),
        large.toString(),
        EXAMPLES,
        "--codec",
        "bdi",
        "--codec",
        "e2mc",
        "--figure",
        "entropy",
        "--format",
        "json");
  }

  @Test
  void threadsOfThisProcessDoToo() {
    assertSame(
        "local[2]",
        EXAMPLES,
        "--codec",
        "e2mc",
        "--codec",
        "bdi",
        "--codec",
        "tslc-opt",
        "--approximate",
        "velocity*",
        "--by",
        "allocation");
  }

  @Test
  void executorsReadWebServersThemselves() throws IOException {
    byte[] bytes = Files.readAllBytes(numbers("served.bin", 3 << 20));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> serve(exchange, bytes));
    server.start();
    try {
      String address = "http://localhost:%d/served.bin".formatted(server.getAddress().getPort());
      assertSame(cluster.address(), address, "--codec", "bpc", "--format", "json");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void executorsReadObjectsThemselves() throws IOException {
    Path bucket = Files.createDirectory(directory.resolve("buckets/runs"));
    for (String each : List.of("a.bin", "b.bin")) {
      Files.move(numbers(each, 3 << 20), bucket.resolve(each));
    }
    List<String> codecs = List.of("--codec", "bpc", "--codec", "e2mc", "--format", "csv");
    Command onCluster = onCluster(cluster.address(), codecs, "s3://runs");
    assertThat(onCluster.problem()).isEmpty();
    assertThat(onCluster.out().replace("s3://runs", bucket.toString()))
        .isNotEmpty()
        .isEqualTo(here(codecs, bucket.toString()).out());
  }

  private static void serve(HttpExchange exchange, byte[] bytes) throws IOException {
    try (exchange) {
      Matcher range = RANGE.matcher(exchange.getRequestHeaders().getFirst("Range"));
      assertThat(range.matches()).isTrue();
      int from = Integer.parseInt(range.group(1));
      int to = Math.min(bytes.length, Integer.parseInt(range.group(2)) + 1);
      exchange.getResponseHeaders().set("ETag", "\"one\"");
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, bytes.length));
      exchange.sendResponseHeaders(206, to - from);
      exchange.getResponseBody().write(bytes, from, to - from);
    }
  }

  @Test
  void targetsOfASeriesAreThose() {
    String[] words = {EXAMPLES + "/series", "--format", "json"};
    Command onCluster = Command.run(new ProfileCommand(), List.of(words), "--spark", "local[2]");
    assertThat(onCluster.problem()).isEmpty();
    assertThat(onCluster.out())
        .isNotEmpty()
        .isEqualTo(Command.run(new ProfileCommand(), List.of(words)).out());
  }

  @Test
  void tablesAreThose() throws IOException {
    Path large = numbers("samples.bin", 3_000_004);
    Path here = directory.resolve("here.table");
    Path there = directory.resolve("there.table");
    List<String> words = List.of(large.toString(), "--codec", "sc2", "-o");
    assertThat(Command.run(new TrainCommand(), words, here.toString()).problem()).isEmpty();
    assertThat(
            Command.run(new TrainCommand(), words, there.toString(), "--spark", cluster.address())
                .problem())
        .isEmpty();
    assertThat(there).hasSameTextualContentAs(here);
  }

  @Test
  void anExecutorThatIsKilledChangesNothing() throws Exception {
    Path large = numbers("larger.bin", 24 << 20);
    List<String> words =
        List.of(large.toString(), "--codec", "bpc", "--codec", "c-pack", "--format", "csv");
    CompletableFuture<Command> running =
        CompletableFuture.supplyAsync(() -> onCluster(cluster.address(), words));
    ProcessHandle reader = awaitReader(large, running);
    assertThat(reader.destroyForcibly()).isTrue();
    Command onCluster = running.get();
    assertThat(onCluster.problem()).isEmpty();
    assertThat(onCluster.out()).isEqualTo(here(words).out());
  }

  /** An executor that has the file mapped is at work on it. */
  private static ProcessHandle awaitReader(Path file, CompletableFuture<Command> running)
      throws InterruptedException {
    while (!running.isDone()) {
      for (ProcessHandle each : cluster.executors()) {
        try {
          if (Files.readString(Path.of("/proc/" + each.pid() + "/maps"))
              .contains(file.toString())) {
            return each;
          }
        } catch (IOException _) {
          // It has ended meanwhile.
        }
      }
      Thread.sleep(5);
    }
    throw new AssertionError("no executor was seen at work: " + running.join());
  }

  @Test
  void noMachineWithEnoughMemoryIsALine() {
    System.setProperty("spark.executor.memory", "900g");
    System.setProperty("magpie.spark.patienceSeconds", "1");
    try {
      assertThat(onCluster(cluster.address(), List.of(EXAMPLES)).problem())
          .isEqualTo(
              cluster.address()
                  + ": no machine has begun to work within 1 s; each needs a free core and 900g of"
                  + " memory, and Java 25");
    } finally {
      System.setProperty("spark.executor.memory", "512m");
      System.clearProperty("magpie.spark.patienceSeconds");
    }
  }

  private static void assertSame(String master, String... words) {
    Command onCluster = onCluster(master, List.of(words));
    assertThat(onCluster.problem()).isEmpty();
    assertThat(onCluster.out()).isNotEmpty().isEqualTo(here(List.of(words)).out());
  }

  private static Command onCluster(String master, List<String> words, String... inputs) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(inputs));
    return Command.run(new AnalyzeCommand(), all, "--spark", master);
  }

  private static Command here(List<String> words, String... inputs) {
    return Command.run(new AnalyzeCommand(), words, inputs);
  }

  private static Path numbers(String name, int bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    Random random = new Random(7);
    while (all.hasRemaining()) {
      all.putInt(random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(300));
    }
    return Files.write(directory.resolve(name), all.array());
  }
}
