package dev.magpie.lab.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.report.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Tables of what was measured elsewhere, beside the classes that read them. */
public final class ResourceTable {
  private ResourceTable() {}

  /** The rows of a CSV file behind its heading. */
  public static List<List<String>> rows(Class<?> beside, String name) {
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      List<List<String>> records = Csv.parse(new String(in.readAllBytes(), UTF_8));
      return records.subList(1, records.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
