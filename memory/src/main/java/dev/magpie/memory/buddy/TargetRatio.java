package dev.magpie.memory.buddy;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The compression ratio that an allocation aims at, which fixes how much of each 128 B memory-entry
 * has its place in device memory (Buddy paper, section III and Figure 4).
 *
 * <p>That a 16x entry has a whole entry of buddy memory, to keep it aligned to sectors, and lives
 * there if it does not fit 8 B, is our decision.
 */
public enum TargetRatio {
  ONE(0, "1", 128, 0),
  FOUR_THIRDS(1, "4/3", 96, 32),
  TWO(2, "2", 64, 64),
  FOUR(3, "4", 32, 96),
  /** For allocations that are mostly zero and stay so (section III-B). */
  SIXTEEN(4, "16", 8, 128);

  private static final TargetRatio[] BY_CODE = values();

  private final int code;
  private final String label;
  private final int deviceBytes;
  private final int buddyBytes;

  TargetRatio(int code, String label, int deviceBytes, int buddyBytes) {
    this.code = code;
    this.label = label;
    this.deviceBytes = deviceBytes;
    this.buddyBytes = buddyBytes;
  }

  /** Device memory of an entry, in bytes. */
  public int deviceBytes() {
    return deviceBytes;
  }

  /** Buddy memory set aside for an entry, in bytes. */
  public int buddyBytes() {
    return buddyBytes;
  }

  /** Uncompressed over device bytes. */
  public double ratio() {
    return 128.0 / deviceBytes;
  }

  /** Whole sectors of an entry that have their place in device memory; none at 16x. */
  public int deviceSectors() {
    return deviceBytes / 32;
  }

  /** Whether an entry with this metadata code lives wholly in device memory. */
  public boolean fits(int entryCode) {
    return this == SIXTEEN
        ? entryCode == EntryCode.ZERO || entryCode == EntryCode.TINY
        : EntryCode.sectors(entryCode) <= deviceSectors();
  }

  /** The code in page-table entries (our decision): 0 to 4, smallest ratio first. */
  int code() {
    return code;
  }

  /**
   * The target of a code in a page-table entry.
   *
   * @throws IllegalStateException if it is reserved
   */
  static TargetRatio ofCode(int code) {
    if (code >= BY_CODE.length) {
      throw new IllegalStateException("a page-table entry holds the reserved target " + code);
    }
    return BY_CODE[code];
  }

  /**
   * The target that is written so: {@code 1}, {@code 4/3}, {@code 2}, {@code 4} or {@code 16}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static TargetRatio parse(String text) {
    return Arrays.stream(BY_CODE)
        .filter(target -> target.label.equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a target ratio is one of %s, not '%s'"
                    .formatted(
                        Arrays.stream(BY_CODE)
                            .map(TargetRatio::toString)
                            .collect(Collectors.joining(", ")),
                        text)));
  }

  @Override
  public String toString() {
    return label;
  }
}
