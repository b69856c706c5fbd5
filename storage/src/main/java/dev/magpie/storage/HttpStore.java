package dev.magpie.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Files on a web server, by requests for ranges. It tells of no directories. */
final class HttpStore implements ObjectStore {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(Attempts.PATIENCE)
          .build();

  static String key(URI address) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
  }

  /** By its first byte: unlike for a head, every signature that allows to read is for that. */
  @Override
  public ObjectAttributes find(ObjectPath object) throws IOException {
    ByteBuffer first = ByteBuffer.allocate(1);
    HttpResponse<?> answer =
        send(object, request(object).header("Range", "bytes=0-0"), first, null, 0);
    long size = range(object, answer.headers()).size();
    Optional<String> tag = tag(answer.headers());
    Optional<String> time = answer.headers().firstValue("Last-Modified");
    return new ObjectAttributes(
        object.toString(),
        false,
        size,
        tag.or(() -> time).orElse(""),
        time.flatMap(HttpStore::time).orElse(ObjectAttributes.UNKNOWN));
  }

  private static Optional<FileTime> time(String text) {
    try {
      return Optional.of(
          FileTime.from(
              ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant()));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  @Override
  public void read(ObjectPath object, ObjectAttributes as, long offset, ByteBuffer to)
      throws IOException {
    HttpRequest.Builder request =
        request(object)
            .header("Range", "bytes=%d-%d".formatted(offset, offset + to.remaining() - 1));
    if (!as.version().isEmpty()) {
      request.header(
          as.version().startsWith("\"") ? "If-Match" : "If-Unmodified-Since", as.version());
    }
    HttpHeaders headers = send(object, request, to, as, offset).headers();
    Optional<String> tag = tag(headers);
    if (tag.isPresent() && as.version().startsWith("\"") && !tag.get().equals(as.version())) {
      throw ContentRange.changed(object);
    }
  }

  /** Weak tags do not tell of every byte. */
  private static Optional<String> tag(HttpHeaders headers) {
    return headers.firstValue("ETag").filter(each -> each.startsWith("\""));
  }

  private static HttpRequest.Builder request(ObjectPath object) {
    return HttpRequest.newBuilder(object.toUri()).timeout(Attempts.PATIENCE);
  }

  private static ContentRange range(ObjectPath object, HttpHeaders headers)
      throws FileSystemException {
    return ContentRange.parse(object, headers.firstValue("Content-Range").orElse(null));
  }

  /**
   * Sends a request, and puts what comes into a buffer.
   *
   * @param as what the file has to be still
   * @param offset of the range that was asked for
   */
  private static HttpResponse<?> send(
      ObjectPath object,
      HttpRequest.Builder request,
      ByteBuffer to,
      @Nullable ObjectAttributes as,
      long offset)
      throws IOException {
    IntoBuffer into = new IntoBuffer(to);
    CompletableFuture<? extends HttpResponse<?>> coming =
        CLIENT.sendAsync(
            request.build(),
            start -> {
              if (start.statusCode() != 206) {
                return BodySubscribers.replacing(to);
              }
              try {
                ContentRange range = range(object, start.headers());
                if (as != null) {
                  range.require(object, as, offset);
                }
                return into;
              } catch (FileSystemException e) {
                throw new UncheckedIOException(e);
              }
            });
    try {
      HttpResponse<?> answer = await(coming, into);
      if (answer.statusCode() == 416) {
        // Such is an empty file, or one that has become shorter.
        if (as == null && range(object, answer.headers()).size() == 0) {
          return answer;
        }
        throw ContentRange.changed(object);
      }
      require(object, answer.statusCode());
      return answer;
    } catch (ExecutionException e) {
      throw cause(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FileSystemException(object.toString(), null, "the reading was interrupted");
    } finally {
      into.abandon();
      coming.cancel(true);
    }
  }

  /** What is behind the wrappings of futures and of the client. */
  private static IOException cause(Throwable e) {
    IOException found = e instanceof IOException io ? io : new IOException(e);
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof FileSystemException last) {
        return last;
      }
      if (at instanceof IOException io) {
        found = io;
      }
    }
    return found;
  }

  /** An answer may take any time, as long as something comes. */
  private static HttpResponse<?> await(
      CompletableFuture<? extends HttpResponse<?>> coming, IntoBuffer into)
      throws ExecutionException, InterruptedException, IOException {
    while (true) {
      int filled = into.filled();
      try {
        return coming.get(Attempts.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (into.filled() == filled) {
          throw new IOException(
              "nothing came for %d ms".formatted(Attempts.PATIENCE.toMillis()), e);
        }
      }
    }
  }

  private static void require(ObjectPath object, int status) throws IOException {
    String file = object.toString();
    switch (status) {
      case 206 -> {}
      case 200 ->
          throw new FileSystemException(
              file, null, "the server gives no ranges of files; download it and name the copy");
      case 401, 403 ->
          throw new FileSystemException(file, null, "the server refuses it (%d)".formatted(status));
      case 404, 410 -> throw new NoSuchFileException(file);
      case 412 -> throw ContentRange.changed(object);
      case 408, 429, 500, 502, 503, 504 ->
          throw new IOException("the server answers %d".formatted(status));
      default ->
          throw new FileSystemException(file, null, "the server answers %d".formatted(status));
    }
  }

  @Override
  public List<ObjectPath> list(ObjectPath directory) throws IOException {
    throw new FileSystemException(directory.toString(), null, "web servers list no directories");
  }

  @Override
  public void put(ObjectPath object, Path file) throws IOException {
    throw ObjectProvider.readOnly(object);
  }

  @Override
  public void remove(ObjectPath object) throws IOException {
    throw ObjectProvider.readOnly(object);
  }
}
