package dev.magpie.gpu.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MissQueueTest {
  private static final int MULTIPROCESSOR = 5;
  private static final List<MemoryRequest> KINDS = List.of(MemoryRequest.values());

  private record Offer(
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int full,
      int lanes,
      int tag) {}

  /** Takes a number of requests, and refuses the next. */
  private static final class Room implements MemorySystem {
    final List<Offer> taken = new ArrayList<>();
    final List<Long> cycles = new ArrayList<>();
    int room;

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
      cycles.add(cycle);
      if (room == 0) {
        return false;
      }
      room--;
      taken.add(new Offer(multiprocessor, request, line, sectors, fullSectors, lanes, tag));
      return true;
    }

    @Override
    public long nextEvent() {
      return Long.MAX_VALUE;
    }

    @Override
    public void advanceTo(long cycle) {}
  }

  private static Offer offer(int i) {
    MemoryRequest kind = KINDS.get(i % KINDS.size());
    return new Offer(MULTIPROCESSOR, kind, 128L * i, 1 + i % 15, i % 16, 1 + i % 32, i);
  }

  private static void add(MissQueue queue, Offer it) {
    queue.add(it.request, it.line, it.sectors, it.full, it.lanes, it.tag);
  }

  /** Requests go in order, whatever the ring's size and however it has turned. */
  @Test
  void requestsGoToTheMemoryInOrder() {
    for (int capacity = 1; capacity <= 9; capacity++) {
      MissQueue queue = new MissQueue(MULTIPROCESSOR, capacity);
      Room memory = new Room();
      Deque<Offer> waiting = new ArrayDeque<>();
      List<Offer> expected = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(capacity);
      for (int i = 0; i < 500; i++) {
        // Past its capacity too, as for what an L1 writes back.
        if (random.nextInt(3) > 0 && waiting.size() < 10 * capacity) {
          add(queue, offer(i));
          waiting.add(offer(i));
        } else {
          memory.room = random.nextInt(1 + 2 * capacity);
          for (int taken = 0; taken < memory.room && !waiting.isEmpty(); taken++) {
            expected.add(waiting.remove());
          }
          queue.mayOffer();
          queue.drain(memory, i);
        }
        assertThat(queue.size()).isEqualTo(waiting.size());
        assertThat(queue.hasRoom()).isEqualTo(waiting.size() < capacity);
        assertThat(memory.taken).isEqualTo(expected);
      }
    }
  }

  @Test
  void whatWasRefusedIsOfferedAgainOnlyOnceThereMayBeRoom() {
    MissQueue queue = new MissQueue(MULTIPROCESSOR, 4);
    Room memory = new Room();
    add(queue, offer(1));
    add(queue, offer(2));
    queue.drain(memory, 10);
    memory.room = 2;
    queue.drain(memory, 11);
    assertThat(memory.cycles).containsExactly(10L);

    queue.mayOffer();
    queue.drain(memory, 12);

    assertThat(memory.cycles).containsExactly(10L, 12L, 12L);
    assertThat(memory.taken).containsExactly(offer(1), offer(2));
    assertThat(queue.size()).isZero();
  }
}
