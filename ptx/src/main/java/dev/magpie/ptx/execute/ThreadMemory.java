package dev.magpie.ptx.execute;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Memory as one thread sees it, for the functions that the device has. */
final class ThreadMemory {
  private static final int LONGEST_TEXT = 1 << 16;

  private final Operation operation;
  private final Warp warp;
  private final int lane;

  ThreadMemory(Operation operation, Warp warp, int lane) {
    this.operation = operation;
    this.warp = warp;
    this.lane = lane;
  }

  private long start() {
    return (long) lane * warp.local().stride() + warp.frame().base;
  }

  /** A value in the frame's memory. */
  long frame(int offset, int bytes) {
    return LaneMemory.get(warp.local().memory(), start() + offset, bytes);
  }

  void setFrame(int offset, int bytes, long value) {
    LaneMemory.set(warp.local().memory(), start() + offset, bytes, value);
  }

  /** A value at a generic address. */
  long generic(long address, int bytes) {
    Place place = place(address, bytes);
    return LaneMemory.get(place.memory(), place.offset(), bytes);
  }

  void setGeneric(long address, int bytes, long value) {
    Place place = place(address, bytes);
    LaneMemory.set(place.memory(), place.offset(), bytes, value);
  }

  /** Where a generic address lies. */
  private record Place(MemorySegment memory, long offset) {}

  private Place place(long address, int bytes) {
    long within = address & 0xffff_ffffL;
    long window = address & ~0xffff_ffffL;
    if (window == AddressSpace.LOCAL_WINDOW && within + bytes <= warp.local().stride()) {
      return new Place(warp.local().memory(), (long) lane * warp.local().stride() + within);
    }
    Region region =
        window == AddressSpace.SHARED_WINDOW
            ? warp.block().shared()
            : warp.block().launch().global().find(address);
    long base = window == AddressSpace.SHARED_WINDOW ? AddressSpace.SHARED_WINDOW : 0;
    if (region == null || !region.holds(address - base, bytes)) {
      throw warp.fault(
          KernelFaultException.Kind.ADDRESS,
          operation,
          lane,
          "accesses %d bytes at address 0x%x, where nothing is allocated"
              .formatted(bytes, address));
    }
    return new Place(region.memory(), address - base - region.base());
  }

  /** The bytes before a zero, as UTF-8. */
  String text(long address) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < LONGEST_TEXT; i++) {
      int each = (int) generic(address + i, 1);
      if (each == 0) {
        break;
      }
      bytes.write(each);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  void print(String text) {
    try {
      warp.block().launch().output().append(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
