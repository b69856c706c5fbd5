package dev.magpie.gpu.core;

import dev.magpie.gpu.config.CoreConfig;
import dev.magpie.gpu.config.CrossbarConfig;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.FirstLevelConfig;
import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;

/**
 * The load/store unit of a multiprocessor: takes one instruction at a time and hands on some of its
 * lines each cycle; where the L1 or the way to the memory has no room, the line waits, and all
 * after it.
 */
final class LoadStoreUnit {
  /** The warps that the unit works for. */
  interface Warps {
    /** It is known when the values of a load are there that was called so when it began. */
    void loaded(int warp, int called, long ready, long now);

    /** An access begins that fences wait for. */
    void began(int warp);

    /** It has ended. */
    void ended(int warp, long cycle);
  }

  private final CoreConfig core;
  private final int latency;
  private final boolean fillsLines;
  private final int linesPerCycle;
  private final MemorySystem memory;
  private final Warps warps;
  private final FirstLevelCache cache;
  private final FirstLevelCache.WriteBack writeBack;
  private final MissStatusRegisters misses;
  private final MissQueue missQueue;
  private final PendingLoads loads = new PendingLoads();
  private final LoadStoreCounters counters;

  /** What packets take of the crossbar, by the sectors that they carry. */
  private final int[] flits = new int[MemoryAccess.SECTORS + 1];

  private InstructionCounters byInstruction = InstructionCounters.NONE;

  /** The counters of the instruction that it has. */
  private LoadStoreCounters own = new LoadStoreCounters();

  private final MemoryAccess access = new MemoryAccess();

  private int warp;
  private int instruction;
  private int load;
  private int position;
  private int lines;
  private boolean blocked;
  private long nextLineAt;
  private long freeAt;

  LoadStoreUnit(
      CoreConfig core,
      FirstLevelConfig config,
      CrossbarConfig crossbar,
      int multiprocessor,
      MemorySystem memory,
      Warps warps,
      LoadStoreCounters counters) {
    this.core = core;
    this.memory = memory;
    this.warps = warps;
    this.counters = counters;
    latency = config.latency();
    fillsLines = config.fill() == Fill.LINE;
    linesPerCycle = core.units().getOrDefault("memory", 1);
    cache = new FirstLevelCache(config);
    misses = new MissStatusRegisters(config);
    missQueue = new MissQueue(multiprocessor, config.missQueue());
    for (int sectors = 0; sectors < flits.length; sectors++) {
      flits[sectors] = crossbar.flits(sectors * MemoryAccess.SECTOR_BYTES);
    }
    writeBack =
        (line, sectors) -> {
          counters.localWriteBacks++;
          counters.asked(flits[Integer.bitCount(sectors)], 0);
          missQueue.add(MemoryRequest.WRITE, line, sectors, sectors, 0, WriteTag.NOBODY);
        };
  }

  /** A kernel begins. */
  void begin(InstructionCounters instructions) {
    byInstruction = instructions;
    cache.clear();
  }

  /** What the next instruction asks of memory is to be told here, before it is accepted. */
  MemoryAccess access() {
    return access;
  }

  /** Whether it takes an instruction in a cycle. */
  boolean isFree(long cycle) {
    return position == lines && freeAt <= cycle;
  }

  /** When it takes the next instruction, if that is known; else {@link Long#MAX_VALUE}. */
  long freeAt() {
    return position == lines ? freeAt : Long.MAX_VALUE;
  }

  /** When it goes on with the lines that it has, or {@link Long#MAX_VALUE}. */
  long nextLineAt() {
    return position == lines || blocked ? Long.MAX_VALUE : nextLineAt;
  }

  /** What its lines and requests wait for, for messages. */
  String described() {
    return "%d of %d lines of an instruction of warp slot %d wait; %d misses and %d requests are open"
        .formatted(lines - position, lines, warp, misses.used(), missQueue.size());
  }

  /** Takes an instruction whose access has been told, and what to call it. */
  void accept(int ofWarp, int number, int called, long cycle) {
    instruction = number;
    own = byInstruction.memory(number);
    long ready = cycle + 1;
    long busy = cycle + 1;
    if (access.readsConstants()) {
      ready = cycle + core.constantLatency();
      counters.constantReads++;
      own.constantReads++;
    }
    int shared = access.sharedCycles();
    if (shared > 0) {
      busy = cycle + shared;
      ready = Math.max(ready, busy - 1 + core.sharedLatency());
      counters.sharedAccesses++;
      counters.sharedConflictCycles += shared - 1;
      own.sharedAccesses++;
      own.sharedConflictCycles += shared - 1;
    }
    freeAt = busy;
    position = 0;
    lines = access.count();
    if (lines == 0) {
      warps.loaded(ofWarp, called, ready, cycle);
      return;
    }
    warp = ofWarp;
    counters.instructions++;
    counters.lines += lines;
    own.instructions++;
    own.lines += lines;
    load = -1;
    if (access.kind() != Kind.STORE && access.kind() != Kind.REDUCTION) {
      load = loads.add(ofWarp, called);
      loads.partAt(load, ready);
      warps.began(ofWarp);
    }
    nextLineAt = busy - 1;
    if (nextLineAt == cycle) {
      advance(cycle);
    }
  }

  /** Goes on with the instruction that it has. */
  void advance(long cycle) {
    if (missQueue.size() > 0) {
      missQueue.drain(memory, cycle);
    }
    if (position == lines || blocked || nextLineAt > cycle) {
      return;
    }
    for (int i = 0; i < linesPerCycle && position < lines; i++) {
      if (!handle(cycle)) {
        blocked = true;
        break;
      }
      position++;
    }
    missQueue.drain(memory, cycle);
    nextLineAt = cycle + 1;
    if (position == lines) {
      freeAt = Math.max(freeAt, cycle + 1);
      if (load >= 0 && loads.arrived(load)) {
        complete(load, cycle);
      }
    }
  }

  private void complete(int which, long cycle) {
    int of = loads.warp(which);
    warps.loaded(of, loads.called(which), loads.latest(which), cycle);
    loads.remove(which);
    warps.ended(of, cycle);
  }

  private boolean handle(long cycle) {
    long line = access.line(position);
    int sectors = access.sectors(position);
    return switch (access.kind()) {
      case NONE -> true;
      case LOAD -> load(line, sectors, cycle);
      case LOAD_UNCACHED -> beyond(MemoryRequest.READ, line, sectors);
      case ATOMIC -> {
        cache.invalidate(line);
        yield beyond(MemoryRequest.ATOMIC, line, sectors);
      }
      case REDUCTION -> {
        cache.invalidate(line);
        yield write(MemoryRequest.REDUCTION, line, sectors);
      }
      case STORE ->
          access.isLocal() ? storeLocal(line, sectors) : write(MemoryRequest.WRITE, line, sectors);
    };
  }

  private boolean load(long line, int sectors, long cycle) {
    int need = sectors & ~cache.lookUp(line);
    if (need == 0) {
      loads.partAt(load, cycle + latency);
      counters.hits++;
      own.hits++;
      return true;
    }
    // All that it needs of requests under way and of new ones has to have room.
    int rest = need;
    for (int entry = misses.first(line); entry >= 0; entry = misses.following(entry)) {
      if ((misses.sectors(entry) & need) != 0) {
        if (!misses.takesMore(entry)) {
          counters.mergeStalls++;
          own.mergeStalls++;
          return false;
        }
        rest &= ~misses.sectors(entry);
      }
    }
    if (rest != 0 && !hasRoomForMiss()) {
      return false;
    }
    for (int entry = misses.first(line); entry >= 0; entry = misses.following(entry)) {
      if ((misses.sectors(entry) & need) != 0) {
        misses.join(entry, load);
        loads.expect(load);
      }
    }
    if (rest == 0) {
      counters.merged++;
      own.merged++;
      return true;
    }
    counters.misses++;
    own.misses++;
    int fetched = fillsLines ? MemoryAccess.ALL_SECTORS : rest;
    int entry = misses.add(line, fetched, true, load, instruction);
    loads.expect(load);
    missQueue.add(MemoryRequest.READ, line, fetched, 0, 0, entry);
    asked(flits[0], flits[Integer.bitCount(fetched)]);
    return true;
  }

  private boolean hasRoomForMiss() {
    if (misses.isFull()) {
      counters.missRegisterStalls++;
      own.missRegisterStalls++;
      return false;
    }
    return hasRoomToAsk();
  }

  private boolean hasRoomToAsk() {
    if (missQueue.hasRoom()) {
      return true;
    }
    counters.queueStalls++;
    own.queueStalls++;
    return false;
  }

  /** Asks the memory for something that the cache does not keep. */
  private boolean beyond(MemoryRequest request, long line, int sectors) {
    if (!hasRoomForMiss()) {
      return false;
    }
    int entry = misses.add(line, sectors, false, load, instruction);
    loads.expect(load);
    missQueue.add(request, line, sectors, 0, access.lanes(position), entry);
    int data = flits[Integer.bitCount(sectors)];
    asked(request == MemoryRequest.READ ? flits[0] : data, data);
    counters.uncached++;
    own.uncached++;
    return true;
  }

  private boolean write(MemoryRequest request, long line, int sectors) {
    if (!hasRoomToAsk()) {
      return false;
    }
    counters.writes++;
    own.writes++;
    warps.began(warp);
    missQueue.add(
        request,
        line,
        sectors,
        access.fullSectors(position),
        access.lanes(position),
        WriteTag.of(warp, instruction));
    asked(flits[Integer.bitCount(sectors)], 0);
    return true;
  }

  private void asked(int there, int back) {
    counters.asked(there, back);
    own.asked(there, back);
  }

  /** Local memory is written back: what is there, or is written as a whole, stays. */
  private boolean storeLocal(long line, int sectors) {
    int full = access.fullSectors(position);
    int present = cache.lookUp(line);
    if (!cache.exists() || (sectors & ~(present | full)) != 0) {
      return write(MemoryRequest.WRITE, line, sectors);
    }
    if ((full & ~present) != 0) {
      if (!hasRoomToAsk()) {
        return false;
      }
      cache.fill(line, full, writeBack);
    }
    cache.markDirty(line, sectors);
    counters.localStores++;
    own.localStores++;
    return true;
  }

  /** The memory answers a request. */
  void answered(int entry, int fetched, long cycle) {
    counters.requested(fetched);
    byInstruction.memory(misses.instruction(entry)).requested(fetched);
    if (misses.fillsCache(entry) && cache.exists()) {
      cache.fill(misses.line(entry), misses.sectors(entry), writeBack);
    }
    for (int i = 0; i < misses.waiting(entry); i++) {
      int waiting = misses.load(entry, i);
      loads.partAt(waiting, cycle + latency);
      if (loads.arrived(waiting)) {
        complete(waiting, cycle);
      }
    }
    misses.remove(entry);
    unblock(cycle);
  }

  /** The memory has done a write. */
  void written(int tag, int fetched, long cycle) {
    counters.requested(fetched);
    if (tag != WriteTag.NOBODY) {
      byInstruction.memory(WriteTag.instruction(tag)).requested(fetched);
      warps.ended(WriteTag.warp(tag), cycle);
    }
  }

  /** The memory has room again. */
  void hasRoom(long cycle) {
    missQueue.mayOffer();
    unblock(cycle);
  }

  private void unblock(long cycle) {
    blocked = false;
    nextLineAt = Math.max(nextLineAt, cycle);
  }
}
