package dev.magpie.ptx.execute;

import dev.magpie.ptx.execute.DeviceRuntime.Prepared;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Calls of CUDA's device runtime, with which kernels launch kernels. They are those of {@code
 * cuda_device_runtime_api.h}, under the names of CUDA 12 and before it.
 */
final class DeviceRuntimeCall extends Operation {
  private enum Function {
    GET_PARAMETER_BUFFER("GetParameterBuffer", 2),
    GET_PARAMETER_BUFFER_V2("GetParameterBufferV2", 4),
    LAUNCH_DEVICE("LaunchDevice", 6),
    LAUNCH_DEVICE_V2("LaunchDeviceV2", 2),
    STREAM_CREATE("StreamCreateWithFlags", 2),
    STREAM_DESTROY("StreamDestroy", 1),
    STREAM_WAIT_EVENT("StreamWaitEvent", 3),
    EVENT_CREATE("EventCreateWithFlags", 2),
    EVENT_RECORD("EventRecord", 2),
    EVENT_RECORD_WITH_FLAGS("EventRecordWithFlags", 3),
    EVENT_DESTROY("EventDestroy", 1),
    GET_LAST_ERROR("GetLastError", 0),
    PEEK_AT_LAST_ERROR("PeekAtLastError", 0),
    GET_DEVICE("GetDevice", 1),
    GET_DEVICE_COUNT("GetDeviceCount", 1),
    RUNTIME_GET_VERSION("RuntimeGetVersion", 1),
    MALLOC("Malloc", 2),
    FREE("Free", 1),
    MEMCPY_ASYNC("MemcpyAsync", 5),
    MEMSET_ASYNC("MemsetAsync", 4),
    MEMCPY_2D_ASYNC("Memcpy2DAsync", 8),
    MEMSET_2D_ASYNC("Memset2DAsync", 6),
    DEVICE_GET_ATTRIBUTE("DeviceGetAttribute", 3),
    GRAPH_LAUNCH("GraphLaunch", 2),
    GRAPH_SET_CONDITIONAL("GraphSetConditional", 2);

    private final String title;
    private final int parameters;

    Function(String title, int parameters) {
      this.title = title;
      this.parameters = parameters;
    }
  }

  private static final String PREFIX = "__cudaCDP2";
  private static final String EARLIER_PREFIX = "cuda";
  private static final String PER_THREAD = "_ptsz";

  // Errors of the runtime.
  private static final int INVALID_VALUE = 1;
  private static final int MEMORY_ALLOCATION = 2;
  private static final int INVALID_CONFIGURATION = 9;
  private static final int INVALID_DEVICE_FUNCTION = 98;

  /** Streams whose work comes when all other has been done: of launches, and of graphs. */
  private static final long TAIL = 3;

  private static final long GRAPH_TAIL = 0x100;
  private static final int VERSION = 13000;
  private static final int MOST_THREADS = 1024;

  private final Function function;
  private final int[] arguments;
  private final int[] results;

  private DeviceRuntimeCall(Function function, int[] arguments, int[] results) {
    super(InstructionClass.CALL);
    this.function = function;
    this.arguments = arguments;
    this.results = results;
  }

  private static @Nullable Function find(String name) {
    String rest =
        name.startsWith(PREFIX)
            ? name.substring(PREFIX.length())
            : name.startsWith(EARLIER_PREFIX) ? name.substring(EARLIER_PREFIX.length()) : "";
    String title =
        rest.endsWith(PER_THREAD) ? rest.substring(0, rest.length() - PER_THREAD.length()) : rest;
    for (Function each : Function.values()) {
      if (each.title.equals(title)) {
        return each;
      }
    }
    return null;
  }

  /** Whether a name is that of such a function, also where a module has an implementation. */
  static boolean isKnown(String name) {
    return find(name) != null;
  }

  static Operation decode(Decoding at, String name, int[] arguments, int[] results) {
    Function function = find(name);
    if (function == null || arguments.length != function.parameters) {
      throw at.bad("'%s' does not take %d parameters".formatted(name, arguments.length));
    }
    for (int offset : arguments) {
      if (offset < 0) {
        throw at.bad("'%s' takes its parameters in memory".formatted(name));
      }
    }
    return new DeviceRuntimeCall(function, arguments, results);
  }

  @Override
  boolean mayShare() {
    return false;
  }

  /** It has what is passed to kernels in memory of its own. */
  @Override
  boolean changesAllocations() {
    return true;
  }

  @Override
  void execute(Warp warp, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      if (!warp.block().launch().global().runtime().isServed()) {
        throw warp.fault(
            this,
            lane,
            "calls the device runtime (cuda%s), which programs under 'magpie exec' have"
                .formatted(function.title));
      }
      new OneCall(warp, lane).run();
    }
  }

  /** What one thread calls. */
  private final class OneCall {
    private final Warp warp;
    private final int lane;
    private final ThreadMemory memory;
    private final GlobalMemory global;
    private final DeviceRuntime runtime;

    OneCall(Warp warp, int lane) {
      this.warp = warp;
      this.lane = lane;
      memory = new ThreadMemory(DeviceRuntimeCall.this, warp, lane);
      global = warp.block().launch().global();
      runtime = global.runtime();
    }

    private long argument(int index) {
      return memory.frame(arguments[index], 8);
    }

    private int intArgument(int index) {
      return (int) memory.frame(arguments[index], 4);
    }

    private void returns(int bytes, long value) {
      if (results.length == 1 && results[0] >= 0) {
        memory.setFrame(results[0], bytes, value);
      }
    }

    void run() {
      switch (function) {
        case GET_PARAMETER_BUFFER -> returns(8, global.heap().allocate(argument(1)));
        case GET_PARAMETER_BUFFER_V2 -> returns(8, prepare());
        case LAUNCH_DEVICE -> returns(4, launch());
        case LAUNCH_DEVICE_V2 -> returns(4, launchPrepared());
        default -> returns(4, call());
      }
    }

    private int call() {
      switch (function) {
        case STREAM_CREATE, EVENT_CREATE -> memory.setGeneric(argument(0), 8, runtime.newHandle());
        case GET_DEVICE -> memory.setGeneric(argument(0), 4, 0);
        case GET_DEVICE_COUNT -> memory.setGeneric(argument(0), 4, 1);
        case RUNTIME_GET_VERSION -> memory.setGeneric(argument(0), 4, VERSION);
        case MALLOC -> {
          long made = global.heap().allocate(argument(1));
          memory.setGeneric(argument(0), 8, made);
          return made == 0 && argument(1) != 0 ? MEMORY_ALLOCATION : 0;
        }
        case FREE -> {
          return argument(0) == 0 || global.heap().free(argument(0)) ? 0 : INVALID_VALUE;
        }
        case MEMCPY_ASYNC ->
            runtime.add(
                new DeviceWork.Copy(argument(0), argument(1), argument(2), isTail(argument(4))));
        case MEMSET_ASYNC ->
            runtime.add(
                new DeviceWork.Fill(
                    argument(0), (byte) intArgument(1), argument(2), isTail(argument(3))));
        case MEMCPY_2D_ASYNC -> {
          for (long row = 0; row < argument(5); row++) {
            runtime.add(
                new DeviceWork.Copy(
                    argument(0) + row * argument(1),
                    argument(2) + row * argument(3),
                    argument(4),
                    isTail(argument(7))));
          }
        }
        case MEMSET_2D_ASYNC -> {
          for (long row = 0; row < argument(4); row++) {
            runtime.add(
                new DeviceWork.Fill(
                    argument(0) + row * argument(1),
                    (byte) intArgument(2),
                    argument(3),
                    isTail(argument(5))));
          }
        }
        case DEVICE_GET_ATTRIBUTE -> {
          OptionalInt value = runtime.attribute(intArgument(1));
          memory.setGeneric(argument(0), 4, value.orElse(0));
          return value.isPresent() ? 0 : INVALID_VALUE;
        }
        case GRAPH_LAUNCH -> runtime.add(new DeviceWork.Graph(argument(0), isTail(argument(1))));
        case GRAPH_SET_CONDITIONAL -> runtime.setCondition(argument(0), intArgument(1));
        default -> {
          // Work is done in the order of its issue, which streams and events allow.
        }
      }
      return 0;
    }

    private static boolean isTail(long stream) {
      return stream == TAIL || stream == GRAPH_TAIL;
    }

    private @Nullable Dim3 dimensions(int index, long most) {
      int x = (int) memory.frame(arguments[index], 4);
      int y = (int) memory.frame(arguments[index] + 4, 4);
      int z = (int) memory.frame(arguments[index] + 8, 4);
      return x > 0 && y > 0 && z > 0 && (long) x * y * z <= most ? new Dim3(x, y, z) : null;
    }

    private long prepare() {
      Dim3 grid = dimensions(1, Long.MAX_VALUE);
      Dim3 block = dimensions(2, MOST_THREADS);
      long bytes = runtime.parameterBytes(argument(0));
      if (grid == null || block == null || bytes < 0) {
        return 0;
      }
      long buffer = global.heap().allocate(Math.max(1, bytes));
      if (buffer != 0) {
        runtime.prepare(buffer, new Prepared(argument(0), grid, block, intArgument(3), bytes));
      }
      return buffer;
    }

    private int launchPrepared() {
      long buffer = argument(0);
      Prepared prepared = runtime.takePrepared(buffer);
      if (prepared == null) {
        return INVALID_VALUE;
      }
      return launch(buffer, prepared, argument(1));
    }

    private int launch() {
      Dim3 grid = dimensions(2, Long.MAX_VALUE);
      Dim3 block = dimensions(3, MOST_THREADS);
      if (grid == null || block == null) {
        return INVALID_CONFIGURATION;
      }
      long bytes = runtime.parameterBytes(argument(0));
      return launch(
          argument(1), new Prepared(argument(0), grid, block, intArgument(4), bytes), argument(5));
    }

    private int launch(long buffer, Prepared prepared, long stream) {
      if (prepared.bytes() < 0) {
        return INVALID_DEVICE_FUNCTION;
      }
      Region region = global.find(buffer);
      if (prepared.bytes() > 0 && (region == null || !region.holds(buffer, prepared.bytes()))) {
        throw warp.fault(
            KernelFaultException.Kind.ADDRESS,
            DeviceRuntimeCall.this,
            lane,
            "launches with parameters at address 0x%x, which no buffer of them has"
                .formatted(buffer));
      }
      runtime.add(
          new DeviceWork.Launch(
              prepared.function(),
              prepared.grid(),
              prepared.block(),
              prepared.sharedBytes(),
              region == null
                  ? Region.zeroed(0)
                  : DeviceRuntime.copy(region, buffer, prepared.bytes()),
              isTail(stream)));
      global.heap().free(buffer);
      return 0;
    }
  }
}
