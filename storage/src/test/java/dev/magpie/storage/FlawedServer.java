package dev.magpie.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web server of this process, that gives ranges of files, not always all or at once. */
final class FlawedServer implements AutoCloseable {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

  /** What happens to an answer. */
  enum Flaw {
    NONE,
    FAILS,
    BREAKS_OFF,
    STALLS,
    IS_OF_ANOTHER_PLACE
  }

  /** Decides by the number of the request, from 0 on, without those that only find. */
  @FunctionalInterface
  interface Plan {
    Flaw flaw(int request);
  }

  /** A file, and what it is told by. */
  private static final class Served {
    final byte[] bytes;
    final String tag;

    Served(byte[] bytes, String tag) {
      this.bytes = bytes;
      this.tag = tag;
    }
  }

  private final HttpServer server;
  private final Map<String, Served> files = new ConcurrentHashMap<>();
  private final Map<String, String> redirections = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private volatile Plan plan = _ -> Flaw.NONE;
  private volatile boolean ranges = true;

  FlawedServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  Path put(String name, byte[] contents, String tag) {
    files.put("/" + name, new Served(contents, tag));
    return path(name);
  }

  Path path(String name) {
    return Path.of(
        URI.create("http://localhost:%d/%s".formatted(server.getAddress().getPort(), name)));
  }

  Path redirect(String name, String to) {
    redirections.put("/" + name, to);
    return path(name);
  }

  void plan(Plan flaws) {
    requests.set(0);
    plan = flaws;
  }

  void withoutRanges() {
    ranges = false;
  }

  /** How many ranges were asked for since the plan was made. */
  int requests() {
    return requests.get();
  }

  /** How many bytes were given in all. */
  long bytes() {
    return bytes.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Served file = files.get(exchange.getRequestURI().toString());
      String wanted = exchange.getRequestHeaders().getFirst("If-Match");
      String elsewhere = redirections.get(exchange.getRequestURI().toString());
      if (elsewhere != null) {
        exchange.getResponseHeaders().set("Location", elsewhere);
        exchange.sendResponseHeaders(302, -1);
        return;
      }
      if (file == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      if (wanted != null && !wanted.equals(file.tag)) {
        exchange.sendResponseHeaders(412, -1);
        return;
      }
      if (!file.tag.isEmpty()) {
        // A time is not heeded, as by some servers.
        exchange
            .getResponseHeaders()
            .set(file.tag.startsWith("\"") ? "ETag" : "Last-Modified", file.tag);
      }
      if (!ranges) {
        exchange.sendResponseHeaders(200, file.bytes.length);
        exchange.getResponseBody().write(file.bytes);
        return;
      }
      give(exchange, file);
    }
  }

  private void give(HttpExchange exchange, Served file) throws IOException {
    Matcher range = RANGE.matcher(exchange.getRequestHeaders().getFirst("Range"));
    if (!range.matches()) {
      throw new IllegalStateException("no range was asked for");
    }
    int from = Integer.parseInt(range.group(1));
    int to = Math.min(file.bytes.length, Integer.parseInt(range.group(2)) + 1);
    if (from >= to) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + file.bytes.length);
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    Flaw flaw = to - from == 1 ? Flaw.NONE : plan.flaw(requests.getAndIncrement());
    int begin = flaw == Flaw.IS_OF_ANOTHER_PLACE ? 0 : from;
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes %d-%d/%d".formatted(begin, to - 1, file.bytes.length));
    if (flaw == Flaw.FAILS) {
      exchange.sendResponseHeaders(503, -1);
      return;
    }
    exchange.sendResponseHeaders(206, to - from);
    OutputStream out = exchange.getResponseBody();
    int given = flaw == Flaw.NONE || flaw == Flaw.IS_OF_ANOTHER_PLACE ? to - from : (to - from) / 2;
    out.write(file.bytes, from, given);
    bytes.addAndGet(given);
    if (flaw == Flaw.STALLS) {
      out.flush();
      try {
        Thread.sleep(2 * Attempts.PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
