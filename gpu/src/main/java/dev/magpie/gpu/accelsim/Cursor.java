package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.trace.TraceException;
import java.nio.charset.StandardCharsets;

/** Goes over the words of a line. */
final class Cursor {
  private final TraceLines lines;
  private byte[] bytes = {};
  private int at;
  private int end;
  private int from;

  Cursor(TraceLines lines) {
    this.lines = lines;
  }

  /** Begins with the present line. */
  void begin() {
    bytes = lines.bytes();
    at = lines.start();
    end = at + lines.length();
    from = at;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where the last word begins. */
  int from() {
    return from;
  }

  /** Where it ends. */
  int to() {
    return at;
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\t';
  }

  /** Goes over a word. */
  void word() {
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    from = at;
    while (at < end && !isBlank(bytes[at])) {
      at++;
    }
    if (from == at) {
      throw lines.wrong("ends too early for what it is: " + lines.text().strip());
    }
  }

  /** Goes over a number and as many words. */
  void words(int most) {
    long count = count();
    if (count > most) {
      throw lines.wrong("%d registers are more than an instruction has".formatted(count));
    }
    for (long i = 0; i < count; i++) {
      word();
    }
  }

  /** A number that is not negative. */
  long count() {
    long value = decimal();
    if (value < 0) {
      throw notA("number of things");
    }
    return value;
  }

  /** A decimal number. */
  long decimal() {
    word();
    int i = from;
    boolean isNegative = bytes[i] == '-';
    if (isNegative || bytes[i] == '+') {
      i++;
    }
    if (i == at || at - i > 18) {
      throw notA("decimal number");
    }
    long value = 0;
    for (; i < at; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        throw notA("decimal number");
      }
      value = 10 * value + digit;
    }
    return isNegative ? -value : value;
  }

  /** A hexadecimal number, with or without 0x. */
  long hexadecimal() {
    word();
    int i = from;
    if (at - i > 2 && bytes[i] == '0' && (bytes[i + 1] | 0x20) == 'x') {
      i += 2;
    }
    if (at - i > 16) {
      throw notA("hexadecimal number of 64 bits");
    }
    long value = 0;
    for (; i < at; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        throw notA("hexadecimal number");
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private TraceException notA(String what) {
    return lines.wrong(
        "'%s' is no %s"
            .formatted(new String(bytes, from, at - from, StandardCharsets.UTF_8), what));
  }
}
