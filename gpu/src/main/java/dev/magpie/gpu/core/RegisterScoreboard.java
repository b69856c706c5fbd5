package dev.magpie.gpu.core;

import java.util.Arrays;

/**
 * The cycle in which each register of each warp has its value, as 2 * cycle, plus 1 if memory gives
 * it: the latest of an instruction's registers so also says what the warp waits for.
 */
final class RegisterScoreboard {
  /** The time of a register for which an access to memory is under way. */
  static final long UNKNOWN = Long.MAX_VALUE;

  private final int warps;
  private int registers;
  private long[] times = {};

  RegisterScoreboard(int warps) {
    this.warps = warps;
  }

  /** Makes room for another kernel's registers. */
  void begin(int registersOfKernel) {
    registers = registersOfKernel;
    if (times.length < warps * registers) {
      times = new long[warps * registers];
    }
  }

  /** All registers of a warp are there. */
  void clear(int warp) {
    Arrays.fill(times, warp * registers, (warp + 1) * registers, 0);
  }

  void set(int warp, int[] which, long time) {
    int base = warp * registers;
    for (int register : which) {
      times[base + register] = time;
    }
  }

  long time(int warp, int register) {
    return times[warp * registers + register];
  }

  void set(int warp, int register, long time) {
    times[warp * registers + register] = time;
  }

  /** When the last of some registers is there. */
  long last(int warp, int[] which) {
    int base = warp * registers;
    long last = 0;
    for (int register : which) {
      last = Math.max(last, times[base + register]);
    }
    return last;
  }

  static long arithmetic(long cycle) {
    return cycle << 1;
  }

  static long memory(long cycle) {
    return cycle << 1 | 1;
  }

  static long cycle(long time) {
    return time >> 1;
  }

  static boolean isMemory(long time) {
    return (time & 1) != 0;
  }
}
