package dev.magpie.gpu.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A request a line; blank lines and those that begin with # are skipped. */
final class TextTrace implements RequestTrace {
  /** A line without its blanks; sets the request. */
  interface Line {
    void read(TextTrace trace);
  }

  static final int MAX_LINE = 256;

  /** Later cycles are a mistake, and would overflow sums. */
  static final long MAX_CYCLE = 1L << 53;

  private static final int MAX_WORDS = 3;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final List<String> DRAMSIM3_READS = List.of("READ", "P_MEM_RD", "P_FETCH");
  private static final List<String> DRAMSIM3_WRITES = List.of("WRITE", "P_MEM_WR", "BOFF");

  private final Path file;
  private final Line format;
  private final RequestStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;

  private final byte[] line = new byte[MAX_LINE];
  private final int[] wordStart = new int[MAX_WORDS];
  private final int[] wordEnd = new int[MAX_WORDS];
  private int words;
  private long lineNumber;

  private long address;
  private long cycle;
  private boolean write;

  TextTrace(Path file, Line format) throws IOException {
    this.file = file;
    this.format = format;
    in = new RequestStream(file);
  }

  @Override
  public boolean next() throws IOException {
    while (nextLine()) {
      if (words > 0 && line[wordStart[0]] != '#') {
        format.read(this);
        return true;
      }
    }
    return false;
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public boolean isWrite() {
    return write;
  }

  @Override
  public long cycle() {
    return cycle;
  }

  @Override
  public long position() {
    return in.taken();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Reads a line and finds its words; false at the end. */
  private boolean nextLine() throws IOException {
    lineNumber++;
    int length = 0;
    boolean any = false;
    boolean comment = false;
    while (true) {
      if (at == end) {
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        at = 0;
        if (end == 0) {
          break;
        }
      }
      byte each = buffer[at++];
      any = true;
      if (each == '\n') {
        break;
      }
      comment |= length == 0 && each == '#';
      if (!comment) {
        if (length == MAX_LINE) {
          throw wrong("is longer than %d bytes; no request is".formatted(MAX_LINE));
        }
        line[length++] = each;
      }
    }
    split(length);
    return any;
  }

  private void split(int length) {
    words = 0;
    int i = 0;
    while (i < length) {
      while (i < length && isBlank(line[i])) {
        i++;
      }
      int start = i;
      while (i < length && !isBlank(line[i])) {
        i++;
      }
      if (i > start) {
        if (words < MAX_WORDS) {
          wordStart[words] = start;
          wordEnd[words] = i;
        }
        words++;
      }
    }
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\t' || each == '\r';
  }

  void loadStore() {
    expectWords(2, TraceFormat.LOAD_STORE);
    write = isWrite(0, "LD", "ST");
    address = number(1, 10, "an address");
  }

  void ramulator() {
    expectWords(2, TraceFormat.RAMULATOR);
    address = number(0, 10, "an address");
    write = isWrite(1, "R", "W");
  }

  void dramsim3() {
    expectWords(3, TraceFormat.DRAMSIM3);
    address = number(0, 16, "an address in hexadecimal");
    write = isWord(1, "WRITE");
    if (!write && !isWord(1, "READ")) {
      String operation = word(1).toUpperCase(Locale.ROOT);
      write = DRAMSIM3_WRITES.contains(operation);
      if (!write && !DRAMSIM3_READS.contains(operation)) {
        throw unexpected(1, "READ or WRITE");
      }
    }
    cycle = number(2, 10, "a cycle");
    if (cycle > MAX_CYCLE) {
      throw wrong("cycle %d is too late to be simulated".formatted(cycle));
    }
  }

  /** Sets the request. */
  void set(long address, boolean write) {
    this.address = address;
    this.write = write;
  }

  void expectWords(int expected, TraceFormat format) {
    if (words != expected) {
      throw wrong("'%s' is not '%s'".formatted(text(), format.shape()));
    }
  }

  /** Whether a word says that the request writes. */
  boolean isWrite(int index, String reads, String writes) {
    boolean isWrite = isWord(index, writes);
    if (!isWrite && !isWord(index, reads)) {
      throw unexpected(index, reads + " or " + writes);
    }
    return isWrite;
  }

  private boolean isWord(int index, String expected) {
    int start = wordStart[index];
    if (wordEnd[index] - start != expected.length()) {
      return false;
    }
    for (int i = 0; i < expected.length(); i++) {
      if (line[start + i] != expected.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  String word(int index) {
    return new String(
        line, wordStart[index], wordEnd[index] - wordStart[index], StandardCharsets.US_ASCII);
  }

  /** A number from 0: hexadecimal after 0x, else of the given radix. */
  private long number(int index, int defaultRadix, String what) {
    int i = wordStart[index];
    int stop = wordEnd[index];
    int radix = defaultRadix;
    if (stop - i > 2 && line[i] == '0' && (line[i + 1] == 'x' || line[i + 1] == 'X')) {
      radix = 16;
      i += 2;
    }
    long value = 0;
    for (; i < stop; i++) {
      int digit = Character.digit(line[i], radix);
      if (digit < 0) {
        throw unexpected(index, what);
      }
      if (value > (Long.MAX_VALUE - digit) / radix) {
        throw wrong("'%s' is 2^63 or more".formatted(shortened(word(index))));
      }
      value = value * radix + digit;
    }
    return value;
  }

  private TraceException unexpected(int index, String what) {
    return wrong("'%s' is not %s".formatted(shortened(word(index)), what));
  }

  TraceException wrong(String problem) {
    return new TraceException("%s:%d: %s".formatted(file, lineNumber, problem));
  }

  private String text() {
    int from = words == 0 ? 0 : wordStart[0];
    int to = words == 0 ? 0 : wordEnd[Math.min(words, MAX_WORDS) - 1];
    return shortened(new String(line, from, to - from, StandardCharsets.US_ASCII))
        + (words > MAX_WORDS ? " ..." : "");
  }

  static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
