package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.ProgramMemory;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.ir.PtxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Virtual memory: addresses that a program reserves, memory that it creates, and the one mapped at
 * the other. Its process maps pages likewise, so that host and device see the same.
 */
final class VirtualMemory {
  private static final long GRANULE = 2 << 20;
  private static final int READ = 1;
  private static final int READ_WRITE = 3;

  private final Device device;
  private final SharedMemory source;
  private final Allocations allocations;
  private final DeviceHost host;
  private final ProgramMemory own;
  private final Map<Long, Reservation> reservations = new HashMap<>();
  private final Map<Long, PhysicalMemory> handles = new HashMap<>();
  private final TreeMap<Long, Mapping> mappings = new TreeMap<>();
  private long nextHandle = 1;
  private long created;
  private int count;

  /** Addresses that are a program's, within those that were taken for them. */
  private record Reservation(long address, long bytes, long taken, long takenBytes) {}

  private static final class Mapping {
    private final long address;
    private final long bytes;
    private final long offset;
    private final PhysicalMemory memory;

    /** What kernels see of it; null before they may. */
    private @Nullable DeviceAllocation visible;

    private int access;

    Mapping(long address, long bytes, long offset, PhysicalMemory memory) {
      this.address = address;
      this.bytes = bytes;
      this.offset = offset;
      this.memory = memory;
    }
  }

  VirtualMemory(
      Device device,
      SharedMemory source,
      Allocations allocations,
      DeviceHost host,
      ProgramMemory own) {
    this.device = device;
    this.source = source;
    this.allocations = allocations;
    this.host = host;
    this.own = own;
  }

  /** Bytes that were created and not given back. */
  long created() {
    return created;
  }

  private static void checkGranules(long bytes) {
    if (bytes <= 0 || bytes % GRANULE != 0) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "%d bytes of virtual memory are not a multiple of the granularity, %d"
              .formatted(bytes, GRANULE));
    }
  }

  void reserve(Request request, Answer answer) {
    long bytes = request.argument(0);
    checkGranules(bytes);
    long alignment = Math.max(GRANULE, request.argument(1));
    if (Long.bitCount(alignment) != 1 || bytes > own.bytes().byteSize()) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    long takenBytes = bytes + alignment;
    long taken = place(takenBytes);
    long address = Math.ceilDiv(taken, alignment) * alignment;
    reservations.put(address, new Reservation(address, bytes, taken, takenBytes));
    answer.result(0, address);
  }

  private long place(long bytes) {
    try {
      return source.place(bytes);
    } catch (PtxException _) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
  }

  void unreserve(Request request) {
    Reservation reservation = reservations.get(request.argument(0));
    if (reservation == null
        || reservation.bytes() != request.argument(1)
        || !within(reservation.address(), reservation.bytes()).isEmpty()) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    reservations.remove(reservation.address());
    source.free(reservation.taken(), reservation.takenBytes());
  }

  void create(Request request, Answer answer) {
    long bytes = request.argument(0);
    checkGranules(bytes);
    if (bytes > device.freeBytes() - created) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
    long offset = place(bytes) - AddressSpace.HEAP;
    created += bytes;
    answer.result(0, handle(new PhysicalMemory(own, offset, bytes, request.kept().payload())));
  }

  private long handle(PhysicalMemory memory) {
    long handle = nextHandle++;
    handles.put(handle, memory);
    return handle;
  }

  PhysicalMemory physical(long handle) {
    PhysicalMemory memory = handles.get(handle);
    if (memory == null) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return memory;
  }

  /** A handle for memory that another process has created. */
  long add(Exports.Export export) {
    MemorySegment properties = Arena.ofAuto().allocate(32, 8);
    // Pinned, on the device, to be exported to files: what it was created as.
    properties.setAtIndex(ValueLayout.JAVA_INT, 0, 1);
    properties.setAtIndex(ValueLayout.JAVA_INT, 1, 1);
    properties.setAtIndex(ValueLayout.JAVA_INT, 2, 1);
    return handle(new PhysicalMemory(export.owner(), export.address(), export.bytes(), properties));
  }

  void properties(Request request, Answer answer) {
    answer.payload(physical(request.argument(0)).properties());
  }

  void retain(Request request, Answer answer) {
    Mapping mapping = mapping(request.argument(0));
    mapping.memory.use();
    answer.result(0, handle(mapping.memory));
  }

  void release(Request request, Answer answer) {
    PhysicalMemory memory = physical(request.argument(0));
    handles.remove(request.argument(0));
    leave(memory, answer);
  }

  private void leave(PhysicalMemory memory, Answer answer) {
    if (!memory.leave() || memory.isExported() || !memory.isOf(own)) {
      return;
    }
    created -= memory.bytes();
    source.free(AddressSpace.HEAP + memory.offset(), memory.bytes());
    answer.release(AddressSpace.HEAP + memory.offset(), memory.bytes());
  }

  void map(Request request, Answer answer) {
    long address = request.argument(0);
    long bytes = request.argument(1);
    long offset = request.argument(2);
    PhysicalMemory memory = physical(request.argument(3));
    checkGranules(bytes);
    boolean isReserved =
        reservations.values().stream()
            .anyMatch(each ->
                address >= each.address() && bytes <= each.bytes() - (address - each.address()));
    if (!isReserved
        || address % GRANULE != 0
        || offset < 0
        || offset % GRANULE != 0
        || bytes > memory.bytes() - offset) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    if (!within(address, bytes).isEmpty()) {
      throw new CudaErrorException(CudaError.ALREADY_MAPPED);
    }
    memory.use();
    mappings.put(address, new Mapping(address, bytes, offset, memory));
    answer.map(address, bytes, memory.owner(), memory.offset() + offset);
  }

  /** The mappings that have something of a range. */
  private List<Mapping> within(long address, long bytes) {
    List<Mapping> found = new ArrayList<>();
    Map.Entry<Long, Mapping> before = mappings.lowerEntry(address);
    if (before != null && before.getKey() + before.getValue().bytes > address) {
      found.add(before.getValue());
    }
    found.addAll(mappings.subMap(address, address + bytes).values());
    return found;
  }

  /** The mappings of a range that is mapped from its beginning to its end. */
  private List<Mapping> whole(long address, long bytes) {
    List<Mapping> found = within(address, bytes);
    long at = address;
    for (Mapping each : found) {
      if (each.address != at) {
        break;
      }
      at += each.bytes;
    }
    if (bytes <= 0 || at != address + bytes) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return found;
  }

  private Mapping mapping(long address) {
    Map.Entry<Long, Mapping> below = mappings.floorEntry(address);
    if (below == null || address - below.getKey() >= below.getValue().bytes) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return below.getValue();
  }

  void unmap(Request request, Answer answer) {
    for (Mapping each : whole(request.argument(0), request.argument(1))) {
      unmap(each, answer);
    }
  }

  private void unmap(Mapping mapping, Answer answer) {
    hide(mapping);
    mappings.remove(mapping.address);
    answer.map(mapping.address, mapping.bytes, own, mapping.address - AddressSpace.HEAP);
    leave(mapping.memory, answer);
  }

  private void hide(Mapping mapping) {
    DeviceAllocation visible = mapping.visible;
    if (visible != null) {
      allocations.unmap(visible);
      mapping.visible = null;
    }
  }

  void setAccess(Request request) {
    int access = request.intArgument(2);
    if (access != 0 && access != READ && access != READ_WRITE) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    for (Mapping each : whole(request.argument(0), request.argument(1))) {
      if (each.access == access) {
        continue;
      }
      hide(each);
      each.access = access;
      if (access != 0) {
        show(each);
      }
    }
  }

  private void show(Mapping mapping) {
    DeviceBuffer buffer =
        device.map(
            "mapped-%d-%d".formatted(++count, mapping.bytes),
            mapping.address,
            mapping.memory.part(mapping.offset, mapping.bytes),
            mapping.access == READ);
    mapping.visible = allocations.add(buffer, DeviceAllocation.Kind.MAPPED, 0);
    if (mapping.memory.isNew() && mapping.memory.isOf(own)) {
      host.allocated(buffer);
    }
  }

  void access(Request request, Answer answer) {
    answer.result(0, mapping(request.argument(0)).access);
  }

  /** Lets go of all that is mapped, and of what is reserved and created. */
  void reset(Answer answer) {
    for (Mapping each : List.copyOf(mappings.values())) {
      unmap(each, answer);
    }
    for (PhysicalMemory each : handles.values()) {
      leave(each, answer);
    }
    handles.clear();
    reservations.values().forEach(each -> source.free(each.taken(), each.takenBytes()));
    reservations.clear();
  }
}
