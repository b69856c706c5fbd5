package dev.magpie.gpu.dram;

import java.util.List;
import java.util.Locale;

/** What a memory controller tells a DRAM to do. */
public enum Command {
  /** Opens a row of a bank. */
  ACT(0),
  /** Closes the row of a bank. */
  PRE(1),
  /** Closes the rows of all banks of a refresh scope. */
  PREA(2),
  /** Reads a burst from the open row. */
  RD(3),
  /** Writes a burst to the open row. */
  WR(4),
  /** Reads a burst and closes the row after it. */
  RDA(5),
  /** Writes a burst and closes the row after it. */
  WRA(6),
  /** Refreshes all banks of a refresh scope. */
  REF(7);

  static final List<Command> ALL = List.of(values());
  static final int COUNT = ALL.size();

  private final int index;

  Command(int index) {
    this.index = index;
  }

  /** Its place in {@link #ALL}, for tables. */
  int index() {
    return index;
  }

  /** Whether it reads data. */
  public boolean isRead() {
    return this == RD || this == RDA;
  }

  /** Whether it concerns all banks of a refresh scope, and not one bank. */
  public boolean isForScope() {
    return this == PREA || this == REF;
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  static Command named(String name) {
    return ALL.stream()
        .filter(each -> each.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no command is called '%s'; there are %s".formatted(name, ALL)));
  }
}
