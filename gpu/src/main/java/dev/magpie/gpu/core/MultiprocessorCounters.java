package dev.magpie.gpu.core;

import dev.magpie.gpu.stream.OperationClass;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a multiprocessor counts. */
final class MultiprocessorCounters {
  private static final OperationClass[] CLASSES = OperationClass.values();

  final long[] instructions = new long[CLASSES.length];
  final long[] stalls = new long[WarpState.COUNT];
  final LoadStoreCounters memory = new LoadStoreCounters();
  long threadInstructions;
  long schedulerCycles;
  long assistInstructions;
  long residentWarpCycles;
  long blocks;

  @SuppressWarnings("EnumOrdinal") // As in WarpStates.
  static CoreCounts sum(List<MultiprocessorCounters> all) {
    MultiprocessorCounters sum = new MultiprocessorCounters();
    all.forEach(sum::add);
    Map<OperationClass, Long> byClass = new EnumMap<>(OperationClass.class);
    long issued = 0;
    for (OperationClass each : CLASSES) {
      byClass.put(each, sum.instructions[KernelTable.number(each)]);
      issued += sum.instructions[KernelTable.number(each)];
    }
    Map<WarpState, Long> stalls = new EnumMap<>(WarpState.class);
    for (WarpState each : WarpState.values()) {
      if (each.isStall()) {
        stalls.put(each, sum.stalls[each.ordinal()]);
      }
    }
    return new CoreCounts(
        issued,
        sum.threadInstructions,
        byClass,
        sum.schedulerCycles,
        sum.assistInstructions,
        stalls,
        sum.blocks,
        sum.residentWarpCycles,
        CoreCounts.Memory.of(sum.memory));
  }

  private void add(MultiprocessorCounters other) {
    for (int i = 0; i < instructions.length; i++) {
      instructions[i] += other.instructions[i];
    }
    for (int i = 0; i < stalls.length; i++) {
      stalls[i] += other.stalls[i];
    }
    memory.add(other.memory);
    threadInstructions += other.threadInstructions;
    schedulerCycles += other.schedulerCycles;
    assistInstructions += other.assistInstructions;
    residentWarpCycles += other.residentWarpCycles;
    blocks += other.blocks;
  }
}
