package dev.magpie.gpu.recording;

import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;
import java.util.ArrayDeque;
import java.util.Deque;

/** Takes a sector a cycle, and answers after a time that depends on the address alone. */
final class FixedMemory implements MemorySystem {
  private record Answer(long cycle, int multiprocessor, int tag, boolean isWrite) {}

  private final Listener listener;
  private final int latency;
  private final Deque<Answer> answers = new ArrayDeque<>();
  private long last;

  FixedMemory(Listener listener, int latency) {
    this.listener = listener;
    this.latency = latency;
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
    last = Math.max(last + Integer.bitCount(sectors), cycle + latency + line / 128 % 5);
    boolean isWrite = request == MemoryRequest.WRITE || request == MemoryRequest.REDUCTION;
    answers.add(new Answer(last, multiprocessor, tag, isWrite));
    return true;
  }

  @Override
  public long nextEvent() {
    return answers.isEmpty() ? Long.MAX_VALUE : answers.getFirst().cycle();
  }

  @Override
  public void advanceTo(long cycle) {
    while (nextEvent() <= cycle) {
      Answer next = answers.removeFirst();
      if (next.isWrite()) {
        listener.written(next.multiprocessor(), next.tag(), 0, next.cycle());
      } else {
        listener.answered(next.multiprocessor(), next.tag(), 0, next.cycle());
      }
    }
  }
}
