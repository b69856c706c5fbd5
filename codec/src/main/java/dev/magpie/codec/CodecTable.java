package dev.magpie.codec;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a trained codec has learnt: the most frequent values of each of its fields, with their
 * counts. Codes follow from the counts, so a table serves any limit on their length, and every
 * codec that has a field of the same name and width.
 *
 * @param fields one for each field of the codec
 */
public record CodecTable(List<Field> fields) {
  /** The order of entries: by falling count, then by rising value. */
  static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::count).reversed().thenComparingLong(Entry::value);

  /**
   * A value and how often it occurred.
   *
   * @param value unsigned
   */
  public record Entry(long value, long count) {}

  /**
   * The values of one field.
   *
   * @param name the field's name, without blanks
   * @param bits its width: 1 to 32
   * @param entries the most frequent values by falling count, at equal counts by rising value
   * @param others occurrences of all values that are not among the entries
   */
  public record Field(String name, int bits, List<Entry> entries, long others) {
    /**
     * @throws IllegalArgumentException if these are no counts of values of such a field
     */
    public Field {
      entries = List.copyOf(entries);
      require(!name.isEmpty() && name.chars().noneMatch(Character::isWhitespace), "a bad name");
      require(bits >= 1 && bits <= Integer.SIZE, "a bad width");
      require(others >= 0, "a negative count");
      long total = others;
      Set<Long> values = new HashSet<>();
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        require(entry.value >= 0 && entry.value >>> bits == 0, "a value that is too wide");
        require(entry.count > 0 && entry.count <= Long.MAX_VALUE - total, "a bad count");
        require(i == 0 || ORDER.compare(entries.get(i - 1), entry) < 0, "entries out of order");
        require(values.add(entry.value), "a value twice");
        total += entry.count;
      }
    }

    private static void require(boolean holds, String problem) {
      if (!holds) {
        throw new IllegalArgumentException("the table has " + problem);
      }
    }

    /**
     * The field with its first entries only; the rest count as others.
     *
     * @throws CodecSpecException if the table was made with fewer entries and left values out
     */
    public Field top(int most) {
      if (most > entries.size() && others > 0) {
        throw new CodecSpecException(
            "the table keeps %d values of %s, and the codec wants %d; train it again"
                .formatted(entries.size(), name, most));
      }
      if (most >= entries.size()) {
        return this;
      }
      long rest = entries.subList(most, entries.size()).stream().mapToLong(Entry::count).sum();
      return new Field(name, bits, entries.subList(0, most), others + rest);
    }
  }

  public CodecTable {
    fields = List.copyOf(fields);
  }

  /**
   * The values of a field that a codec is trained on, as many as it wants.
   *
   * @throws CodecSpecException if the table was made for a codec without this field
   */
  public Field field(SymbolField wanted) {
    return fields.stream()
        .filter(field -> field.name.equals(wanted.name()) && field.bits == wanted.bits())
        .findFirst()
        .orElseThrow(() ->
            new CodecSpecException(
                "the table is of another codec: it has no field '%s' of %d bits"
                    .formatted(wanted.name(), wanted.bits())))
        .top(wanted.entries());
  }

  /** The table as text, as {@link #parse} reads it. */
  public String toText() {
    return CodecTableText.format(this);
  }

  /**
   * Reads a table.
   *
   * @throws CodecSpecException if the text is no whole table; the message names the line
   */
  public static CodecTable parse(String text) {
    return CodecTableText.parse(text);
  }
}
