package dev.magpie.gpu.dram;

/** Sees each command that a channel issues, in order. */
@FunctionalInterface
public interface CommandLog {
  /**
   * Sees a command.
   *
   * @param cycle when its first cycle is on the bus
   * @param bank the bank, or the first bank of the scope
   * @param row the row; -1 where the command has none
   */
  void issued(long cycle, Command command, int bank, int row);
}
