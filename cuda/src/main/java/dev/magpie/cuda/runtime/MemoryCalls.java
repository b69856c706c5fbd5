package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Memory: allocated, freed, asked about. */
final class MemoryCalls {
  private static final long PITCH = 512;

  /** What of the host is known to be seen by the device. */
  private static final int UNREGISTERED = 0;

  private static final int HOST = 1;
  private static final int DEVICE = 2;
  private static final int MANAGED = 3;

  private final Device device;
  private final Allocations allocations;
  private final DeviceHost host;
  private final Set<Long> registered = new HashSet<>();

  MemoryCalls(Device device, Allocations allocations, DeviceHost host) {
    this.host = host;
    this.device = device;
    this.allocations = allocations;
  }

  void allocate(Request request, Answer answer) {
    long bytes = request.argument(0);
    if (bytes == 0 && request.intArgument(1) == 1) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    if (bytes == 0) {
      return;
    }
    DeviceAllocation.Kind kind =
        switch (request.intArgument(1)) {
          case 1 -> DeviceAllocation.Kind.MANAGED;
          case 2 -> DeviceAllocation.Kind.PINNED;
          default -> DeviceAllocation.Kind.DEVICE;
        };
    DeviceAllocation made = allocations.allocate(bytes, kind, request.intArgument(2));
    if (!made.isShared()) {
      host.allocated(made.buffer());
    }
    answer.result(0, made.address());
  }

  void allocatePitched(Request request, Answer answer) {
    long width = request.argument(0);
    long rows;
    long pitch;
    try {
      rows = Math.multiplyExact(request.argument(1), request.argument(2));
      pitch = Math.multiplyExact(Math.ceilDiv(width, PITCH), PITCH);
      answer.result(1, pitch);
      if (rows == 0 || width == 0) {
        return;
      }
      long bytes = Math.multiplyExact(pitch, rows);
      DeviceAllocation made = allocations.allocate(bytes, DeviceAllocation.Kind.DEVICE, 0);
      host.allocated(made.buffer());
      answer.result(0, made.address());
    } catch (ArithmeticException _) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
  }

  void free(Request request, Answer answer) {
    DeviceAllocation freed = allocations.at(request.argument(0));
    boolean isHost = request.intArgument(1) == 2;
    if (freed == null
        || freed.kind() == DeviceAllocation.Kind.VARIABLE
        || freed.kind() == DeviceAllocation.Kind.ARRAY
        || freed.kind() == DeviceAllocation.Kind.MAPPED
        || freed.kind() == DeviceAllocation.Kind.GRAPH
        || freed.isOnHost() != isHost) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "frees address 0x%x, %s"
              .formatted(
                  request.argument(0),
                  freed == null ? "where no allocation begins" : "which is " + described(freed)));
    }
    allocations.free(freed, answer);
  }

  private static String described(DeviceAllocation allocation) {
    return "%s, memory of %s"
        .formatted(
            allocation.buffer().name(),
            switch (allocation.kind()) {
              case PINNED -> "the host";
              case VARIABLE -> "a variable";
              case ARRAY -> "an array";
              case MAPPED -> "what is mapped there";
              default -> "the device";
            });
  }

  /**
   * How much memory there is, and is free.
   *
   * @param others what has memory in other ways
   */
  void info(Answer answer, long others) {
    answer.result(0, Math.max(0, device.freeBytes() - others));
    answer.result(1, device.bytes());
  }

  void pointer(Request request, Answer answer) {
    long address = request.argument(0);
    @Nullable DeviceAllocation found = allocations.holding(address);
    int type =
        found == null
            ? UNREGISTERED
            : switch (found.kind()) {
              case PINNED -> HOST;
              case MANAGED -> MANAGED;
              default -> DEVICE;
            };
    answer.result(0, type);
    answer.result(1, found == null ? 0 : address);
    answer.result(2, found == null || found.isShared() ? address : 0);
    answer.result(3, found == null ? 0 : found.address());
    answer.result(4, found == null ? 0 : found.buffer().bytes());
  }

  /** Pinned memory has one address for host and device. */
  void devicePointer(Request request, Answer answer) {
    DeviceAllocation found = allocations.holding(request.argument(0));
    if (registered.contains(request.argument(0))) {
      throw new CudaErrorException(
          CudaError.NOT_SUPPORTED,
          "the device cannot see memory of cudaHostRegister; cudaHostAlloc makes such that it can");
    }
    if (found == null || !found.isShared()) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    answer.result(0, request.argument(0));
    answer.result(1, found.flags());
  }

  /** Pages need not be locked for copies here, so that a range is only noted. */
  void register(Request request) {
    long address = request.argument(0);
    if (request.argument(1) <= 0) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    if (!registered.add(address)) {
      throw new CudaErrorException(CudaError.ALREADY_REGISTERED);
    }
  }

  void unregister(Request request) {
    if (!registered.remove(request.argument(0))) {
      throw new CudaErrorException(CudaError.NOT_REGISTERED);
    }
  }
}
