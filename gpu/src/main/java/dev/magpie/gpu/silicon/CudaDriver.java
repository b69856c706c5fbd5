package dev.magpie.gpu.silicon;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of NVIDIA's driver that launches take, as {@code cuda.h} declares them. Handles
 * and addresses are numbers; every status but success is an exception.
 */
@SuppressWarnings("restricted") // What a driver is called by is no Java.
final class CudaDriver {
  /** What systems call it; a path may be given in its place. */
  private static final String LIBRARY = "libcuda.so.1";

  private static final String LIBRARY_PROPERTY = "magpie.libcuda";

  private static final int SUCCESS = 0;
  private static final int NOT_FOUND = 500;
  private static final int LOG_BYTES = 4096;

  private static final int JIT_ERROR_LOG_BUFFER = 5;
  private static final int JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6;
  private static final int MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;
  private static final int PINNED = 1;
  private static final int DEVICE = 1;
  private static final int READ_AND_WRITE = 3;
  private static final int COMPRESSION_OFFSET = 24;
  private static final long LAUNCH_PARAM_END = 0;
  private static final long LAUNCH_PARAM_BUFFER_POINTER = 1;
  private static final long LAUNCH_PARAM_BUFFER_SIZE = 2;

  /** {@code CUdevice_attribute}. */
  enum Attribute {
    CLOCK_KILOHERTZ(13),
    MULTIPROCESSORS(16),
    MEMORY_CLOCK_KILOHERTZ(36),
    L2_BYTES(38),
    COMPUTE_CAPABILITY_MAJOR(75),
    COMPUTE_CAPABILITY_MINOR(76),
    GENERIC_COMPRESSION(107);

    private final int number;

    Attribute(int number) {
      this.number = number;
    }
  }

  private final SymbolLookup library;
  private final Map<String, MethodHandle> functions = new HashMap<>();

  private CudaDriver(SymbolLookup library) {
    this.library = library;
  }

  /**
   * Opens the driver.
   *
   * @throws SiliconException if there is none, or it has no GPU
   */
  static CudaDriver open() {
    String path = System.getProperty(LIBRARY_PROPERTY);
    CudaDriver driver;
    try {
      driver =
          new CudaDriver(
              path == null
                  ? SymbolLookup.libraryLookup(LIBRARY, Arena.global())
                  : SymbolLookup.libraryLookup(Path.of(path), Arena.global()));
    } catch (IllegalArgumentException e) {
      throw new SiliconException(
          "%s: there is no such library; a GPU of NVIDIA's and its driver are needed"
              .formatted(path == null ? LIBRARY : path),
          e);
    }
    driver.call("cuInit", 0);
    return driver;
  }

  /** The newest CUDA that it serves, as 1000 times the version and 10 times the revision. */
  int version() {
    return number("cuDriverGetVersion");
  }

  int device(int ordinal) {
    int count = number("cuDeviceGetCount");
    if (ordinal >= count) {
      throw new SiliconException(
          "there is no GPU %d: the driver knows %d, the first of which is 0"
              .formatted(ordinal, count));
    }
    return number("cuDeviceGet", ordinal);
  }

  String name(int device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(256);
      call("cuDeviceGetName", text, (int) text.byteSize(), device);
      return text.getString(0);
    }
  }

  int attribute(Attribute attribute, int device) {
    return number("cuDeviceGetAttribute", attribute.number, device);
  }

  long memoryBytes(int device) {
    return handle("cuDeviceTotalMem_v2", device);
  }

  /** Makes the device's primary context that of this thread. */
  void enter(int device) {
    call("cuCtxSetCurrent", MemorySegment.ofAddress(handle("cuDevicePrimaryCtxRetain", device)));
  }

  void leave(int device) {
    call("cuDevicePrimaryCtxRelease_v2", device);
  }

  /**
   * Compiles PTX for the GPU and loads it.
   *
   * @throws SiliconException with what the compiler said
   */
  long load(String label, String ptx) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment log = arena.allocate(LOG_BYTES);
      MemorySegment options =
          arena.allocateFrom(JAVA_INT, JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
      MemorySegment values = arena.allocateFrom(JAVA_LONG, log.address(), LOG_BYTES);
      MemorySegment result = arena.allocate(JAVA_LONG);
      int status =
          status("cuModuleLoadDataEx", result, arena.allocateFrom(ptx), 2, options, values);
      if (status != SUCCESS) {
        String said = log.getString(0).strip();
        throw new SiliconException(
            "%s: the driver does not take it: %s%s"
                .formatted(label, error(status), said.isEmpty() ? "" : "\n" + said));
      }
      return result.get(JAVA_LONG, 0);
    }
  }

  void unload(long module) {
    call("cuModuleUnload", MemorySegment.ofAddress(module));
  }

  long function(long module, String name) {
    try (Arena arena = Arena.ofConfined()) {
      return handle(
          "cuModuleGetFunction", MemorySegment.ofAddress(module), arena.allocateFrom(name));
    }
  }

  /** The address of a module's variable; null if the module does not show it. */
  @Nullable Long variable(long module, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(JAVA_LONG);
      int status =
          status(
              "cuModuleGetGlobal_v2",
              result,
              MemorySegment.NULL,
              MemorySegment.ofAddress(module),
              arena.allocateFrom(name));
      if (status == NOT_FOUND) {
        return null;
      }
      check("cuModuleGetGlobal_v2", status);
      return result.get(JAVA_LONG, 0);
    }
  }

  void allowDynamicShared(long function, int bytes) {
    call(
        "cuFuncSetAttribute",
        MemorySegment.ofAddress(function),
        MAX_DYNAMIC_SHARED_SIZE_BYTES,
        bytes);
  }

  long allocate(long bytes) {
    return handle("cuMemAlloc_v2", bytes);
  }

  void free(long address) {
    call("cuMemFree_v2", address);
  }

  /**
   * Memory that is mapped, not merely allocated.
   *
   * @param bytes as many as were asked for, and up to the next granule
   */
  record Mapping(long address, long bytes, long handle) {}

  /**
   * Maps device memory.
   *
   * @param compressible whether the GPU may compress it
   * @throws SiliconException if it may not though it should
   */
  Mapping map(int device, long bytes, boolean compressible) {
    try (Arena arena = Arena.ofConfined()) {
      // CUmemAllocationProp: type, handle types, location's type and number, metadata, flags.
      MemorySegment properties = arena.allocate(32, 8);
      properties.set(JAVA_INT, 0, PINNED);
      properties.set(JAVA_INT, 8, DEVICE);
      properties.set(JAVA_INT, 12, device);
      properties.set(JAVA_BYTE, COMPRESSION_OFFSET, (byte) (compressible ? 1 : 0));
      long granule = handle("cuMemGetAllocationGranularity", properties, 0);
      long rounded = Math.ceilDiv(bytes, granule) * granule;
      long handle = handle("cuMemCreate", rounded, properties, 0L);
      call("cuMemGetAllocationPropertiesFromHandle", properties, handle);
      if (compressible && properties.get(JAVA_BYTE, COMPRESSION_OFFSET) == 0) {
        throw new SiliconException("the driver gives no compressible memory");
      }
      long address = handle("cuMemAddressReserve", rounded, 0L, 0L, 0L);
      call("cuMemMap", address, rounded, 0L, handle, 0L);
      // CUmemAccessDesc: location's type and number, access.
      MemorySegment access = arena.allocateFrom(JAVA_INT, DEVICE, device, READ_AND_WRITE);
      call("cuMemSetAccess", address, rounded, access, 1L);
      return new Mapping(address, rounded, handle);
    }
  }

  void unmap(Mapping mapping) {
    call("cuMemUnmap", mapping.address, mapping.bytes);
    call("cuMemRelease", mapping.handle);
    call("cuMemAddressFree", mapping.address, mapping.bytes);
  }

  void copyToDevice(long to, MemorySegment from) {
    if (from.isNative()) {
      call("cuMemcpyHtoD_v2", to, from, from.byteSize());
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      copyToDevice(
          to,
          arena.allocate(Math.max(1, from.byteSize())).copyFrom(from).asSlice(0, from.byteSize()));
    }
  }

  void copyToHost(MemorySegment to, long from) {
    call("cuMemcpyDtoH_v2", to, from, to.byteSize());
  }

  void copy(long to, long from, long bytes) {
    call("cuMemcpyDtoD_v2", to, from, bytes);
  }

  void fill(long address, byte value, long bytes) {
    call("cuMemsetD8_v2", address, value, bytes);
  }

  /**
   * Begins a launch.
   *
   * @param grid blocks in x, y, z, then threads of a block
   * @param parameters as the kernel's parameters lie in memory
   */
  void launch(long function, int[] grid, int sharedBytes, MemorySegment parameters) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocateFrom(JAVA_LONG, parameters.byteSize());
      MemorySegment extra =
          arena.allocateFrom(
              JAVA_LONG,
              LAUNCH_PARAM_BUFFER_POINTER,
              parameters.address(),
              LAUNCH_PARAM_BUFFER_SIZE,
              size.address(),
              LAUNCH_PARAM_END);
      call(
          "cuLaunchKernel",
          MemorySegment.ofAddress(function),
          grid[0],
          grid[1],
          grid[2],
          grid[3],
          grid[4],
          grid[5],
          sharedBytes,
          MemorySegment.NULL,
          MemorySegment.NULL,
          extra);
    }
  }

  /** Waits for all that was begun. */
  void await() {
    call("cuCtxSynchronize");
  }

  long event() {
    return handle("cuEventCreate", 0);
  }

  void record(long event) {
    call("cuEventRecord", MemorySegment.ofAddress(event), MemorySegment.NULL);
  }

  void destroy(long event) {
    call("cuEventDestroy_v2", MemorySegment.ofAddress(event));
  }

  /** Microseconds between two events that have passed. */
  double microseconds(long from, long to) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment milliseconds = arena.allocate(JAVA_FLOAT);
      call(
          "cuEventElapsedTime",
          milliseconds,
          MemorySegment.ofAddress(from),
          MemorySegment.ofAddress(to));
      return 1e3 * milliseconds.get(JAVA_FLOAT, 0);
    }
  }

  /** Of a function whose first argument is where a number of 32 bits goes. */
  private int number(String function, Object... arguments) {
    return (int) handle(function, arguments);
  }

  /** Of a function whose first argument is where a number of at most 64 bits goes. */
  private long handle(String function, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(JAVA_LONG);
      Object[] all = new Object[arguments.length + 1];
      all[0] = result;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      call(function, all);
      return result.get(JAVA_LONG, 0);
    }
  }

  private void call(String function, Object... arguments) {
    check(function, status(function, arguments));
  }

  private void check(String function, int status) {
    if (status != SUCCESS) {
      throw new SiliconException("%s: %s".formatted(function, error(status)));
    }
  }

  private String error(int status) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(ADDRESS);
      if (status("cuGetErrorString", status, text) != SUCCESS) {
        return "error " + status;
      }
      return "%s (error %d)"
          .formatted(text.get(ADDRESS, 0).reinterpret(LOG_BYTES).getString(0), status);
    }
  }

  private int status(String function, Object... arguments) {
    MethodHandle handle = functions.computeIfAbsent(function, name -> link(name, arguments));
    try {
      return (int) handle.invokeWithArguments(arguments);
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(function, e);
    }
  }

  /** Functions are linked by what they are called with; all return a status. */
  private MethodHandle link(String function, Object... arguments) {
    MemorySegment symbol =
        library
            .find(function)
            .orElseThrow(() ->
                new SiliconException(
                    "the driver has no function '%s'; it is too old".formatted(function)));
    MemoryLayout[] layouts = new MemoryLayout[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      layouts[i] = layout(arguments[i]);
    }
    return Linker.nativeLinker().downcallHandle(symbol, FunctionDescriptor.of(JAVA_INT, layouts));
  }

  private static ValueLayout layout(Object argument) {
    return switch (argument) {
      case Integer _ -> JAVA_INT;
      case Long _ -> JAVA_LONG;
      case Byte _ -> JAVA_BYTE;
      case MemorySegment _ -> ADDRESS;
      default -> throw new IllegalArgumentException(argument.toString());
    };
  }
}
