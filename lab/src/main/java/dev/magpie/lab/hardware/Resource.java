package dev.magpie.lab.hardware;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.report.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Tables beside the classes. */
final class Resource {
  private Resource() {}

  /** The rows behind the heading. */
  static List<List<String>> rows(String name) {
    try (InputStream in = Objects.requireNonNull(Resource.class.getResourceAsStream(name), name)) {
      List<List<String>> records = Csv.parse(new String(in.readAllBytes(), UTF_8));
      return records.subList(1, records.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
