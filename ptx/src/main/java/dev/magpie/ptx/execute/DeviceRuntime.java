package dev.magpie.ptx.execute;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What kernels ask CUDA's device runtime for. Work that they issue is kept until the kernel has
 * ended: its streams and events leave that order to the device, and a kernel cannot wait for it.
 */
public final class DeviceRuntime {
  private static final long FIRST_HANDLE = 0x10000;

  /** Knows the device and its kernels. */
  public interface Host {
    /** Bytes of the parameters of the kernel at an address; less than 0 if there is none. */
    long parameterBytes(long function);

    /** An attribute by the numbers of {@code cudaDeviceAttr}; empty if the number is none's. */
    OptionalInt attribute(int number);
  }

  /** A launch whose parameters are being written. */
  record Prepared(long function, Dim3 grid, Dim3 block, int sharedBytes, long bytes) {}

  private final Map<Long, Prepared> prepared = new HashMap<>();
  private final Map<Long, Integer> conditions = new HashMap<>();
  private List<DeviceWork> work = new ArrayList<>();
  private long nextHandle = FIRST_HANDLE;
  private @Nullable Host host;

  DeviceRuntime() {}

  /** Somebody will do what kernels ask for. */
  public void serve(Host known) {
    host = known;
  }

  boolean isServed() {
    return host != null;
  }

  /** Takes the work that was asked for since it was last taken: what is for the tail, last. */
  public List<DeviceWork> takeWork() {
    if (work.isEmpty()) {
      return List.of();
    }
    List<DeviceWork> all = new ArrayList<>();
    work.stream().filter(each -> !each.isTail()).forEach(all::add);
    work.stream().filter(DeviceWork::isTail).forEach(all::add);
    work = new ArrayList<>();
    return all;
  }

  /** What the condition of a graph is set to. */
  public int condition(long handle) {
    return conditions.getOrDefault(handle, 0);
  }

  /** Sets the condition of a graph. */
  public void setCondition(long handle, int value) {
    conditions.put(handle, value);
  }

  void add(DeviceWork more) {
    work.add(more);
  }

  long newHandle() {
    return nextHandle++;
  }

  long parameterBytes(long function) {
    Host known = host;
    return known == null ? -1 : known.parameterBytes(function);
  }

  OptionalInt attribute(int number) {
    Host known = host;
    return known == null ? OptionalInt.empty() : known.attribute(number);
  }

  void prepare(long buffer, Prepared launch) {
    prepared.put(buffer, launch);
  }

  @Nullable Prepared takePrepared(long buffer) {
    return prepared.remove(buffer);
  }

  /** Bytes of the device, as they are now. */
  static MemorySegment copy(Region region, long address, long bytes) {
    MemorySegment kept = Region.zeroed(bytes);
    MemorySegment.copy(region.memory(), address - region.base(), kept, 0, bytes);
    return kept;
  }
}
