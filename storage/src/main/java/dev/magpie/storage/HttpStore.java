package dev.magpie.storage;

import dev.magpie.storage.RangeRequest.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files on a web server, by requests for ranges. It tells of no directories. */
final class HttpStore implements ObjectStore {
  static String key(URI address) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
  }

  /** By its first byte: unlike for a head, every signature that allows to read is for that. */
  @Override
  public ObjectAttributes find(ObjectPath object) throws IOException {
    Answer answer = RangeRequest.send(object.toUri(), Map.of(), 0, ByteBuffer.allocate(1), _ -> {});
    // Of an empty file there is no first byte.
    if (answer.status() != 416) {
      require(object, answer.status());
    }
    ContentRange range = answer.range(object);
    if (answer.status() == 416 && range.size() != 0) {
      throw ContentRange.changed(object);
    }
    Optional<String> tag = tag(answer);
    Optional<String> time = answer.header("Last-Modified");
    return new ObjectAttributes(
        object.toString(),
        false,
        range.size(),
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
    boolean tagged = as.version().startsWith("\"");
    Map<String, String> headers =
        as.version().isEmpty()
            ? Map.of()
            : Map.of(tagged ? "If-Match" : "If-Unmodified-Since", as.version());
    Answer answer =
        RangeRequest.send(
            object.toUri(),
            headers,
            offset,
            to,
            head -> {
              head.range(object).require(object, as, offset);
              // Not every server heeds the header.
              Optional<String> version = tagged ? tag(head) : head.header("Last-Modified");
              if (!as.version().isEmpty()
                  && version.isPresent()
                  && !version.get().equals(as.version())) {
                throw ContentRange.changed(object);
              }
            });
    if (answer.status() == 416) {
      throw ContentRange.changed(object);
    }
    require(object, answer.status());
  }

  /** Weak tags do not tell of every byte. */
  private static Optional<String> tag(Answer answer) {
    return answer.header("ETag").filter(each -> each.startsWith("\""));
  }

  private static void require(ObjectPath object, int status) throws IOException {
    String file = object.toString();
    switch (status) {
      case RangeRequest.PARTIAL -> {}
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
