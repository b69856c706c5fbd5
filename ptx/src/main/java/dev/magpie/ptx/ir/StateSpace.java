package dev.magpie.ptx.ir;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a variable lives, and which memory an access names. */
public enum StateSpace {
  /** Global memory, shared by all threads of all launches. */
  GLOBAL,
  /** Memory of one thread block. */
  SHARED,
  /** Memory of one thread. */
  LOCAL,
  /** Constant memory, read only. */
  CONST,
  /** Parameters of kernels and functions. */
  PARAM,
  /** An access whose address says which of the others it means. */
  GENERIC;

  /** The space that a modifier such as {@code shared} or {@code shared::cta} names, or null. */
  public static @Nullable StateSpace find(String name) {
    return switch (name) {
      case "global" -> GLOBAL;
      case "shared", "shared::cta" -> SHARED;
      case "local" -> LOCAL;
      case "const" -> CONST;
      case "param", "param::entry", "param::func" -> PARAM;
      default -> null;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
