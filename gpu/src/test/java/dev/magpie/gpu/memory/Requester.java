package dev.magpie.gpu.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Multiprocessors that only ask for memory: each offers its requests in order, one a cycle, while
 * it has fewer under way than it may, and notes when which was answered.
 */
final class Requester implements MemorySystem.Listener {
  /** One request; the tag is its number at its multiprocessor. */
  record Request(MemoryRequest kind, long line, int sectors, int full, int lanes, Runnable effect) {
    Request(MemoryRequest kind, long line, int sectors, int full, int lanes) {
      this(kind, line, sectors, full, lanes, () -> {});
    }

    static Request read(long line) {
      return new Request(MemoryRequest.READ, line, 15, 0, 32);
    }

    static Request write(long line) {
      return new Request(MemoryRequest.WRITE, line, 15, 15, 32);
    }
  }

  private final GpuMemory memory;
  private final List<Deque<Request>> left = new ArrayList<>();
  private final Deque<Request> anyones = new ArrayDeque<>();
  private final int mostUnderWay;
  private final int[] underWay;
  private final int[] offered;
  private final boolean[] blocked;

  /** Answers in order: multiprocessor, tag, cycle. */
  final List<long[]> answers = new ArrayList<>();

  final List<long[]> written = new ArrayList<>();

  /** When the last has happened, of which nobody waited for some: writes over a link. */
  long end;

  Requester(
      int multiprocessors, int mostUnderWay, Function<MemorySystem.Listener, GpuMemory> memory) {
    this.memory = memory.apply(this);
    this.mostUnderWay = mostUnderWay;
    for (int i = 0; i < multiprocessors; i++) {
      left.add(new ArrayDeque<>());
    }
    underWay = new int[multiprocessors];
    offered = new int[multiprocessors];
    blocked = new boolean[multiprocessors];
  }

  GpuMemory memory() {
    return memory;
  }

  /** Leaves a request to whichever multiprocessor is the next that can offer it. */
  void add(Request request) {
    anyones.add(request);
  }

  /** Adds a request that does something to the memory when it is offered. */
  void add(int multiprocessor, Request request, Runnable effect) {
    add(
        multiprocessor,
        new Request(
            request.kind, request.line, request.sectors, request.full, request.lanes, effect));
  }

  void add(int multiprocessor, Request request) {
    left.get(multiprocessor).add(request);
  }

  /** Goes on until all are answered; the result is the cycle of the last. */
  long run(long from) {
    long cycle = from;
    while (true) {
      memory.advanceTo(cycle);
      boolean more = false;
      for (int i = 0; i < blocked.length; i++) {
        more |= offer(i, cycle);
      }
      long next = more ? cycle + 1 : memory.nextEvent();
      if (next == Long.MAX_VALUE) {
        break;
      }
      cycle = next;
    }
    end = cycle;
    for (int i = 0; i < blocked.length; i++) {
      if (underWay[i] != 0 || !left.get(i).isEmpty() || !anyones.isEmpty()) {
        throw new AssertionError("multiprocessor %d waits for ever".formatted(i));
      }
    }
    return Math.max(last(answers), last(written));
  }

  private static long last(List<long[]> events) {
    return events.isEmpty() ? 0 : events.getLast()[2];
  }

  /** Offers one; the result is whether it can offer another in the next cycle. */
  private boolean offer(int i, long cycle) {
    Deque<Request> from = left.get(i).isEmpty() ? anyones : left.get(i);
    Request request = from.peek();
    if (request == null || blocked[i] || underWay[i] == mostUnderWay) {
      return false;
    }
    if (!memory.offer(
        cycle,
        i,
        request.kind,
        request.line,
        request.sectors,
        request.full,
        request.lanes,
        offered[i])) {
      blocked[i] = true;
      return false;
    }
    from.remove();
    request.effect.run();
    offered[i]++;
    underWay[i]++;
    return true;
  }

  @Override
  public void answered(int multiprocessor, int tag, int fetched, long cycle) {
    underWay[multiprocessor]--;
    answers.add(new long[] {multiprocessor, tag, cycle});
  }

  @Override
  public void written(int multiprocessor, int tag, int fetched, long cycle) {
    underWay[multiprocessor]--;
    written.add(new long[] {multiprocessor, tag, cycle});
  }

  @Override
  public void hasRoom(int multiprocessor, long cycle) {
    blocked[multiprocessor] = false;
  }
}
