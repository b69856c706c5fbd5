package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.ProgramMemory;
import dev.magpie.cuda.channel.Request;
import dev.magpie.cuda.runtime.Exports.Export;
import dev.magpie.cuda.runtime.Exports.Kind;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.ir.PtxException;
import java.util.HashMap;
import java.util.Map;

/** Memory and events that processes of one command let each other have. */
final class SharingCalls {
  private static final long PAGE = 4096;

  private final Device device;
  private final SharedMemory source;
  private final Allocations allocations;
  private final VirtualMemory virtual;
  private final Streams streams;
  private final Exports exports;
  private final ProgramMemory own;
  private final Map<Long, Opened> opened = new HashMap<>();
  private int count;

  /** Memory of another process, in pages of this one. */
  private record Opened(DeviceAllocation allocation, long pages, long pageBytes) {}

  SharingCalls(
      Device device,
      SharedMemory source,
      Allocations allocations,
      VirtualMemory virtual,
      Streams streams,
      Exports exports,
      ProgramMemory own) {
    this.device = device;
    this.source = source;
    this.allocations = allocations;
    this.virtual = virtual;
    this.streams = streams;
    this.exports = exports;
    this.own = own;
  }

  void export(Request request, Answer answer) {
    Kind kind = Exports.kind(request.intArgument(0));
    long what = request.argument(1);
    Export export =
        switch (kind) {
          case ALLOCATION -> allocation(what);
          case PHYSICAL -> physical(virtual.physical(what));
          case EVENT -> {
            streams.check(what);
            yield new Export(kind, own, what, 0);
          }
          case POOL -> new Export(kind, own, 0, 0);
        };
    answer.result(0, exports.add(export));
  }

  private Export allocation(long address) {
    DeviceAllocation found = allocations.holding(address);
    if (found == null || found.kind() != DeviceAllocation.Kind.DEVICE) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "address 0x%x is not in memory that cudaMalloc has given, and other processes can have such alone"
              .formatted(address));
    }
    return new Export(Kind.ALLOCATION, own, found.address(), found.buffer().bytes());
  }

  private static Export physical(PhysicalMemory memory) {
    memory.export();
    return new Export(Kind.PHYSICAL, memory.owner(), memory.offset(), memory.bytes());
  }

  void importIt(Request request, Answer answer) {
    Export export = exports.get(request.argument(1), Exports.kind(request.intArgument(0)));
    switch (export.kind()) {
      case ALLOCATION -> open(export, answer);
      case PHYSICAL -> answer.result(0, virtual.add(export));
      // What was recorded in another process has been done: all is done when it is asked for.
      case EVENT -> streams.createEvent(Streams.DISABLE_TIMING, answer);
      case POOL -> {
        // It has nothing that pointers of it do not say.
      }
    }
  }

  private void open(Export export, Answer answer) {
    long offset = export.address() - AddressSpace.HEAP;
    long first = offset / PAGE * PAGE;
    long bytes = Math.ceilDiv(offset + export.bytes() - first, PAGE) * PAGE;
    long taken;
    try {
      taken = source.place(bytes + PAGE);
    } catch (PtxException _) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
    long pages = Math.ceilDiv(taken, PAGE) * PAGE;
    long address = pages + offset - first;
    DeviceAllocation made =
        allocations.add(
            device.map(
                "shared-%d-%d".formatted(++count, export.bytes()),
                address,
                export.owner().bytes().asSlice(offset, export.bytes()),
                false),
            DeviceAllocation.Kind.MAPPED,
            0);
    opened.put(address, new Opened(made, taken, bytes));
    answer.map(pages, bytes, export.owner(), first);
    answer.result(0, address);
  }

  /** Whether memory of another process begins at an address. */
  boolean hasOpened(long address) {
    return opened.containsKey(address);
  }

  void close(Request request, Answer answer) {
    close(request.argument(0), answer);
  }

  void close(long address, Answer answer) {
    Opened closed = opened.remove(address);
    if (closed == null) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    allocations.unmap(closed.allocation());
    long pages = Math.ceilDiv(closed.pages(), PAGE) * PAGE;
    answer.map(pages, closed.pageBytes(), own, pages - AddressSpace.HEAP);
    source.free(closed.pages(), closed.pageBytes() + PAGE);
  }

  void withdraw(long address) {
    exports.withdraw(Kind.ALLOCATION, own, address);
  }

  void reset(Answer answer) {
    for (long each : opened.keySet().toArray(Long[]::new)) {
      close(each, answer);
    }
  }
}
