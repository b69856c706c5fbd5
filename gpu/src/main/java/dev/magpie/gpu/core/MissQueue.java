package dev.magpie.gpu.core;

import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;

/** The miss queue of an L1: requests on their way to the crossbar, in order. */
final class MissQueue {
  private final int multiprocessor;
  private final int capacity;
  private MemoryRequest[] requests;
  private long[] lines;
  private byte[] sectors;
  private byte[] full;
  private int[] lanes;
  private int[] tags;
  private int head;
  private int size;
  private boolean refused;

  MissQueue(int multiprocessor, int capacity) {
    this.multiprocessor = multiprocessor;
    this.capacity = capacity;
    int room = Integer.highestOneBit(capacity) * 4;
    requests = new MemoryRequest[room];
    lines = new long[room];
    sectors = new byte[room];
    full = new byte[room];
    lanes = new int[room];
    tags = new int[room];
  }

  /** Whether another request may be made; what the L1 writes back goes in even so. */
  boolean hasRoom() {
    return size < capacity;
  }

  int size() {
    return size;
  }

  void add(MemoryRequest request, long line, int sectorMask, int fullMask, int laneCount, int tag) {
    if (size == lines.length) {
      grow();
    }
    int at = head + size & lines.length - 1;
    requests[at] = request;
    lines[at] = line;
    sectors[at] = (byte) sectorMask;
    full[at] = (byte) fullMask;
    lanes[at] = laneCount;
    tags[at] = tag;
    size++;
  }

  private void grow() {
    int room = 2 * lines.length;
    requests = unrolled(requests, new MemoryRequest[room]);
    lines = unrolled(lines, new long[room]);
    sectors = unrolled(sectors, new byte[room]);
    full = unrolled(full, new byte[room]);
    lanes = unrolled(lanes, new int[room]);
    tags = unrolled(tags, new int[room]);
    head = 0;
  }

  /** Copies a ring that is full, its head first. */
  @SuppressWarnings("SuspiciousSystemArraycopy") // Both are arrays of one type.
  private <A> A unrolled(A ring, A more) {
    System.arraycopy(ring, head, more, 0, size - head);
    System.arraycopy(ring, 0, more, size - head, head);
    return more;
  }

  /** Offers what waits to the memory, as far as that has room. */
  void drain(MemorySystem memory, long cycle) {
    while (size > 0 && !refused) {
      if (memory.offer(
          cycle,
          multiprocessor,
          requests[head],
          lines[head],
          sectors[head],
          full[head],
          lanes[head],
          tags[head])) {
        head = head + 1 & lines.length - 1;
        size--;
      } else {
        refused = true;
      }
    }
  }

  /** The memory has room again. */
  void mayOffer() {
    refused = false;
  }
}
