package dev.magpie.gpu.core;

import dev.magpie.gpu.stream.KernelShape;
import java.util.EnumMap;
import java.util.Map;

/**
 * What each instruction of a kernel did in all multiprocessors, and what schedulers waited for
 * before it. What they issued and waited for adds up to the cycles that they had a warp in.
 */
public final class InstructionCounters {
  /** Counts nothing. */
  public static final InstructionCounters NONE = new InstructionCounters(0);

  private final long[] issued;
  private final long[] threads;

  /** By instruction, and {@link WarpState#ordinal} in it. */
  private final long[] waited;

  private final LoadStoreCounters[] memory;

  /** Of those of whom nothing is to be known. */
  private final LoadStoreCounters others = new LoadStoreCounters();

  /** Counters of a kernel's instructions. */
  public InstructionCounters(KernelShape kernel) {
    this(kernel.instructions().size());
  }

  private InstructionCounters(int instructions) {
    issued = new long[instructions];
    threads = new long[instructions];
    waited = new long[instructions * WarpState.COUNT];
    memory = new LoadStoreCounters[instructions];
    for (int i = 0; i < instructions; i++) {
      memory[i] = new LoadStoreCounters();
    }
  }

  /** A scheduler has issued an instruction for some threads. */
  void issued(int instruction, int lanes) {
    if (issued.length > 0) {
      issued[instruction]++;
      threads[instruction] += lanes;
    }
  }

  /** Whether {@link #waited} wants to be told. */
  boolean isCounting() {
    return issued.length > 0;
  }

  /** A scheduler has waited for the state of a warp that is at an instruction. */
  void waited(int instruction, int state, long cycles) {
    waited[instruction * WarpState.COUNT + state] += cycles;
  }

  /** What its loads and stores did. */
  LoadStoreCounters memory(int instruction) {
    return memory.length > 0 ? memory[instruction] : others;
  }

  /** How often an instruction was issued. */
  public long issues(int instruction) {
    return issued[instruction];
  }

  /** Threads that took part in it, added up. */
  public long threads(int instruction) {
    return threads[instruction];
  }

  /** Cycles in which schedulers waited before it, by what for. */
  @SuppressWarnings("EnumOrdinal") // As in WarpStates.
  public Map<WarpState, Long> stalls(int instruction) {
    Map<WarpState, Long> stalls = new EnumMap<>(WarpState.class);
    for (WarpState each : WarpState.values()) {
      long cycles = waited[instruction * WarpState.COUNT + each.ordinal()];
      if (each.isStall() && cycles > 0) {
        stalls.put(each, cycles);
      }
    }
    return stalls;
  }

  /** Adds what an instruction's loads and stores did to a sum. */
  public void addMemoryTo(LoadStoreCounters sum, int instruction) {
    sum.add(memory[instruction]);
  }
}
