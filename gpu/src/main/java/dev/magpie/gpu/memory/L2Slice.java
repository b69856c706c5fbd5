package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.ALL_SECTORS;

import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.config.SecondLevelConfig.WriteMiss;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.cache.SectoredTags;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A slice of the L2. Requests are taken in order, one a cycle, or one in as many cycles as sectors
 * take to move or an atomic to be executed; the first that cannot be served makes those behind it
 * wait. It holds tags only: what the bytes are, the {@link DeviceImage} knows.
 */
final class L2Slice {
  private static final int NONE = Requests.NONE;

  /** In place of the cycles that a request takes: it has to wait. */
  private static final int STALL = -1;

  private final int number;
  private final SecondLevelConfig config;
  private final boolean wholeLines;
  private final boolean fetchesWritten;
  private final EventQueue events;
  private final Requests requests;
  private final Crossbar crossbar;
  private final LineStore store;
  private final MemorySystem.Listener listener;
  private final MemoryCounters counters;
  private final SectoredTags tags;

  /** By slot: the line's address, and its sectors that are on their way. */
  private final long[] address;

  private final byte[] pending;

  /** A ring of requests that wait. */
  private final int[] queue;

  private int first;
  private int waiting;
  private long free;
  private boolean asleep;
  private boolean stalled;

  /**
   * Set while {@link #fill} serves those that waited for a line: no other request, which could
   * evict it, is taken then.
   */
  private boolean filling;

  /** By slot: a list of requests that wait for its sectors. */
  private final int[] firstMerged;

  private final int[] lastMerged;
  private final int[] merged;

  /** Lines with sectors on their way. */
  private int misses;

  /** Answers that are ready before the crossbar has room. */
  private int firstAnswer = NONE;

  private int lastAnswer = NONE;

  L2Slice(
      int number,
      SecondLevelConfig config,
      boolean wholeLines,
      EventQueue events,
      Requests requests,
      Crossbar crossbar,
      LineStore store,
      MemorySystem.Listener listener,
      MemoryCounters counters) {
    this.number = number;
    this.config = config;
    this.wholeLines = wholeLines;
    fetchesWritten = config.writeMiss() == WriteMiss.FETCH;
    this.events = events;
    this.requests = requests;
    this.crossbar = crossbar;
    this.store = store;
    this.listener = listener;
    this.counters = counters;
    int lines = config.bytes() / config.slices() / MemoryAccess.LINE_BYTES;
    tags = new SectoredTags(lines / config.ways(), config.ways());
    address = new long[lines];
    pending = new byte[lines];
    queue = new int[config.queue()];
    firstMerged = new int[lines];
    lastMerged = new int[lines];
    merged = new int[lines];
    Arrays.fill(firstMerged, NONE);
  }

  /** A request arrives. */
  void accept(long cycle, int request) {
    int at = first + waiting;
    queue[at >= queue.length ? at - queue.length : at] = request;
    waiting++;
    serve(cycle);
  }

  /** Its time for the next request has come. */
  void wake(long cycle) {
    asleep = false;
    serve(cycle);
  }

  /** What it may have waited for has happened. */
  void retry(long cycle) {
    if (stalled) {
      stalled = false;
      serve(cycle);
    }
  }

  private void serve(long cycle) {
    while (waiting > 0 && !asleep && !stalled && !filling) {
      if (free > cycle) {
        asleep = true;
        events.schedule(free, Event.SLICE_FREE, number);
        return;
      }
      int taken = process(cycle, queue[first]);
      if (taken == STALL) {
        stalled = true;
        return;
      }
      first = first + 1 == queue.length ? 0 : first + 1;
      waiting--;
      free = cycle + taken;
      crossbar.leaveSlice(cycle, number);
    }
  }

  private int process(long cycle, int request) {
    if (firstAnswer != NONE) {
      counters.l2AnswerStalls++;
      return STALL;
    }
    return requests.kind[request] == MemoryRequest.WRITE
        ? write(cycle, request)
        : access(cycle, request);
  }

  /** A read or an atomic: it needs all its sectors. */
  private int access(long cycle, int request) {
    int sectors = requests.sectors[request];
    int slot = tags.find(requests.lineInSlice[request]);
    int missing = slot == NONE ? sectors : sectors & ~tags.valid(slot);
    if (missing == 0) {
      counters.l2Hits++;
      tags.use(slot);
      return requests.kind[request] == MemoryRequest.READ
          ? answerHit(cycle, request, Integer.bitCount(sectors))
          : executeHit(cycle, request, slot);
    }
    if (slot != NONE && (missing & ~pending[slot]) == 0) {
      if (merged[slot] >= config.merges()) {
        counters.l2MergeStalls++;
        return STALL;
      }
      counters.l2Merges++;
    } else {
      int found = slot;
      slot = miss(cycle, request, found, found == NONE ? missing : missing & ~pending[found]);
      if (slot == NONE) {
        return STALL;
      }
      if (found == NONE) {
        counters.l2Misses++;
      } else {
        counters.l2SectorMisses++;
      }
    }
    tags.use(slot);
    merge(slot, request);
    return 1;
  }

  private int answerHit(long cycle, int request, int cycles) {
    events.schedule(cycle + config.latency(), Event.ANSWER, request);
    return cycles;
  }

  private int executeHit(long cycle, int request, int slot) {
    int cycles = execute(request, slot);
    if (requests.kind[request] == MemoryRequest.ATOMIC) {
      return answerHit(cycle + cycles, request, cycles);
    }
    events.schedule(cycle + cycles, Event.WRITTEN, request);
    return cycles;
  }

  /** Counts an atomic whose sectors are there; the result is the cycles that it takes. */
  private int execute(int request, int slot) {
    tags.markDirty(slot, requests.sectors[request]);
    counters.l2Atomics++;
    counters.l2AtomicOperations += requests.lanes[request];
    return requests.lanes[request] * config.atomicCycles();
  }

  private int write(long cycle, int request) {
    int sectors = requests.sectors[request];
    int full = requests.full[request];
    int slot = tags.find(requests.lineInSlice[request]);
    if (fetchesWritten && (slot == NONE || (sectors & ~tags.valid(slot)) != 0)) {
      return writeThrough(cycle, request, slot);
    }
    if ((slot == NONE || pending[slot] != 0) && store.isAway(requests.line[request])) {
      return writeLater(cycle, request, slot);
    }
    int had = slot == NONE ? 0 : tags.valid(slot) | pending[slot];
    int missing = sectors & ~full & ~had;
    if (missing != 0 || slot == NONE) {
      boolean present = slot != NONE;
      slot = missing != 0 ? miss(cycle, request, slot, missing) : allocate(cycle, request);
      if (slot == NONE) {
        return STALL;
      }
      if (missing == 0 || !present) {
        counters.l2WriteMisses++;
      } else {
        counters.l2SectorMisses++;
      }
    } else {
      counters.l2WriteHits++;
    }
    tags.use(slot);
    tags.markValid(slot, full);
    boolean wasClean = tags.dirty(slot) == 0;
    tags.markDirty(slot, sectors);
    if (wasClean && config.dirtyWays() < config.ways()) {
      clean(cycle, request);
    }
    written(cycle, request);
    return cyclesToWrite(sectors, full);
  }

  /** Of sectors, some of them whole. */
  private int cyclesToWrite(int sectors, int full) {
    return Integer.bitCount(sectors & ~full) + Integer.bitCount(full) * config.sectorWriteCycles();
  }

  /** Where too many lines of a set are dirty, one of them is no more. */
  private void clean(long cycle, int request) {
    int slot = tags.dirtyBeyond(requests.lineInSlice[request], config.dirtyWays());
    if (slot != NONE && store.hasRoom(number)) {
      counters.l2WriteBacks++;
      store.writeBack(
          cycle,
          number,
          address[slot],
          tags.dirty(slot),
          tags.valid(slot),
          requests.multiprocessor[request]);
      tags.markClean(slot);
    }
  }

  /** A write to a line that is elsewhere: it waits for its sectors, as a read does. */
  private int writeLater(long cycle, int request, int found) {
    int sectors = requests.sectors[request];
    int missing = found == NONE ? sectors : sectors & ~(tags.valid(found) | pending[found]);
    int slot = found;
    if (missing != 0) {
      slot = miss(cycle, request, found, missing);
      if (slot == NONE) {
        return STALL;
      }
      counters.l2WriteMisses++;
    } else if (merged[slot] >= config.merges()) {
      counters.l2MergeStalls++;
      return STALL;
    } else {
      counters.l2WriteHits++;
    }
    tags.use(slot);
    merge(slot, request);
    return cyclesToWrite(sectors, requests.full[request]);
  }

  private void written(long cycle, int request) {
    listener.written(
        requests.multiprocessor[request],
        requests.tag[request],
        Integer.bitCount(requests.fetched[request]),
        cycle);
    requests.free(request);
  }

  /** A write to sectors that are not there yet: they go on to memory, and are fetched. */
  private int writeThrough(long cycle, int request, int found) {
    int sectors = requests.sectors[request];
    int had = found == NONE ? 0 : tags.valid(found) | pending[found];
    int missing = sectors & ~had;
    int slot = found;
    if (missing != 0) {
      slot = miss(cycle, request, found, missing);
      if (slot == NONE) {
        return STALL;
      }
      counters.l2WriteMisses++;
    } else if (merged[slot] >= config.merges()) {
      counters.l2MergeStalls++;
      return STALL;
    } else if (!store.hasRoom(number)) {
      counters.l2QueueStalls++;
      return STALL;
    } else {
      counters.l2WriteHits++;
    }
    merged[slot]++;
    tags.use(slot);
    if (requests.full[request] != ALL_SECTORS && store.movesWhole(address[slot])) {
      // No part of a block that moves as a whole is written: it waits for the rest.
      tags.markDirty(slot, sectors);
    } else {
      counters.l2WriteThroughs++;
      store.writeBack(
          cycle, number, address[slot], sectors, sectors, requests.multiprocessor[request]);
    }
    written(cycle, request);
    return cyclesToWrite(sectors, requests.full[request]);
  }

  /** Fetches sectors of a line, which may be there without them; the result is its slot. */
  private int miss(long cycle, int request, int found, int missing) {
    if (found != NONE && merged[found] >= config.merges()) {
      counters.l2MergeStalls++;
      return NONE;
    }
    if ((found == NONE || pending[found] == 0) && misses == config.mshrs()) {
      counters.l2MissStalls++;
      return NONE;
    }
    if (!store.hasRoom(number)) {
      counters.l2QueueStalls++;
      return NONE;
    }
    int slot = found == NONE ? allocate(cycle, request) : found;
    if (slot == NONE) {
      return NONE;
    }
    if (pending[slot] == 0) {
      misses++;
    }
    boolean whole = wholeLines || store.movesWhole(address[slot]);
    int wanted = whole ? ALL_SECTORS : missing;
    byte fetched = (byte) (wanted & ~tags.valid(slot));
    requests.fetched[request] = fetched;
    pending[slot] |= fetched;
    tags.hold(slot, true);
    store.fetch(cycle, number, slot, address[slot], wanted, requests.multiprocessor[request]);
    return slot;
  }

  /** Gives a line a slot, without valid sectors; none if it has to wait for one. */
  private int allocate(long cycle, int request) {
    int slot = tags.victim(requests.lineInSlice[request]);
    if (slot == NONE) {
      counters.l2SetStalls++;
      return NONE;
    }
    if (tags.line(slot) != NONE) {
      if (tags.dirty(slot) != 0) {
        if (!store.hasRoom(number)) {
          counters.l2QueueStalls++;
          return NONE;
        }
        counters.l2WriteBacks++;
        store.writeBack(
            cycle,
            number,
            address[slot],
            tags.dirty(slot),
            tags.valid(slot),
            requests.multiprocessor[request]);
      }
      counters.l2Evictions++;
    }
    tags.put(slot, requests.lineInSlice[request]);
    address[slot] = requests.line[request];
    return slot;
  }

  private void merge(int slot, int request) {
    requests.next[request] = NONE;
    if (firstMerged[slot] == NONE) {
      firstMerged[slot] = request;
    } else {
      requests.next[lastMerged[slot]] = request;
    }
    lastMerged[slot] = request;
    merged[slot]++;
  }

  /** Sectors of a slot have come from the memory. */
  void fill(long cycle, int slot, int sectors) {
    tags.markValid(slot, sectors);
    pending[slot] &= (byte) ~sectors;
    tags.hold(slot, pending[slot] != 0);
    filling = true;
    int request = firstMerged[slot];
    firstMerged[slot] = NONE;
    merged[slot] = 0;
    while (request != NONE) {
      int following = requests.next[request];
      if ((requests.sectors[request] & ~tags.valid(slot)) != 0) {
        merge(slot, request);
      } else {
        serveFilled(cycle, request, slot);
      }
      request = following;
    }
    if (pending[slot] == 0) {
      misses--;
    }
    filling = false;
    stalled = false;
    serve(cycle);
  }

  private void serveFilled(long cycle, int request, int slot) {
    if (requests.kind[request] == MemoryRequest.READ) {
      answer(cycle, request);
      return;
    }
    if (requests.kind[request] == MemoryRequest.WRITE) {
      tags.markDirty(slot, requests.sectors[request]);
      events.schedule(cycle, Event.WRITTEN, request);
      return;
    }
    free = Math.max(cycle, free) + execute(request, slot);
    events.schedule(
        free,
        requests.kind[request] == MemoryRequest.ATOMIC ? Event.ANSWER : Event.WRITTEN,
        request);
  }

  /** An answer is ready. */
  void answer(long cycle, int request) {
    if (firstAnswer == NONE && crossbar.answers().hasRoom(number)) {
      crossbar.answer(cycle, request);
      return;
    }
    requests.next[request] = NONE;
    if (firstAnswer == NONE) {
      firstAnswer = request;
    } else {
      requests.next[lastAnswer] = request;
    }
    lastAnswer = request;
  }

  /** The crossbar has room for an answer. */
  void answerLeft(long cycle) {
    while (firstAnswer != NONE && crossbar.answers().hasRoom(number)) {
      int request = firstAnswer;
      firstAnswer = requests.next[request];
      crossbar.answer(cycle, request);
    }
    if (firstAnswer == NONE) {
      retry(cycle);
    }
  }

  /** Whether a line has changed since it came from the memory. */
  boolean isDirty(long lineInSlice) {
    int slot = tags.find(lineInSlice);
    return slot != NONE && tags.dirty(slot) != 0;
  }

  /** Forgets a line, unless sectors are on their way to it. */
  void drop(long lineInSlice) {
    int slot = tags.find(lineInSlice);
    if (slot != NONE && pending[slot] == 0) {
      tags.clear(slot);
    }
  }

  /** Forgets the lines of a range of addresses. */
  void drop(long from, long to) {
    leave(from, to, _ -> {});
  }

  /**
   * Forgets the lines of a range of addresses, but for those that sectors are on their way to.
   *
   * @param changed is told of each that has changed since it came from the memory
   */
  void leave(long from, long to, LongConsumer changed) {
    for (int slot = 0; slot < tags.slots(); slot++) {
      if (tags.line(slot) != NONE
          && pending[slot] == 0
          && address[slot] + MemoryAccess.LINE_BYTES > from
          && address[slot] < to) {
        if (tags.dirty(slot) != 0) {
          changed.accept(address[slot]);
        }
        tags.clear(slot);
      }
    }
  }
}
