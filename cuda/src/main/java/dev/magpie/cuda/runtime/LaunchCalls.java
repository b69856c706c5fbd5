package dev.magpie.cuda.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.Variable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Kernels: what they are, how many blocks fit, and launches of them. */
final class LaunchCalls {
  private static final int COOPERATIVE = 1;

  /** What a block may have unless the kernel is allowed more. */
  private static final int MOST_DYNAMIC = 48 << 10;

  private static final int MAX_DYNAMIC_SHARED = 8;
  private static final int PREFERRED_CARVEOUT = 9;
  private static final int MOST_BLOCKS_Y = 65535;

  private final Binaries binaries;
  private final DeviceDescription description;
  private final Map<Kernel, Integer> dynamicShared = new HashMap<>();

  LaunchCalls(Binaries binaries, DeviceDescription description) {
    this.binaries = binaries;
    this.description = description;
  }

  void parameters(Request request, Answer answer) {
    Kernel kernel = binaries.kernel(request.argument(0));
    List<Variable> parameters = kernel.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      answer.payload(kernel.image().parameterOffsets().get(i));
      answer.payload(parameters.get(i).bytes());
    }
  }

  void name(Request request, Answer answer) {
    answer.payload(
        MemorySegment.ofArray(binaries.kernel(request.argument(0)).name().getBytes(UTF_8)));
  }

  /** As {@code cudaFuncAttributes} begins. */
  void attributes(Request request, Answer answer) {
    Kernel kernel = binaries.kernel(request.argument(0));
    int mostThreads = mostThreads(kernel);
    answer.payload(kernel.staticSharedBytes());
    answer.payload(0L);
    answer.payload(0L);
    answer.payload(mostThreads | (long) kernel.registersPerThread() << 32);
    // CUB looks for a kernel's form by what its PTX is for.
    answer.payload(binaries.target(kernel) | (long) description.architecture() << 32);
    answer.payload((long) dynamicShared.getOrDefault(kernel, MOST_DYNAMIC) << 32);
    answer.payload(0L);
  }

  private int mostThreads(Kernel kernel) {
    int registers = Math.max(1, kernel.registersPerThread());
    int most = description.core().registers() / registers / 32 * 32;
    int fit = Math.min(description.core().threadsPerBlock(), Math.max(32, most));
    return Math.min(fit, kernel.mostThreads());
  }

  void setAttribute(Request request) {
    Kernel kernel = binaries.kernel(request.argument(0));
    int value = request.intArgument(2);
    switch (request.intArgument(1)) {
      case MAX_DYNAMIC_SHARED -> {
        if (value < 0
            || value + kernel.staticSharedBytes() > description.sharedBytesPerBlockOptIn()) {
          throw new CudaErrorException(CudaError.INVALID_VALUE);
        }
        dynamicShared.put(kernel, value);
      }
      case PREFERRED_CARVEOUT -> {
        // How a multiprocessor's memory is divided is the GPU's.
      }
      default -> throw new CudaErrorException(CudaError.NOT_SUPPORTED);
    }
  }

  void occupancy(Request request, Answer answer) {
    Kernel kernel = binaries.kernel(request.argument(0));
    int threads = request.intArgument(1);
    if (threads < 1) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    answer.result(0, blocksAtOnce(kernel, threads, request.argument(2)));
    answer.result(1, description.sharedBytesPerBlock() - (long) kernel.staticSharedBytes());
  }

  /** Blocks that a multiprocessor holds at once. */
  private int blocksAtOnce(Kernel kernel, long threads, long dynamicBytes) {
    long shared = kernel.staticSharedBytes() + dynamicBytes;
    if (threads > Math.min(description.core().threadsPerBlock(), kernel.mostThreads())
        || shared > Integer.MAX_VALUE) {
      return 0;
    }
    return Occupancy.of(
            description.core(),
            new KernelShape(
                kernel.name(),
                1,
                (int) threads,
                kernel.registersPerThread(),
                (int) shared,
                0,
                0,
                0,
                List.of()))
        .blocks();
  }

  /** The launch that is asked for. */
  Launch launch(Request request) {
    Kernel kernel = binaries.kernel(request.argument(0));
    Dim3 grid = dimensions(request, 1);
    Dim3 block = dimensions(request, 4);
    long shared = request.argument(7);
    if (block.count() > description.core().threadsPerBlock()
        || block.z() > 64
        || grid.y() > MOST_BLOCKS_Y
        || grid.z() > MOST_BLOCKS_Y) {
      throw new CudaErrorException(
          CudaError.INVALID_CONFIGURATION,
          "kernel %s: a grid of %s blocks of %s threads is beyond the limits"
              .formatted(kernel.shortName(), grid, block));
    }
    if (block.count() > kernel.mostThreads()) {
      throw new CudaErrorException(
          CudaError.OUT_OF_RESOURCES,
          "kernel %s: a block of %s threads, and its launch bounds say at most %d"
              .formatted(kernel.shortName(), block, kernel.mostThreads()));
    }
    long most = dynamicShared.getOrDefault(kernel, MOST_DYNAMIC - kernel.staticSharedBytes());
    if (shared < 0 || shared > Math.max(0, most)) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE,
          "kernel %s: %d bytes of dynamic shared memory, and %d may be; cudaFuncSetAttribute allows more"
              .formatted(kernel.shortName(), shared, Math.max(0, most)));
    }
    boolean isCooperative = (request.intArgument(9) & COOPERATIVE) != 0;
    if (isCooperative
        && (long) blocksAtOnce(kernel, block.count(), shared) * description.multiprocessors()
            < grid.count()) {
      throw new CudaErrorException(CudaError.COOPERATIVE_TOO_LARGE);
    }
    Launch launch = launch(request, kernel, grid, block, (int) shared);
    return isCooperative ? launch.cooperative() : launch;
  }

  private static Launch launch(Request request, Kernel kernel, Dim3 grid, Dim3 block, int shared) {
    List<Argument> arguments = new ArrayList<>();
    List<Variable> parameters = kernel.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      long offset = kernel.image().parameterOffsets().get(i);
      long bytes = parameters.get(i).bytes();
      if (offset + bytes > request.payload().byteSize()) {
        throw new CudaErrorException(
            CudaError.INVALID_VALUE,
            "kernel %s: the arguments have %d bytes, and %d are needed"
                .formatted(kernel.shortName(), request.payload().byteSize(), offset + bytes));
      }
      arguments.add(new Argument.Structure(request.payload().asSlice(offset, bytes)));
    }
    try {
      return new Launch(kernel, grid, block, shared, arguments);
    } catch (PtxException e) {
      throw new CudaErrorException(CudaError.INVALID_CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }

  private static Dim3 dimensions(Request request, int first) {
    int x = request.intArgument(first);
    int y = request.intArgument(first + 1);
    int z = request.intArgument(first + 2);
    if (x < 1 || y < 1 || z < 1) {
      throw new CudaErrorException(CudaError.INVALID_CONFIGURATION);
    }
    return new Dim3(x, y, z);
  }

  void reset() {
    dynamicShared.clear();
  }
}
