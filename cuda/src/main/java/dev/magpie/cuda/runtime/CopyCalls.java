package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.execute.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies and fills. What lies on the device is copied here; what goes from or to memory that only
 * the program has, the program copies itself, as the device's memory has the same addresses there.
 */
final class CopyCalls {
  private static final int TO_DEVICE = 1;
  private static final int TO_HOST = 2;
  private static final int ON_DEVICE = 3;
  private static final int BY_ADDRESS = 4;

  private final Device device;
  private final Allocations allocations;
  private final ProgramArrays arrays;

  /** What the program is copying now, to be told when it has. */
  private final List<Written> writing = new ArrayList<>();

  private record Written(DeviceAllocation allocation, long offset, long bytes) {}

  /** One end of a copy: rows of bytes. */
  private record Place(long address, long pitch, long slice) {
    long row(long y, long z) {
      return address + y * pitch + z * slice;
    }
  }

  CopyCalls(Device device, Allocations allocations, ProgramArrays arrays) {
    this.device = device;
    this.allocations = allocations;
    this.arrays = arrays;
  }

  /** The program has copied what it was to copy. */
  void settle() {
    for (Written each : writing) {
      if (each.allocation().equals(allocations.at(each.allocation().address()))) {
        device.wrote(each.allocation().buffer(), each.offset(), each.bytes());
      }
    }
    writing.clear();
  }

  void copy(Request request, Answer answer) {
    long bytes = request.argument(2);
    long done = 0;
    do {
      long to = request.argument(0) + done;
      long from = request.argument(1) + done;
      long piece = Math.min(piece(to, bytes - done), piece(from, bytes - done));
      rows(
          new Place(to, piece, piece),
          new Place(from, piece, piece),
          piece,
          1,
          1,
          request.intArgument(3),
          answer);
      done += piece;
    } while (done < bytes);
  }

  /** Bytes of a range up to its end, or to where another mapping goes on. */
  private long piece(long address, long bytes) {
    DeviceAllocation found = allocations.holding(address);
    if (found == null
        || found.kind() != DeviceAllocation.Kind.MAPPED
        || bytes <= found.end() - address) {
      return bytes;
    }
    DeviceAllocation next = allocations.at(found.end());
    return next != null && next.kind() == DeviceAllocation.Kind.MAPPED
        ? found.end() - address
        : bytes;
  }

  /** A box of bytes or elements between memory or arrays. */
  void copyBox(Request request, Answer answer) {
    boolean toArray = request.argument(1) != 0;
    boolean fromArray = request.argument(8) != 0;
    ProgramArray target = toArray ? arrays.get(request.argument(0)) : null;
    ProgramArray source = fromArray ? arrays.get(request.argument(7)) : null;
    long element =
        request.argument(20) == 0
            ? 1
            : target != null ? target.elementBytes() : source != null ? source.elementBytes() : 1;
    long width = request.argument(14) * element;
    long height = request.argument(15);
    long depth = request.argument(16);
    if (height == 0) {
      // A range that runs on from row to row.
      height = 1;
    }
    Place to = place(request, 0, target, element);
    Place from = place(request, 7, source, element);
    rows(to, from, width, height, depth, request.intArgument(17), answer);
  }

  private static Place place(
      Request request, int first, @Nullable ProgramArray array, long element) {
    long x = request.argument(first + 4);
    long y = request.argument(first + 5);
    long z = request.argument(first + 6);
    if (array != null) {
      long pitch = array.rowBytes();
      long slice = array.sliceBytes();
      return new Place(array.address() + x * element + y * pitch + z * slice, pitch, slice);
    }
    long pitch = request.argument(first + 2);
    long slice = pitch * request.argument(first + 3);
    return new Place(request.argument(first) + x + y * pitch + z * slice, pitch, slice);
  }

  private void rows(
      Place to, Place from, long width, long height, long depth, int kind, Answer answer) {
    if (kind < 0 || kind > BY_ADDRESS) {
      throw new CudaErrorException(CudaError.INVALID_COPY_DIRECTION);
    }
    if (width < 0 || height < 0 || depth < 0) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    if (width == 0 || height == 0 || depth == 0) {
      return;
    }
    if (height > 1 && Math.min(to.pitch(), from.pitch()) < width) {
      throw new CudaErrorException(CudaError.INVALID_PITCH);
    }
    long toBytes = to.row(height - 1, depth - 1) + width - to.address();
    long fromBytes = from.row(height - 1, depth - 1) + width - from.address();
    DeviceAllocation target =
        resolve(to.address(), toBytes, kind == TO_DEVICE || kind == ON_DEVICE);
    DeviceAllocation source =
        resolve(from.address(), fromBytes, kind == TO_HOST || kind == ON_DEVICE);
    for (long z = 0; z < depth; z++) {
      if (target != null && source != null) {
        for (long y = 0; y < height; y++) {
          MemorySegment.copy(
              source.buffer().memory(),
              from.row(y, z) - source.address(),
              target.buffer().memory(),
              to.row(y, z) - target.address(),
              width);
        }
      } else {
        answer.copyRows(to.row(0, z), to.pitch(), from.row(0, z), from.pitch(), width, height);
      }
    }
    if (target != null) {
      writing.add(new Written(target, to.address() - target.address(), toBytes));
    }
    tellCopy(target, source, width * height * depth);
  }

  private void tellCopy(
      @Nullable DeviceAllocation target, @Nullable DeviceAllocation source, long bytes) {
    boolean toHost = target == null || target.isOnHost();
    boolean fromHost = source == null || source.isOnHost();
    if (toHost != fromHost) {
      device.copied(
          new HostCopy(toHost ? HostCopy.Direction.TO_HOST : HostCopy.Direction.TO_DEVICE, bytes));
    }
  }

  /** The allocation that a range lies in; null if it is memory that only the program has. */
  private @Nullable DeviceAllocation resolve(long address, long bytes, boolean mustBeOfDevice) {
    DeviceAllocation found = allocations.holding(address);
    boolean isOfDevice = isOfDevice(address);
    if (address == 0 || (found == null && (isOfDevice || mustBeOfDevice))) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "copies %d bytes %s address 0x%x, %s"
              .formatted(
                  bytes,
                  mustBeOfDevice ? "of the device from or to" : "from or to",
                  address,
                  isOfDevice ? nearest(address) : "which is not the device's"));
    }
    if (found != null && address + bytes > found.end()) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "copies %d bytes from or to byte %d of %s, which has %d bytes"
              .formatted(
                  bytes, address - found.address(), found.buffer().name(), found.buffer().bytes()));
    }
    return found;
  }

  private String nearest(long address) {
    DeviceAllocation before = allocations.before(address);
    return before == null
        ? "where nothing is allocated"
        : "%d bytes behind the end of %s".formatted(address - before.end(), before.buffer().name());
  }

  private static boolean isOfDevice(long address) {
    return address >= AddressSpace.HEAP && address < AddressSpace.KERNEL_HEAP;
  }

  /** Fills boxes of one, two or four bytes an element. */
  void fill(Request request) {
    long address = request.argument(0);
    long pitch = request.argument(1);
    long slice = pitch * request.argument(2);
    int value = request.intArgument(3);
    int element = request.intArgument(4);
    long width = request.argument(5);
    long height = request.argument(6);
    long depth = request.argument(7);
    if (width == 0 || height == 0 || depth == 0) {
      return;
    }
    if (width < 0 || height < 0 || depth < 0 || (element != 1 && element != 2 && element != 4)) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    long bytes = (depth - 1) * slice + (height - 1) * pitch + width;
    if (bytes == width) {
      for (long done = 0; done < bytes; ) {
        long piece = piece(address + done, bytes - done);
        fillRow(address + done, piece, value, element);
        done += piece;
      }
      return;
    }
    DeviceAllocation target = resolve(address, bytes, true);
    if (target == null) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    MemorySegment memory = target.buffer().memory();
    long first = address - target.address();
    for (long z = 0; z < depth; z++) {
      for (long y = 0; y < height; y++) {
        fill(memory.asSlice(first + z * slice + y * pitch, width), value, element);
      }
    }
    device.wrote(target.buffer(), first, bytes);
  }

  private void fillRow(long address, long bytes, int value, int element) {
    DeviceAllocation target = resolve(address, bytes, true);
    if (target == null) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    long first = address - target.address();
    fill(target.buffer().memory().asSlice(first, bytes), value, element);
    device.wrote(target.buffer(), first, bytes);
  }

  private static void fill(MemorySegment row, int value, int element) {
    switch (element) {
      case 1 -> row.fill((byte) value);
      case 2 -> {
        for (long at = 0; at + 2 <= row.byteSize(); at += 2) {
          row.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
        }
      }
      default -> {
        for (long at = 0; at + 4 <= row.byteSize(); at += 4) {
          row.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
        }
      }
    }
  }
}
