package dev.magpie.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text that fits a width: broken between words, broken within a name, or without its middle. */
public final class TextLines {
  private static final String ENDS_OF_PARTS = "./_- ";

  private TextLines() {}

  /** Lines no longer than a width, unless a word is: each line of a text broken between words. */
  public static String wrap(String text, int width) {
    return text.lines()
        .map(line -> String.join("\n", words(line, width)))
        .collect(Collectors.joining("\n"));
  }

  /** Words in lines of a width, or of the longest word if that is wider. */
  static List<String> words(String text, int width) {
    if (length(text) <= width) {
      return List.of(text);
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** A name in lines of a width, which end where a part of it does if they can. */
  static List<String> pieces(String name, int width) {
    int[] all = name.codePoints().toArray();
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (all.length - from > width) {
      int least = from + width / 2;
      int end = from + width;
      while (end > least && ENDS_OF_PARTS.indexOf(all[end - 1]) < 0) {
        end--;
      }
      end = end == least ? from + width : end;
      lines.add(new String(all, from, end - from));
      from = end;
    }
    lines.add(new String(all, from, all.length - from));
    return lines;
  }

  /** A text, or its beginning and its end. */
  static String cut(String text, int width) {
    int length = length(text);
    if (length <= width) {
      return text;
    }
    int head = (width - 2 + 1) / 2;
    int tail = width - 2 - head;
    return text.substring(0, text.offsetByCodePoints(0, head))
        + ".."
        + text.substring(text.offsetByCodePoints(text.length(), -tail));
  }

  static int length(CharSequence text) {
    return (int) text.codePoints().count();
  }
}
