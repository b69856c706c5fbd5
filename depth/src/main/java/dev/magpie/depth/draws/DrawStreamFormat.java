package dev.magpie.depth.draws;

/** What reader and writer have in common; docs/draw-streams.md says what a file has. */
final class DrawStreamFormat {
  static final int VERSION = 1;

  /** The last byte is the version of the format. */
  static final byte[] MAGIC = {'m', 'a', 'g', 'p', 'i', 'e', 'D', VERSION};

  /** Of a section: kind, bytes before and after deflation, CRC-32C of those before. */
  static final int SECTION_HEADER_BYTES = 16;

  static final int MAX_SECTION_BYTES = 1 << 28;

  static final int HEAD = 1;
  static final int PASS = 2;
  static final int END = 3;

  static final int MAX_TEXT_BYTES = 1 << 12;

  static final int FLOATS = Float.BYTES;
  static final int DOUBLES = Double.BYTES;

  private DrawStreamFormat() {}
}
