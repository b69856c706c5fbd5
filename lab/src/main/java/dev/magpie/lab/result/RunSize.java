package dev.magpie.lab.result;

import java.util.Locale;

/** How much an experiment measures. Those that simulate no programs have no size of the papers. */
public enum RunSize {
  /** Reduced, to be done in minutes: the beginning of every array, small frames and programs. */
  QUICK,
  /** All data and frames; of programs, at most 50 million warp-instructions. */
  FULL,
  /** As full, and programs as large as the literature runs them, where that fits some hours. */
  PAPER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
