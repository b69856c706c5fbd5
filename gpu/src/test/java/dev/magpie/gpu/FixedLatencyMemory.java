package dev.magpie.gpu;

import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers each request after the same time; holds so many of each multiprocessor at once. */
final class FixedLatencyMemory implements MemorySystem {
  /** A request, when it was accepted. */
  record Entry(
      long cycle,
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int fullSectors,
      int lanes,
      int tag) {}

  private final Listener listener;
  private final int latency;
  private final int room;
  private final Deque<Entry> underWay = new ArrayDeque<>();
  private final int[] held = new int[64];
  private final boolean[] refused = new boolean[64];
  private final List<Entry> accepted;

  /** What it was told of how much latency the program hides. */
  final List<Double> tolerances = new ArrayList<>();

  FixedLatencyMemory(Listener listener, int latency, int room, List<Entry> accepted) {
    this.accepted = accepted;
    this.listener = listener;
    this.latency = latency;
    this.room = room;
  }

  @Override
  public boolean offer(
      long cycle,
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int fullSectors,
      int lanes,
      int tag) {
    if (held[multiprocessor] == room) {
      refused[multiprocessor] = true;
      return false;
    }
    held[multiprocessor]++;
    Entry entry = new Entry(cycle, multiprocessor, request, line, sectors, fullSectors, lanes, tag);
    underWay.add(entry);
    accepted.add(entry);
    return true;
  }

  @Override
  public void setLatencyTolerance(double cycles) {
    tolerances.add(cycles);
  }

  @Override
  public long nextEvent() {
    return underWay.isEmpty() ? Long.MAX_VALUE : underWay.element().cycle + latency;
  }

  @Override
  public void advanceTo(long cycle) {
    while (!underWay.isEmpty() && underWay.element().cycle + latency <= cycle) {
      Entry entry = underWay.remove();
      int from = entry.multiprocessor;
      held[from]--;
      switch (entry.request) {
        case READ, ATOMIC -> listener.answered(from, entry.tag, 0, entry.cycle + latency);
        case WRITE, REDUCTION -> listener.written(from, entry.tag, 0, entry.cycle + latency);
      }
      if (refused[from]) {
        refused[from] = false;
        listener.hasRoom(from, entry.cycle + latency);
      }
    }
  }
}
