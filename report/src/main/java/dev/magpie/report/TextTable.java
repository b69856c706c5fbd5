package dev.magpie.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A table as plain text for a terminal: headings, a rule, numbers aligned to the right. Control
 * characters in names cannot reach the terminal.
 */
public final class TextTable {
  /** For {@link #render(Table, int)}: as wide as the text is. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final String GAP = "  ";

  /** A column of names is not cut below this. */
  private static final int LEAST_NAME = 16;

  /** Nor is one of prose. */
  private static final int LEAST_PROSE = 24;

  private final Table table;
  private final int maxWidth;
  private final List<List<String>> cells = new ArrayList<>();
  private final int[] widths;
  private final int[] least;

  /** Columns of names that are broken, as others would look the same without their middle. */
  private final boolean[] ambiguous;

  private final List<List<String>> headings = new ArrayList<>();

  private TextTable(Table table, int maxWidth) {
    this.table = table;
    this.maxWidth = maxWidth;
    List<Column> columns = table.columns();
    for (Table.Row row : table.rows()) {
      List<String> line = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        line.add(printable(columns.get(c).format(row.cells().get(c))));
      }
      cells.add(line);
    }
    widths = new int[columns.size()];
    least = new int[columns.size()];
    ambiguous = new boolean[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      int data =
          cells.stream().mapToInt(line -> TextLines.length(line.get(column))).max().orElse(0);
      List<String> heading = heading(columns.get(c), data);
      headings.add(heading);
      widths[c] = Math.max(data, heading.stream().mapToInt(TextLines::length).max().orElse(0));
      least[c] = Math.min(widths[c], least(c));
    }
  }

  private int least(int column) {
    if (!isText(column)) {
      return widths[column];
    }
    boolean prose = cells.stream().anyMatch(line -> line.get(column).contains(" "));
    return prose ? LEAST_PROSE : LEAST_NAME;
  }

  /** The table as lines of text, each with its line feed. */
  public static String render(Table table) {
    return render(table, UNLIMITED);
  }

  /**
   * The table as lines of text that fit a terminal.
   *
   * @param maxWidth columns of the terminal; long names lose their middle to fit in, or go on in
   *     the next line as prose does in the next line, numbers lose nothing; columns that still do
   *     not fit stand below the others
   */
  public static String render(Table table, int maxWidth) {
    return new TextTable(table, maxWidth).lines();
  }

  private String lines() {
    StringBuilder out = new StringBuilder();
    if (!table.title().isEmpty()) {
      out.append(printable(table.title())).append("\n\n");
    }
    List<List<Integer>> parts = parts();
    parts.forEach(this::narrow);
    for (int c = 0; c < widths.length; c++) {
      ambiguous[c] = isAmbiguous(c);
    }
    String before = "";
    for (List<Integer> part : parts) {
      out.append(before);
      append(out, part);
      before = "\n";
    }
    if (!table.note().isEmpty()) {
      out.append('\n');
      out.append(TextLines.wrap(printable(table.note()), maxWidth)).append('\n');
    }
    // A space that has kept headings together would, in a terminal, only hinder searching.
    return out.toString().replace('\u00a0', ' ');
  }

  /** Columns side by side, as many as fit, and always first what names the rows. */
  private List<List<Integer>> parts() {
    int names = names();
    List<List<Integer>> parts = new ArrayList<>();
    List<Integer> part = new ArrayList<>(IntStream.range(0, names).boxed().toList());
    for (int c = names; c < least.length; c++) {
      if (part.size() > names && leastWidth(part) + GAP.length() + least[c] > maxWidth) {
        parts.add(part);
        part = new ArrayList<>(part.subList(0, names));
      }
      part.add(c);
    }
    parts.add(part);
    return parts;
  }

  /** How many columns it takes to name a row: two where the first stands for rows below it, too. */
  private int names() {
    boolean unnamed = cells.stream().anyMatch(line -> line.getFirst().isEmpty());
    return unnamed && widths.length > 1 && isText(1) ? 2 : 1;
  }

  private boolean isText(int column) {
    return table.columns().get(column).kind() == Column.Kind.TEXT;
  }

  private int leastWidth(List<Integer> part) {
    return part.stream().mapToInt(c -> least[c]).sum() + GAP.length() * (part.size() - 1);
  }

  /** Whether different names would look the same without their middle. */
  private boolean isAmbiguous(int column) {
    Set<String> whole = new HashSet<>();
    Set<String> shown = new HashSet<>();
    for (List<String> line : cells) {
      whole.add(line.get(column));
      shown.add(TextLines.cut(line.get(column), widths[column]));
    }
    return isText(column) && shown.size() < whole.size();
  }

  private void append(StringBuilder out, List<Integer> part) {
    int headingLines = part.stream().mapToInt(c -> headings.get(c).size()).max().orElse(0);
    for (int i = 0; i < headingLines; i++) {
      int line = i;
      appendLine(
          out,
          part,
          c -> {
            int from = line - headingLines + headings.get(c).size();
            return from < 0 ? "" : headings.get(c).get(from);
          });
    }
    appendRule(out, part);
    for (int r = 0; r < cells.size(); r++) {
      if (table.rows().get(r).total() && r > 0 && !table.rows().get(r - 1).total()) {
        appendRule(out, part);
      }
      appendRow(out, part, cells.get(r));
    }
  }

  private void appendRow(StringBuilder out, List<Integer> part, List<String> row) {
    Map<Integer, List<String>> texts = new HashMap<>();
    part.forEach(c -> texts.put(c, cell(row.get(c), c)));
    int height = texts.values().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < height; i++) {
      int line = i;
      appendLine(
          out,
          part,
          c -> {
            List<String> text = texts.getOrDefault(c, List.of());
            return line < text.size() ? text.get(line) : "";
          });
    }
  }

  private List<String> cell(String text, int column) {
    List<String> words = TextLines.words(text, widths[column]);
    return ambiguous[column] && words.size() == 1 ? TextLines.pieces(text, widths[column]) : words;
  }

  private void appendLine(StringBuilder out, List<Integer> part, IntFunction<String> cells) {
    StringBuilder text = new StringBuilder();
    for (int c : part) {
      String cell = TextLines.cut(cells.apply(c), widths[c]);
      String pad = " ".repeat(Math.max(0, widths[c] - TextLines.length(cell)));
      boolean right = table.columns().get(c).kind() == Column.Kind.NUMBER;
      text.append(c == 0 ? "" : GAP).append(right ? pad + cell : cell + pad);
    }
    out.append(text.toString().stripTrailing()).append('\n');
  }

  private void appendRule(StringBuilder out, List<Integer> part) {
    for (int c : part) {
      out.append(c == 0 ? "" : GAP).append("-".repeat(widths[c]));
    }
    out.append('\n');
  }

  /** Takes from the widest column that may be cut until the line fits. */
  private void narrow(List<Integer> part) {
    long excess = -(long) maxWidth + (long) GAP.length() * (part.size() - 1);
    for (int c : part) {
      excess += widths[c];
    }
    while (excess > 0) {
      int widest = -1;
      for (int c : part) {
        if (widths[c] > least[c] && (widest < 0 || widths[c] > widths[widest])) {
          widest = c;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
      excess--;
    }
  }

  /** The heading's words in lines no wider than they must be, the unit in a line of its own. */
  private static List<String> heading(Column column, int dataWidth) {
    int width = dataWidth;
    for (String word : printable(column.title()).split(" ", -1)) {
      width = Math.max(width, TextLines.length(word));
    }
    List<String> lines = new ArrayList<>(TextLines.words(printable(column.title()), width));
    if (!column.unit().isEmpty()) {
      lines.add(printable(column.unit()));
    }
    return lines;
  }

  private static String printable(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .map(c ->
            switch (Character.getType(c)) {
              case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> '?';
              case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> ' ';
              default -> c;
            })
        .forEach(safe::appendCodePoint);
    return safe.toString();
  }
}
