package dev.magpie.ptx.ir;

/** Where else a symbol of a module counts. */
public enum Linkage {
  /** Nowhere: other modules may have another symbol of the name. */
  LOCAL,
  /** In all modules that it is linked with; only one of them may define it. */
  VISIBLE,
  /** The same, but several may define it: one definition counts, a visible one if there is one. */
  WEAK,
  /** The same, for variables: the largest counts. */
  COMMON,
  /** It is defined elsewhere. */
  EXTERN;

  /** Whether other modules may refer to its definition. */
  public boolean isShared() {
    return this == VISIBLE || this == WEAK || this == COMMON;
  }
}
