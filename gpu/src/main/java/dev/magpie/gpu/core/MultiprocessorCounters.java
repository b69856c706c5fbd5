package dev.magpie.gpu.core;

import dev.magpie.gpu.stream.OperationClass;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;

/** What a multiprocessor counts, or several together, since the GPU was made. */
public final class MultiprocessorCounters {
  private static final OperationClass[] CLASSES = OperationClass.values();

  final long[] issued = new long[CLASSES.length];

  /** Lanes that took part in instructions. */
  final long[] threads = new long[CLASSES.length];

  final long[] stalled = new long[WarpState.COUNT];

  /** What loads and stores did. */
  public final LoadStoreCounters memory = new LoadStoreCounters();

  /** Cycles of schedulers while a kernel ran, and those in which an assist warp issued. */
  public long schedulerCycles;

  public long assistInstructions;

  /** Instructions that were not issued, since in machine code they are part of others. */
  public long foldedInstructions;

  /** Warps that were present, added up over cycles. */
  public long residentWarpCycles;

  /** Blocks that have run. */
  public long blocks;

  /** Instructions issued. */
  public long warpInstructions() {
    return LongStream.of(issued).sum();
  }

  /** Lanes that took part in them. */
  public long threadInstructions() {
    return LongStream.of(threads).sum();
  }

  /** Instructions issued, by class. */
  public Map<OperationClass, Long> instructions() {
    return byClass(issued);
  }

  /** Lanes that took part in them, by class. */
  public Map<OperationClass, Long> threads() {
    return byClass(threads);
  }

  private static Map<OperationClass, Long> byClass(long[] counts) {
    Map<OperationClass, Long> byClass = new EnumMap<>(OperationClass.class);
    for (OperationClass each : CLASSES) {
      byClass.put(each, counts[KernelTable.number(each)]);
    }
    // Most programs have none, and most reports are older than they.
    byClass.remove(OperationClass.MATRIX, 0L);
    return byClass;
  }

  /** Cycles in which a scheduler issued nothing, by what kept it from it. */
  @SuppressWarnings("EnumOrdinal") // As in WarpStates.
  public Map<WarpState, Long> stalls() {
    Map<WarpState, Long> stalls = new EnumMap<>(WarpState.class);
    for (WarpState each : WarpState.values()) {
      if (each.isStall()) {
        stalls.put(each, stalled[each.ordinal()]);
      }
    }
    return stalls;
  }

  /** Adds what another counted. */
  void add(MultiprocessorCounters other) {
    for (int i = 0; i < issued.length; i++) {
      issued[i] += other.issued[i];
      threads[i] += other.threads[i];
    }
    for (int i = 0; i < stalled.length; i++) {
      stalled[i] += other.stalled[i];
    }
    memory.add(other.memory);
    schedulerCycles += other.schedulerCycles;
    assistInstructions += other.assistInstructions;
    foldedInstructions += other.foldedInstructions;
    residentWarpCycles += other.residentWarpCycles;
    blocks += other.blocks;
  }

  /** What has been counted since another state of the same. */
  public MultiprocessorCounters since(MultiprocessorCounters before) {
    return with(before, (now, then) -> now - then);
  }

  /** These and another's, each by an operation. */
  public MultiprocessorCounters with(MultiprocessorCounters other, LongBinaryOperator operation) {
    MultiprocessorCounters all = new MultiprocessorCounters();
    Arrays.setAll(all.issued, i -> operation.applyAsLong(issued[i], other.issued[i]));
    Arrays.setAll(all.stalled, i -> operation.applyAsLong(stalled[i], other.stalled[i]));
    all.memory.set(memory, other.memory, operation);
    Arrays.setAll(all.threads, i -> operation.applyAsLong(threads[i], other.threads[i]));
    all.schedulerCycles = operation.applyAsLong(schedulerCycles, other.schedulerCycles);
    all.assistInstructions = operation.applyAsLong(assistInstructions, other.assistInstructions);
    all.foldedInstructions = operation.applyAsLong(foldedInstructions, other.foldedInstructions);
    all.residentWarpCycles = operation.applyAsLong(residentWarpCycles, other.residentWarpCycles);
    all.blocks = operation.applyAsLong(blocks, other.blocks);
    return all;
  }
}
