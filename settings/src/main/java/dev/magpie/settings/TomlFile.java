package dev.magpie.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** Reads settings in TOML. */
public final class TomlFile {
  private static final int MAX_BYTES = 1 << 20;

  private TomlFile() {}

  /**
   * Reads a user's file.
   *
   * @throws SettingsException if it is no TOML
   * @throws IOException if it cannot be read
   */
  public static SettingsTable read(Path file) throws IOException {
    return parse(file.toString(), InputFiles.bytes(file, MAX_BYTES));
  }

  /** Reads a file of our own, beside a class. */
  public static SettingsTable resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the jar");
      }
      return parse(name, in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static SettingsTable parse(String file, byte[] bytes) {
    TomlParseResult result = parsed(file, text(file, bytes));
    if (result.hasErrors()) {
      TomlParseError first = result.errors().getFirst();
      String why = String.valueOf(first.getMessage()).lines().findFirst().orElse("");
      throw new SettingsException(file, first.position().line(), "is not TOML: " + why);
    }
    return new SettingsTable(file, "", new SettingsValue(table(result), 0));
  }

  private static TomlParseResult parsed(String file, String text) {
    try {
      return Toml.parse(text);
    } catch (NullPointerException | IndexOutOfBoundsException | ClassCastException e) {
      // The library looks into what it could not parse before it tells of it.
      throw new SettingsException(file, 0, "is not TOML");
    }
  }

  private static String text(String file, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    if (StandardCharsets.UTF_8.newDecoder().decode(in, text, true).isError()) {
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new SettingsException(file, line, "is not TOML: it is not UTF-8 text");
    }
    return text.flip().toString();
  }

  /** The library refuses tables so deep that this would not come back. */
  private static Map<String, SettingsValue> table(TomlTable table) {
    Map<String, SettingsValue> values = new LinkedHashMap<>();
    for (String key : table.keySet()) {
      List<String> path = List.of(key);
      values.put(key, value(table.get(path), line(table.inputPositionOf(path))));
    }
    return values;
  }

  private static SettingsValue value(@Nullable Object value, int line) {
    return switch (value) {
      case TomlTable inner -> new SettingsValue(table(inner), line);
      case TomlArray array -> {
        List<SettingsValue> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
          elements.add(value(array.get(i), line(array.inputPositionOf(i))));
        }
        yield new SettingsValue(elements, line);
      }
      case null -> new SettingsValue("null", line);
      default -> new SettingsValue(value, line);
    };
  }

  private static int line(@Nullable TomlPosition position) {
    return position == null ? 0 : position.line();
  }
}
