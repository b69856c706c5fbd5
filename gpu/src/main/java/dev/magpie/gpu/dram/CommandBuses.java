package dev.magpie.gpu.dram;

/** The command buses of a channel, and how long each command takes its bus. */
final class CommandBuses {
  private static final int MOST = 2;

  private final int[] bus = new int[Command.COUNT];
  private final int[] cycles = new int[Command.COUNT];
  private final long[] free = new long[MOST];

  CommandBuses(DramConfig config) {
    config
        .commands()
        .forEach((command, use) -> {
          bus[command.index()] = use.bus();
          cycles[command.index()] = use.cycles();
        });
  }

  /** From when on a command's bus is free. */
  long freeAt(int command) {
    return free[bus[command]];
  }

  void take(int command, long now) {
    free[bus[command]] = now + cycles[command];
  }
}
