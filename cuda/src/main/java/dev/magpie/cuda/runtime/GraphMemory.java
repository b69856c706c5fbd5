package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.ir.PtxException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** Memory that graphs allocate: at the same addresses with each launch. */
final class GraphMemory {
  private static final int USED = 0;
  private static final int USED_HIGH = 1;
  private static final int RESERVED = 2;
  private static final int RESERVED_HIGH = 3;

  private final Device device;
  private final SharedMemory source;
  private final MemorySegment memory;
  private final Allocations allocations;
  private final DeviceHost host;

  /** What is allocated now, by its address. */
  private final Map<Long, DeviceAllocation> live = new HashMap<>();

  private long used;
  private long usedHigh;
  private long reserved;
  private long reservedHigh;
  private int count;

  GraphMemory(
      Device device,
      SharedMemory source,
      MemorySegment memory,
      Allocations allocations,
      DeviceHost host) {
    this.device = device;
    this.source = source;
    this.memory = memory;
    this.allocations = allocations;
    this.host = host;
  }

  /** An address for memory that a graph will allocate; no other memory will ever have it. */
  long reserve(long bytes) {
    try {
      if (bytes > 0 && bytes <= device.bytes()) {
        return source.place(bytes);
      }
    } catch (PtxException _) {
      // As any other that there is no room for.
    }
    throw new CudaErrorException(bytes > 0 ? CudaError.MEMORY_ALLOCATION : CudaError.INVALID_VALUE);
  }

  /** Bytes that are allocated. */
  long used() {
    return used;
  }

  /** Allocates as a node says: at an address, so many bytes. */
  void allocate(long address, long bytes, boolean freesFirst, Answer answer) {
    if (live.containsKey(address)) {
      if (!freesFirst) {
        throw new CudaErrorException(
            CudaError.INVALID_VALUE,
            "a graph is launched again, and what it allocates, %s, is not freed"
                .formatted(live.get(address).buffer().name()));
      }
      free(address, answer);
    }
    if (bytes > device.freeBytes() - used) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
    DeviceAllocation made =
        allocations.add(
            device.map(
                "graph-%d-%d".formatted(++count, bytes),
                address,
                memory.asSlice(address - AddressSpace.HEAP, bytes),
                false),
            DeviceAllocation.Kind.GRAPH,
            0);
    live.put(address, made);
    host.allocated(made.buffer());
    used += bytes;
    usedHigh = Math.max(usedHigh, used);
    reserved = Math.max(reserved, used);
    reservedHigh = Math.max(reservedHigh, reserved);
  }

  boolean has(long address) {
    return live.containsKey(address);
  }

  void free(long address, Answer answer) {
    DeviceAllocation freed = live.remove(address);
    if (freed == null) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "a graph frees address 0x%x, where nothing is that a graph has allocated"
              .formatted(address));
    }
    long bytes = freed.buffer().bytes();
    used -= bytes;
    allocations.unmap(freed);
    if (SharedMemory.hasPages(bytes)) {
      answer.release(address, bytes);
    }
  }

  void attribute(Request request, Answer answer) {
    answer.result(
        0,
        switch (request.intArgument(0)) {
          case USED -> used;
          case USED_HIGH -> usedHigh;
          case RESERVED -> reserved;
          case RESERVED_HIGH -> reservedHigh;
          default -> throw new CudaErrorException(CudaError.INVALID_VALUE);
        });
  }

  /** The highest that there has been can be set back. */
  void setAttribute(Request request) {
    switch (request.intArgument(0)) {
      case USED_HIGH -> usedHigh = used;
      case RESERVED_HIGH -> reservedHigh = reserved;
      default -> throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
  }

  void trim() {
    reserved = used;
  }

  void reset() {
    live.values().forEach(allocations::unmap);
    live.clear();
    used = 0;
    reserved = 0;
  }
}
