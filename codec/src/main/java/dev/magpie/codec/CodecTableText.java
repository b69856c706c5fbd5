package dev.magpie.codec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The text form of a table: a first line with the version, then for each field a line {@code field
 * NAME BITS ENTRIES OTHERS} and a line {@code VALUE COUNT} for each entry, and a last line {@code
 * end}, by which a text that was cut off is told from a whole one.
 */
final class CodecTableText {
  private static final String FIRST = "magpie-table 1";
  private static final String LAST = "end";

  /** More than any table has; what is not a table should not fill the memory. */
  private static final int MOST_BYTES = 64 << 20;

  private final String name;
  private final String[] lines;
  private int next;

  private CodecTableText(String name, String text) {
    this.name = name;
    lines = text.split("\n", -1);
  }

  static String format(CodecTable table) {
    StringBuilder text = new StringBuilder(FIRST).append('\n');
    for (CodecTable.Field field : table.fields()) {
      text.append(
          "field %s %d %d %d\n"
              .formatted(field.name(), field.bits(), field.entries().size(), field.others()));
      for (CodecTable.Entry entry : field.entries()) {
        text.append(entry.value()).append(' ').append(entry.count()).append('\n');
      }
    }
    return text.append(LAST).append('\n').toString();
  }

  static CodecTable read(String file) {
    try {
      Path path = Path.of(file);
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new CodecSpecException(file + ": is no regular file, so it is no table");
      }
      try (InputStream in = Files.newInputStream(path)) {
        byte[] bytes = in.readNBytes(MOST_BYTES);
        if (in.read() >= 0) {
          throw new CodecSpecException(file + ": is too large for a table");
        }
        return new CodecTableText(file, new String(bytes, StandardCharsets.UTF_8)).table();
      }
    } catch (NoSuchFileException _) {
      throw new CodecSpecException(file + ": no such table");
    } catch (AccessDeniedException _) {
      throw new CodecSpecException(file + ": cannot be read: permission denied");
    } catch (IOException | InvalidPathException e) {
      throw new CodecSpecException("%s: cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  static CodecTable parse(String text) {
    return new CodecTableText("codec table", text).table();
  }

  private CodecTable table() {
    if (!line().equals(FIRST)) {
      throw wrong("this is no codec table: it does not begin with " + FIRST);
    }
    List<CodecTable.Field> fields = new ArrayList<>();
    for (String line = line(); !line.equals(LAST); line = line()) {
      fields.add(field(line));
    }
    if (next != lines.length - 1 || !lines[next].isEmpty()) {
      throw wrong("something follows the end");
    }
    return new CodecTable(fields);
  }

  private CodecTable.Field field(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 5 || !words[0].equals("field")) {
      throw wrong("a field or the end is expected");
    }
    long size = number(words[3]);
    List<CodecTable.Entry> entries = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      String[] entry = line().split(" ", -1);
      if (entry.length != 2) {
        throw wrong("a value and its count are expected");
      }
      entries.add(new CodecTable.Entry(number(entry[0]), number(entry[1])));
    }
    try {
      int bits = Math.toIntExact(number(words[2]));
      return new CodecTable.Field(words[1], bits, entries, number(words[4]));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private String line() {
    if (next == lines.length) {
      throw wrong("the table is cut off");
    }
    return lines[next++];
  }

  private long number(String word) {
    // No signs, no leading zeros: each table has one text.
    if (!word.matches("0|[1-9][0-9]{0,17}")) {
      throw wrong("a number is expected");
    }
    return Long.parseLong(word);
  }

  private CodecSpecException wrong(String problem) {
    return new CodecSpecException("%s:%d: %s".formatted(name, next, problem));
  }
}
