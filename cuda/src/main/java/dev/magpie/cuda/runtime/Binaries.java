package dev.magpie.cuda.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.cuda.binary.BadBinaryException;
import dev.magpie.cuda.binary.FatBinary;
import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Module;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The binaries of a program, and what its host code calls their kernels and variables. */
final class Binaries {
  private static final long FIRST_HANDLE = 0x1000;
  private static final long STEP = 16;

  /** "MagpieLn", as the C library writes it. */
  private static final long LINKED = 0x6e4c_6569_7067_614dL;

  /** CUDA 11 has PTX 7, and so on. */
  private static final int TOOLKIT = 4;

  private final Device device;
  private final Allocations allocations;
  private final int architecture;
  private final Map<Long, LoadedBinary> binaries = new HashMap<>();
  private final Map<Long, Symbol> functions = new HashMap<>();
  private final Map<Long, Symbol> variables = new HashMap<>();
  private final Map<Long, Kernel> kernels = new HashMap<>();
  private long nextHandle = FIRST_HANDLE;

  /** What a program names by an address of its own. */
  private record Symbol(LoadedBinary binary, String name) {}

  Binaries(Device device, Allocations allocations, int architecture) {
    this.device = device;
    this.allocations = allocations;
    this.architecture = architecture;
  }

  private long newHandle() {
    long handle = nextHandle;
    nextHandle += STEP;
    return handle;
  }

  /** A fat binary of the program, or one more of a program whose units were linked. */
  void register(Request request, Answer answer) {
    long earlier = request.argument(0);
    FatBinary part = read(request.payload());
    LoadedBinary binary = earlier == 0 ? null : binaries.get(earlier);
    long handle = earlier;
    if (binary == null) {
      handle = newHandle();
      binary = new LoadedBinary("unit-" + (binaries.size() + 1), architecture);
      binaries.put(handle, binary);
    }
    binary.add(part);
    answer.result(0, handle);
  }

  /** Whether there is PTX, by which the version of CUDA is known. */
  boolean hasPtx() {
    return binaries.values().stream().anyMatch(each -> each.ptxVersion() > 0);
  }

  /** The major version of CUDA that the program was made with, by the version of its PTX. */
  int toolkit() {
    return binaries.values().stream().mapToInt(LoadedBinary::ptxVersion).max().orElse(0) + TOOLKIT;
  }

  /** The architecture that a kernel was compiled for. */
  int target(Kernel kernel) {
    return binaries.values().stream()
        .filter(each -> each.hasLoaded(kernel.module()))
        .mapToInt(LoadedBinary::target)
        .findFirst()
        .orElse(architecture);
  }

  private static FatBinary read(MemorySegment bytes) {
    try {
      return FatBinary.read(bytes);
    } catch (BadBinaryException e) {
      throw new CudaErrorException(
          CudaError.INVALID_KERNEL_IMAGE, "a binary of the program " + e.getMessage());
    }
  }

  void unregister(Request request) {
    binaries.remove(request.argument(0));
  }

  private LoadedBinary binary(long handle) {
    LoadedBinary binary = binaries.get(handle);
    if (binary == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return binary;
  }

  private static String name(Request request) {
    return new String(request.payload().toArray(ValueLayout.JAVA_BYTE), UTF_8);
  }

  void registerFunction(Request request) {
    functions.put(request.argument(1), new Symbol(binary(request.argument(0)), name(request)));
    kernels.remove(request.argument(1));
  }

  /** A variable; one in managed memory has the same address for the host, which asks for it now. */
  void registerVariable(Request request, Answer answer) {
    Symbol symbol = new Symbol(binary(request.argument(0)), name(request));
    boolean isManaged = request.argument(3) != 0;
    if (!isManaged) {
      variables.put(request.argument(1), symbol);
      return;
    }
    DeviceAllocation memory = variable(symbol);
    allocations.add(memory.buffer(), DeviceAllocation.Kind.MANAGED, 0);
    answer.result(0, memory.address());
    variables.put(memory.address(), symbol);
  }

  private Module module(LoadedBinary binary) {
    return binary.module(device, _ -> addVariables());
  }

  /** Whatever has memory now that had none before is a variable of a module. */
  private void addVariables() {
    for (DeviceBuffer each : device.buffers().values()) {
      if (allocations.at(each.address()) == null) {
        allocations.add(each, DeviceAllocation.Kind.VARIABLE, 0);
      }
    }
  }

  private DeviceAllocation variable(Symbol symbol) {
    DeviceBuffer buffer =
        LoadedBinary.variable(module(symbol.binary()), symbol.name())
            .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_SYMBOL));
    DeviceAllocation found = allocations.at(buffer.address());
    return found == null ? allocations.add(buffer, DeviceAllocation.Kind.VARIABLE, 0) : found;
  }

  /** Where a symbol of the host's code lies on the device. */
  void symbol(Request request, Answer answer) {
    Symbol symbol = variables.get(request.argument(0));
    if (symbol == null) {
      throw new CudaErrorException(CudaError.INVALID_SYMBOL);
    }
    answerWith(variable(symbol), answer);
  }

  private static void answerWith(DeviceAllocation variable, Answer answer) {
    answer.result(0, variable.address());
    answer.result(1, variable.buffer().bytes());
  }

  /** The kernel of a function of the host's code. */
  Kernel kernel(long function) {
    Kernel known = kernels.get(function);
    if (known != null) {
      return known;
    }
    Symbol symbol = functions.get(function);
    if (symbol == null) {
      throw new CudaErrorException(CudaError.INVALID_DEVICE_FUNCTION);
    }
    Kernel kernel = LoadedBinary.kernel(module(symbol.binary()), symbol.name());
    kernels.put(function, kernel);
    return kernel;
  }

  /** A module that the program brings: PTX as text, or a fat binary. */
  void load(Request request, Answer answer) {
    MemorySegment image = request.payload();
    LoadedBinary binary = new LoadedBinary("module-" + (binaries.size() + 1), architecture);
    if (FatBinary.isOne(image)) {
      binary.add(read(image));
    } else if (isLinked(image)) {
      addLinked(image, binary);
    } else if (image.byteSize() > 4 && image.get(ValueLayout.JAVA_INT_UNALIGNED, 0) == 0x464c457f) {
      throw new CudaErrorException(
          CudaError.NO_KERNEL_IMAGE,
          "a module is machine code (a cubin), and PTX is needed: make it with nvcc -ptx or -fatbin");
    } else {
      binary.add(ptx(image));
    }
    module(binary);
    long handle = newHandle();
    binaries.put(handle, binary);
    answer.result(0, handle);
  }

  /** What the driver's linker made: a head of 16 bytes, and texts behind their sizes. */
  private static boolean isLinked(MemorySegment image) {
    return image.byteSize() >= 16 && image.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) == LINKED;
  }

  private void addLinked(MemorySegment image, LoadedBinary binary) {
    for (long at = 16; at + 8 <= image.byteSize(); ) {
      long bytes = image.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      MemorySegment part = image.asSlice(at + 8, bytes);
      binary.add(FatBinary.isOne(part) ? read(part) : ptx(part));
      at += 8 + bytes;
    }
  }

  private FatBinary ptx(MemorySegment text) {
    String whole = new String(text.toArray(ValueLayout.JAVA_BYTE), UTF_8).replaceAll("\0+$", "");
    return new FatBinary(List.of(new FatBinary.PtxImage(architecture, whole)), false);
  }

  void function(Request request, Answer answer) {
    Symbol symbol = new Symbol(binary(request.argument(0)), name(request));
    @Nullable Module module = module(symbol.binary());
    if (!module.kernels().contains(symbol.name())) {
      throw new CudaErrorException(CudaError.SYMBOL_NOT_FOUND);
    }
    long handle = newHandle();
    functions.put(handle, symbol);
    answer.result(0, handle);
  }

  void global(Request request, Answer answer) {
    Symbol symbol = new Symbol(binary(request.argument(0)), name(request));
    try {
      answerWith(variable(symbol), answer);
    } catch (CudaErrorException e) {
      throw e.error() == CudaError.INVALID_SYMBOL
          ? new CudaErrorException(CudaError.SYMBOL_NOT_FOUND)
          : e;
    }
  }

  void reset() {
    kernels.clear();
    binaries.values().forEach(LoadedBinary::unload);
  }
}
