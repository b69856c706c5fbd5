package dev.magpie.explore.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.magpie.report.DocumentType;
import dev.magpie.settings.JavaHeap;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The server of the pages, each request on a virtual thread, on this machine's loopback address
 * alone. It is the JDK's own: supported as the JDK is, without a dependency, and some thousand
 * answers a second are more than a few pages ask for.
 *
 * <p>Addresses are the token, and behind it a page's file, or {@code data/} and a resource's name.
 */
public final class LocalServer implements AutoCloseable {
  private static final String DATA = "data/";

  /**
   * Scripts come from here and from no page's text; what a page shows is asked for here. Styles
   * that charts set on their elements are not scripts.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
          + " img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors"
          + " 'none'";

  static {
    // Without it a small answer waits 40 ms for the acknowledgement of its head.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  /** What is wrong, for a page to show. */
  private record Problem(String problem) {
    static final DocumentType<Problem> TYPE =
        new DocumentType<>("magpie.explore.problem/1", Problem.class);
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final Gate gate;
  private final PageFiles files;
  private final Map<String, Resource> resources;
  private final Consumer<Throwable> bugs;

  private LocalServer(
      HttpServer server,
      PageFiles files,
      Map<String, Resource> resources,
      Consumer<Throwable> bugs) {
    this.server = server;
    this.files = files;
    this.resources = Map.copyOf(resources);
    this.bugs = bugs;
    gate = new Gate(server.getAddress().getPort());
    threads = Executors.newVirtualThreadPerTaskExecutor();
  }

  /**
   * Starts one.
   *
   * @param port to listen at; 0 for one that is free
   * @param files of the pages
   * @param resources by name
   * @param bugs is told of what no resource should throw
   * @throws IOException if the port is taken
   */
  public static LocalServer start(
      int port, PageFiles files, Map<String, Resource> resources, Consumer<Throwable> bugs)
      throws IOException {
    // The one that the link names, whichever a system prefers.
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    InetSocketAddress address = new InetSocketAddress(loopback, port);
    LocalServer started = new LocalServer(HttpServer.create(address, 0), files, resources, bugs);
    started.server.setExecutor(started.threads);
    started.server.createContext("/", started::answer);
    started.server.start();
    return started;
  }

  /** The link that opens the pages; it has the token. */
  public URI link() {
    int port = server.getAddress().getPort();
    return URI.create("http://127.0.0.1:%d/%s/".formatted(port, gate.token()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      int status = 200;
      Reply reply;
      try {
        reply = reply(exchange);
      } catch (RefusedException e) {
        status = e.status();
        reply =
            Gate.opensPage(exchange.getRequestHeaders())
                ? page(String.valueOf(e.getMessage()))
                : problem(String.valueOf(e.getMessage()));
      } catch (OutOfMemoryError e) {
        status = 503;
        reply = problem("out of memory: " + JavaHeap.advice());
      } catch (InternalError e) {
        // How the JVM reports that a mapped file has lost pages.
        status = 500;
        reply = problem("an input file was cut short or became unreadable while it was read");
      } catch (RuntimeException | Error e) {
        status = 500;
        bugs.accept(e);
        reply = problem("this is a bug in magpie; the terminal has more");
      }
      send(exchange, status, reply);
    }
  }

  private Reply reply(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    boolean changes = method.equals("POST");
    URI address = exchange.getRequestURI();
    String raw = address.getRawPath();
    String path = gate.admit(raw == null ? "" : raw, exchange.getRequestHeaders(), changes);
    if (!changes && !method.equals("GET") && !method.equals("HEAD")) {
      throw RefusedException.method("pages are asked for with GET");
    }
    if (!path.startsWith(DATA)) {
      return files.get(path);
    }
    Resource resource = resources.get(path.substring(DATA.length()));
    if (resource == null) {
      throw RefusedException.missing("there are no data of that name");
    }
    return resource.answer(PageRequest.of(changes, address.getRawQuery()));
  }

  /** For whoever follows a link of a server that has ended. */
  private static Reply page(String message) {
    String text = message.replace("&", "&amp;").replace("<", "&lt;");
    return new Reply(
        "text/html; charset=utf-8",
        """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Magpie explore</title>
        <body style="font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 15vh auto; padding: 0 1em; color-scheme: light dark">
        <h1 style="font-size: 1.3em">There is nothing behind this link</h1><p>%s.
        <p>Each start of magpie explore makes a link of its own; the terminal shows the one of today.
        """
            .formatted(text)
            .getBytes(StandardCharsets.UTF_8),
        false);
  }

  private static Reply problem(String message) {
    return Reply.json(Problem.TYPE, new Problem(message));
  }

  private static void send(HttpExchange exchange, int status, Reply reply) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", reply.type());
    headers.set("Cache-Control", reply.lasts() ? "private, max-age=3600" : "no-store");
    headers.set("Content-Security-Policy", POLICY);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    byte[] content = reply.content();
    exchange.sendResponseHeaders(status, head || content.length == 0 ? -1 : content.length);
    if (!head && content.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(content);
      }
    }
  }

  /** Stops it; requests under way are cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
