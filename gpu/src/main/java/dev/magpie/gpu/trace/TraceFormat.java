package dev.magpie.gpu.trace;

import java.util.Locale;
import java.util.regex.Pattern;

/** How a trace is written. */
public enum TraceFormat {
  /** Little-endian 64-bit words: bit 63 says write, the rest is the byte address. */
  BINARY("", "little-endian u64 a request, bit 63 = write"),

  /** Ramulator 2's {@code LoadStoreTrace}: {@code LD 0x1f40}. */
  LOAD_STORE("(LD|ST)\\s.*", "LD|ST address"),

  /** Ramulator 2's {@code ReadWriteTrace}: {@code R 0,1,2,3,100,7}. */
  READ_WRITE("[RW]\\s.*", "R|W channel,...,bank,row,column"),

  /** Ramulator 1: {@code 0x1f40 R}. */
  RAMULATOR("(0x[0-9a-fA-F]+|[0-9]+)\\s+[RW]", "address R|W"),

  /** DRAMsim3: {@code 0x1f40 READ 250}. */
  DRAMSIM3("(0x)?[0-9a-fA-F]+\\s+[A-Za-z_]+\\s+[0-9]+", "address READ|WRITE cycle");

  private final Pattern line;
  private final String shape;

  TraceFormat(String line, String shape) {
    this.line = Pattern.compile(line);
    this.shape = shape;
  }

  /** What a request looks like, for people. */
  public String shape() {
    return shape;
  }

  /** Whether a line of text, without blanks around it, looks like one of it. */
  boolean accepts(String text) {
    return this != BINARY && line.matcher(text).matches();
  }

  /** As it is named on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
