package dev.magpie.codec;

import java.util.List;
import java.util.stream.Collectors;

/** What {@link BlockCodec#explain} says of a block; as text, a line for each field or reason. */
public sealed interface Explanation {

  /**
   * A block that the codec codes.
   *
   * @param tag the tag, as many binary digits as it has bits
   * @param encoding which of its forms the codec chose, as the tag or the first fields tell; empty
   *     where it has only one
   * @param fields the coded fields in order: joined, they are the block's coded bits
   */
  record Coded(String tag, String encoding, List<Field> fields) implements Explanation {
    public Coded {
      fields = List.copyOf(fields);
    }

    /** The coded bits: those of all fields. */
    public String bits() {
      return fields.stream().map(Field::bits).collect(Collectors.joining());
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      if (!tag.isEmpty()) {
        text.append("tag ").append(tag).append(encoding.isEmpty() ? "" : "  ");
      }
      text.append(encoding);
      int position = 0;
      for (Field field : fields) {
        text.append(text.isEmpty() ? "" : "\n").append("bit %d  %s".formatted(position, field));
        position += field.bits().length();
      }
      return text.toString();
    }
  }

  /**
   * A block that the codec cannot code, and that is stored raw.
   *
   * @param reasons what the codec tried and why it did not do, at least one
   */
  record Raw(List<String> reasons) implements Explanation {
    public Raw {
      reasons = List.copyOf(reasons);
    }

    @Override
    public String toString() {
      return "raw: " + String.join("\n     ", reasons);
    }
  }

  /**
   * Some bits of a coded block.
   *
   * @param name what they are, as in {@code base} or {@code word 3}
   * @param bits at least one, as binary digits, in the order in which they are written
   * @param meaning what they stand for, as in {@code base -2 = 0x0000002a}; what follows the equals
   *     sign is the value of the word, or of the words, that are named before
   */
  record Field(String name, String bits, String meaning) {
    @Override
    public String toString() {
      return "%s  %s  %s".formatted(name, bits, meaning).stripTrailing();
    }
  }
}
