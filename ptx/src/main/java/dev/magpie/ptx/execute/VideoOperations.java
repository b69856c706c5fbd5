package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * Video instructions: sums, differences and the like of a word, or of its two halves or four bytes
 * side by side. Operands are whole words: selectors of parts are not there.
 */
final class VideoOperations {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final InstructionClass KIND = InstructionClass.INTEGER;

  static {
    operation("vadd", Long::sum);
    operation("vsub", (a, b) -> a - b);
    operation("vabsdiff", (a, b) -> Math.abs(a - b));
    operation("vmin", Math::min);
    operation("vmax", Math::max);
    LongBinaryOperator average = (a, b) -> (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    for (int parts = 2; parts <= 4; parts += 2) {
      int count = parts;
      DECODERS.put("vavrg" + count, at -> parts(at, count, average));
      DECODERS.put("vset" + count, at -> compare(at, count));
    }
  }

  private VideoOperations() {}

  private static void operation(String name, LongBinaryOperator each) {
    DECODERS.put(name, at -> whole(at, each));
    DECODERS.put(name + "2", at -> parts(at, 2, each));
    DECODERS.put(name + "4", at -> parts(at, 4, each));
  }

  private static long part(ScalarType type, long word, int from, int bits) {
    return type.isSigned()
        ? word << (Long.SIZE - from - bits) >> (Long.SIZE - bits)
        : (word >>> from) & ((1L << bits) - 1);
  }

  private static long saturated(ScalarType type, long value, int bits) {
    long least = type.isSigned() ? -1L << (bits - 1) : 0;
    long most = type.isSigned() ? ~least : (1L << bits) - 1;
    return Math.clamp(value, least, most);
  }

  private static Operation whole(Decoding at, LongBinaryOperator each) {
    boolean isSaturated = at.take("sat");
    String second = at.takeOneOf("add", "min", "max");
    ScalarType result = at.takeType();
    ScalarType left = at.takeType();
    ScalarType right = at.takeType();
    Lanes.Binary first =
        Lanes.each((a, b) -> {
          long value = each.applyAsLong(part(left, a, 0, 32), part(right, b, 0, 32));
          return isSaturated ? saturated(result, value, 32) : value;
        });
    if (second == null) {
      return LaneOperation.of(at, KIND, first, result, left, right);
    }
    Lanes.Ternary both =
        Lanes.each((a, b, c) -> {
          long value = each.applyAsLong(part(left, a, 0, 32), part(right, b, 0, 32));
          long kept = part(result, isSaturated ? saturated(result, value, 32) : value, 0, 32);
          long other = part(result, c, 0, 32);
          return switch (second) {
            case "add" -> kept + other;
            case "min" -> Math.min(kept, other);
            default -> Math.max(kept, other);
          };
        });
    return LaneOperation.of(at, KIND, both, result, left, right, result);
  }

  private static Operation parts(Decoding at, int count, LongBinaryOperator each) {
    boolean isSaturated = at.take("sat");
    boolean adds = at.take("add");
    ScalarType result = at.takeType();
    ScalarType left = at.takeType();
    ScalarType right = at.takeType();
    int bits = 32 / count;
    return merged(
        at,
        count,
        adds,
        left,
        right,
        result,
        (a, b) -> {
          long value = each.applyAsLong(a, b);
          return part(result, isSaturated ? saturated(result, value, bits) : value, 0, bits);
        });
  }

  private static Operation compare(Decoding at, int count) {
    String comparison = at.takeRequired("eq", "ne", "lt", "le", "gt", "ge");
    boolean adds = at.take("add");
    ScalarType left = at.takeType();
    ScalarType right = at.takeType();
    return merged(
        at,
        count,
        adds,
        left,
        right,
        ScalarType.U32,
        (a, b) -> {
          boolean holds =
              switch (comparison) {
                case "eq" -> a == b;
                case "ne" -> a != b;
                case "lt" -> a < b;
                case "le" -> a <= b;
                case "gt" -> a > b;
                default -> a >= b;
              };
          return holds ? 1 : 0;
        });
  }

  /** All parts are results, or they are added to the third source. */
  private static Operation merged(
      Decoding at,
      int count,
      boolean adds,
      ScalarType left,
      ScalarType right,
      ScalarType result,
      LongBinaryOperator each) {
    int bits = 32 / count;
    Lanes.Ternary loop =
        Lanes.each((a, b, c) -> {
          long sum = c;
          long word = 0;
          for (int from = 0; from < 32; from += bits) {
            long value = each.applyAsLong(part(left, a, from, bits), part(right, b, from, bits));
            sum += value;
            word |= (value & ((1L << bits) - 1)) << from;
          }
          return adds ? sum : word;
        });
    return LaneOperation.of(at, KIND, loop, result, left, right, result);
  }
}
