package dev.magpie.ptx.execute;

/** How a result that a type cannot hold is rounded. */
enum Rounding {
  NEAREST_EVEN,
  ZERO,
  DOWN,
  UP;

  /** The rounding that a modifier such as {@code rn} or {@code rni} names. */
  static Rounding of(String modifier) {
    return switch (modifier.charAt(1)) {
      case 'n' -> NEAREST_EVEN;
      case 'z' -> ZERO;
      case 'm' -> DOWN;
      default -> UP;
    };
  }
}
