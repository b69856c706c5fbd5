package dev.magpie.storage;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a web server for a range of a file, and puts it into a buffer as it comes. The thread waits
 * for the server, so it is a virtual one where there are many; Java's other client takes twice the
 * time over large ranges.
 */
final class RangeRequest {
  /** Of files that are read by ranges: the server gives the one that was asked for. */
  static final int PARTIAL = HttpURLConnection.HTTP_PARTIAL;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MOST_REDIRECTIONS = 5;
  private static final int MOST_PORT = 0xFFFF;

  static {
    keepConnections();
  }

  /**
   * An answer's head.
   *
   * @param head of which the headers are left
   */
  record Answer(int status, HttpURLConnection head) {
    Optional<String> header(String name) {
      return Optional.ofNullable(head.getHeaderField(name));
    }

    /** Which part it says that it has. */
    ContentRange range(ObjectPath object) throws FileSystemException {
      return ContentRange.parse(object, header("Content-Range").orElse(null));
    }
  }

  /** Refuses an answer before anything of it is taken. */
  @FunctionalInterface
  interface Check {
    void require(Answer answer) throws IOException;
  }

  private RangeRequest() {}

  /** Java keeps five connections to a server; more are asked at a time. */
  static void keepConnections() {
    if (System.getProperty("http.maxConnections") == null) {
      System.setProperty("http.maxConnections", "32");
    }
  }

  /**
   * Asks.
   *
   * @param headers others than that of the range
   * @param to takes as much as there is room for, or less if the answer ends
   * @param check is shown an answer of which something is taken, which is one that is {@link
   *     #PARTIAL}
   * @return also another answer
   * @throws IOException if nothing comes, or it breaks off
   */
  static Answer send(
      URI address, Map<String, String> headers, long offset, ByteBuffer to, Check check)
      throws IOException {
    String range = "bytes=%d-%d".formatted(offset, offset + to.remaining() - 1);
    URI place = address;
    for (int redirections = 0; ; redirections++) {
      HttpURLConnection connection = open(place);
      headers.forEach(connection::setRequestProperty);
      connection.setRequestProperty("Range", range);
      try {
        Answer answer = new Answer(connection.getResponseCode(), connection);
        if (answer.status() < 0) {
          throw new IOException("what answers speaks no HTTP");
        }
        Optional<URI> next = redirection(place, answer);
        if (next.isEmpty() || redirections == MOST_REDIRECTIONS) {
          take(answer, to, check);
          return answer;
        }
        place = next.get();
        connection.disconnect();
      } catch (SocketTimeoutException e) {
        connection.disconnect();
        throw new IOException("nothing came for %d ms".formatted(Attempts.PATIENCE.toMillis()), e);
      }
    }
  }

  private static HttpURLConnection open(URI place) throws IOException {
    if (place.getPort() > MOST_PORT) {
      throw new FileSystemException(place.toString(), null, "there is no such port");
    }
    HttpURLConnection connection = (HttpURLConnection) place.toURL().openConnection();
    // Its own redirections do not go from http to https.
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setConnectTimeout(Math.toIntExact(Attempts.PATIENCE.toMillis()));
    connection.setReadTimeout(Math.toIntExact(Attempts.PATIENCE.toMillis()));
    return connection;
  }

  /** To where an answer sends; never from https to http. */
  private static Optional<URI> redirection(URI from, Answer answer) {
    return switch (answer.status()) {
      case 301, 302, 303, 307, 308 ->
          answer
              .header("Location")
              .flatMap(to -> resolved(from, to))
              .filter(to -> to.getHost() != null)
              .filter(to ->
                  "https".equalsIgnoreCase(to.getScheme())
                      || ("http".equalsIgnoreCase(to.getScheme())
                          && "http".equalsIgnoreCase(from.getScheme())));
      default -> Optional.empty();
    };
  }

  private static Optional<URI> resolved(URI from, String to) {
    try {
      return Optional.of(from.resolve(to));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static void take(Answer answer, ByteBuffer to, Check check) throws IOException {
    if (answer.status() != PARTIAL) {
      // Of what is not asked for, as a whole file is, nothing is waited for.
      answer.head().disconnect();
      return;
    }
    try {
      check.require(answer);
    } catch (IOException e) {
      answer.head().disconnect();
      throw e;
    }
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = answer.head().getInputStream()) {
      while (to.hasRemaining()) {
        int count = in.read(buffer, 0, Math.min(buffer.length, to.remaining()));
        if (count < 0) {
          return;
        }
        to.put(buffer, 0, count);
      }
    }
  }
}
