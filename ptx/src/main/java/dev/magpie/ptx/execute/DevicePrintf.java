package dev.magpie.ptx.execute;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The printf of device code: C's formats, with the values in one buffer. */
final class DevicePrintf {
  private static final Pattern CONVERSION =
      Pattern.compile(
          "%([-+ #0]*)(\\*|\\d{1,4})?(?:\\.(\\*|\\d{0,4}))?(hh|h|ll|l|z|j|t)?(.)", Pattern.DOTALL);

  private DevicePrintf() {}

  /** Prints, and returns the number of values. */
  static int print(ThreadMemory memory, long format, long values) {
    StringBuilder out = new StringBuilder();
    Values buffer = new Values(memory, values);
    String text = memory.text(format);
    Matcher matcher = CONVERSION.matcher(text);
    int done = 0;
    while (matcher.find(done)) {
      out.append(text, done, matcher.start());
      done = matcher.end();
      out.append(convert(matcher, buffer));
    }
    out.append(text.substring(done));
    memory.print(out.toString());
    return buffer.count;
  }

  /** Takes values, each aligned to its own size. */
  private static final class Values {
    private final ThreadMemory memory;
    private long at;
    private int count;

    Values(ThreadMemory memory, long at) {
      this.memory = memory;
      this.at = at;
    }

    long next(int bytes) {
      at = Math.ceilDiv(at, (long) bytes) * bytes;
      long value = memory.generic(at, bytes);
      at += bytes;
      count++;
      return value;
    }
  }

  private static String convert(Matcher matcher, Values values) {
    char conversion = matcher.group(5).charAt(0);
    if (conversion == '%') {
      return "%";
    }
    String flags = matcher.group(1);
    int width = number(matcher.group(2), values, 0);
    if (width < 0) {
      flags += "-";
      width = -width;
    }
    int precision = number(matcher.group(3), values, -1);
    String length = matcher.group(4) == null ? "" : matcher.group(4);
    boolean wide = length.startsWith("l") || ("zjt".contains(length) && !length.isEmpty());
    String body =
        switch (conversion) {
          case 'd', 'i' -> {
            long value = wide ? values.next(8) : (int) values.next(4);
            yield signed(
                length.equals("h") ? (short) value : length.equals("hh") ? (byte) value : value,
                flags,
                precision);
          }
          case 'u', 'x', 'X', 'o' -> {
            long value = values.next(wide ? 8 : 4);
            value =
                length.equals("h") ? value & 0xffff : length.equals("hh") ? value & 0xff : value;
            yield unsigned(value, conversion, flags, precision);
          }
          case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' ->
              real(Double.longBitsToDouble(values.next(8)), conversion, flags, precision);
          case 'c' -> String.valueOf((char) (values.next(4) & 0xff));
          case 's' -> {
            long address = values.next(8);
            String text = address == 0 ? "(null)" : values.memory.text(address);
            yield precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
          }
          case 'p' -> "0x%x".formatted(values.next(8));
          default -> matcher.group();
        };
    boolean number = "cs%".indexOf(conversion) < 0;
    boolean zeros =
        flags.contains("0")
            && !flags.contains("-")
            && number
            && (precision < 0 || "diuxXo".indexOf(conversion) < 0)
            && !body.contains("inf")
            && !body.contains("nan");
    return pad(body, width, flags.contains("-"), zeros);
  }

  private static int number(
      @org.jspecify.annotations.Nullable String text, Values values, int none) {
    if (text == null) {
      return none;
    }
    return text.equals("*")
        ? Math.clamp((long) (int) values.next(4), -9999, 9999)
        : text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  private static String signed(long value, String flags, int precision) {
    String digits = value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
    String sign = value < 0 ? "-" : sign(flags);
    return sign + "0".repeat(Math.max(0, precision - digits.length())) + digits;
  }

  private static String sign(String flags) {
    return flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
  }

  private static String unsigned(long value, char conversion, String flags, int precision) {
    String digits =
        switch (conversion) {
          case 'u' -> Long.toUnsignedString(value);
          case 'o' -> Long.toOctalString(value);
          case 'x' -> Long.toHexString(value);
          default -> Long.toHexString(value).toUpperCase(Locale.ROOT);
        };
    String prefix =
        !flags.contains("#") || value == 0
            ? ""
            : conversion == 'o' ? "0" : conversion == 'u' ? "" : "0" + conversion;
    return prefix + "0".repeat(Math.max(0, precision - digits.length())) + digits;
  }

  private static String real(double value, char conversion, String flags, int precision) {
    String sign = SoftFloat.isNegative(value) ? "-" : sign(flags);
    double magnitude = Math.abs(value);
    String digits;
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      digits = Double.isNaN(value) ? "nan" : "inf";
    } else {
      digits =
          switch (Character.toLowerCase(conversion)) {
            case 'f' -> RealText.fixed(magnitude, precision < 0 ? 6 : precision);
            case 'e' -> RealText.scientific(magnitude, precision < 0 ? 6 : precision);
            case 'g' -> general(magnitude, precision < 0 ? 6 : Math.max(1, precision), flags);
            default -> RealText.hexadecimal(magnitude, precision);
          };
    }
    String text = sign + digits;
    return Character.isUpperCase(conversion) ? text.toUpperCase(Locale.ROOT) : text;
  }

  /** C's %g: the shorter of the two forms, without trailing zeros. */
  private static String general(double value, int digits, String flags) {
    if (value == 0) {
      return "0";
    }
    String scientific = RealText.scientific(value, digits - 1);
    int exponent = Integer.parseInt(scientific.substring(scientific.indexOf('e') + 1));
    boolean plain = exponent >= -4 && exponent < digits;
    String text = plain ? RealText.fixed(value, digits - 1 - exponent) : scientific;
    if (flags.contains("#")) {
      return text;
    }
    int end = plain ? text.length() : text.indexOf('e');
    String mantissa = text.substring(0, end);
    if (mantissa.contains(".")) {
      mantissa = mantissa.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
    return mantissa + text.substring(end);
  }

  private static String pad(String body, int width, boolean left, boolean zeros) {
    int missing = width - body.length();
    if (missing <= 0) {
      return body;
    }
    if (left) {
      return body + " ".repeat(missing);
    }
    if (!zeros) {
      return " ".repeat(missing) + body;
    }
    int digits = 0;
    if (!body.isEmpty() && "+- ".indexOf(body.charAt(0)) >= 0) {
      digits = 1;
    }
    if (body.startsWith("0x", digits) || body.startsWith("0X", digits)) {
      digits += 2;
    }
    return body.substring(0, digits) + "0".repeat(missing) + body.substring(digits);
  }
}
