package dev.magpie.explore.memory;

import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Elements in their own type, as people write them. */
final class ElementTexts {
  private ElementTexts() {}

  /**
   * Each element of some bytes, from their begin on.
   *
   * @param allocation whose type and byte order they have
   * @param length of the bytes that are elements; what is behind only fills up
   */
  static List<String> of(Allocation allocation, byte[] bytes, int length) {
    Dtype dtype = allocation.dtype();
    ByteOrder order = allocation.order();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    List<String> texts = new ArrayList<>();
    for (int at = 0; at + dtype.bytes() <= length; at += dtype.bytes()) {
      texts.add(text(dtype, buffer, at));
    }
    return texts;
  }

  private static String text(Dtype dtype, ByteBuffer buffer, int at) {
    return switch (dtype) {
      case U8 -> String.valueOf(Byte.toUnsignedInt(buffer.get(at)));
      case I8 -> String.valueOf(buffer.get(at));
      case U16 -> String.valueOf(Short.toUnsignedInt(buffer.getShort(at)));
      case I16 -> String.valueOf(buffer.getShort(at));
      case U32 -> Integer.toUnsignedString(buffer.getInt(at));
      case I32 -> String.valueOf(buffer.getInt(at));
      case U64 -> Long.toUnsignedString(buffer.getLong(at));
      case I64 -> String.valueOf(buffer.getLong(at));
      case F16 -> real(Float.float16ToFloat(buffer.getShort(at)), 4);
      case BF16 -> real(Float.intBitsToFloat(buffer.getShort(at) << 16), 4);
      case F32 -> shortest(Float.toString(buffer.getFloat(at)));
      case F64 -> shortest(Double.toString(buffer.getDouble(at)));
    };
  }

  /** A number of a format with few digits, in no more than it has. */
  private static String real(float value, int digits) {
    return Float.isFinite(value) && value != 0
        ? shortest(new BigDecimal(value).round(new MathContext(digits)))
        : shortest(Float.toString(value));
  }

  private static String shortest(BigDecimal value) {
    double magnitude = Math.abs(value.doubleValue());
    return magnitude >= 1e-4 && magnitude < 1e7
        ? value.stripTrailingZeros().toPlainString()
        : shortest(String.valueOf(value.doubleValue()));
  }

  private static String shortest(String text) {
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text.replace(".0E", "E");
  }
}
