package dev.magpie.cuda.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.CallHandler;
import dev.magpie.cuda.channel.ProgramMemory;
import dev.magpie.cuda.channel.Request;
import dev.magpie.gpu.SimulationException;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.DeviceRuntime;
import dev.magpie.ptx.execute.DeviceWork;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The device of one process: answers its calls of the runtime and the driver, each to its end. An
 * error of a kernel is told by the calls behind the launch, as on hardware, and stays.
 */
public final class Session implements CallHandler {
  private final Device device;
  private final DeviceHost host;
  private final LaunchOptions options;
  private final Allocations allocations;
  private final ProgramArrays arrays;
  private final TextureCalls textures;
  private final Binaries binaries;
  private final MemoryCalls memory;
  private final CopyCalls copies;
  private final LaunchCalls launches;
  private final DeviceCalls about;
  private final Streams streams;
  private final GraphMemory graphMemory;
  private final ProgramGraphs graphs;
  private final GraphRun run;
  private final CaptureCalls captures;
  private final SharedPages shared;
  private final VirtualMemory virtual;
  private final SharingCalls sharing;
  private final DeviceRuntime runtime;
  private final StringBuilder printed = new StringBuilder();
  private final Set<String> absent = new HashSet<>();

  /** What a kernel did wrong; null if nothing. */
  private @Nullable CudaError fault;

  /**
   * A session.
   *
   * @param memory the device's
   * @param exports what it has in common with the other processes of the command
   * @param hosts makes what executes launches of a device
   * @param options of launches; what kernels print goes to the program
   */
  public Session(
      ProgramMemory memory,
      DeviceDescription description,
      Function<Device, DeviceHost> hosts,
      LaunchOptions options,
      Exports exports) {
    SharedMemory source = new SharedMemory(memory.bytes());
    device = new Device(source);
    runtime = device.serveKernels(number -> DeviceAttributes.of(number, description));
    host = hosts.apply(device);
    this.options = options.withOutput(printed);
    allocations = new Allocations(device);
    arrays = new ProgramArrays(device, allocations);
    textures = new TextureCalls(device, allocations, arrays);
    binaries = new Binaries(device, allocations, description.architecture());
    this.memory = new MemoryCalls(device, allocations, host);
    copies = new CopyCalls(device, allocations, arrays);
    launches = new LaunchCalls(binaries, description);
    about = new DeviceCalls(device, description);
    streams = new Streams(host);
    shared = new SharedPages(device, allocations);
    graphMemory = new GraphMemory(device, source, memory.bytes(), allocations, host);
    graphs = new ProgramGraphs(graphMemory);
    run = new GraphRun(runtime);
    captures = new CaptureCalls(streams, graphs);
    virtual = new VirtualMemory(device, source, allocations, host, memory);
    sharing = new SharingCalls(device, source, allocations, virtual, streams, exports, memory);
  }

  @Override
  public void handle(Request request, Answer answer) {
    copies.settle();
    try {
      CudaError before = fault;
      if (before != null && !answersAfterFault(request)) {
        flush(answer);
        throw new CudaErrorException(before);
      }
      if (!captures.keeps(request, answer)) {
        execute(request, answer);
      }
    } catch (CudaErrorException e) {
      run.stop();
      answer.error(e.error().code());
      if (!e.line().isEmpty()) {
        host.say(e.line());
      }
    }
  }

  private static boolean answersAfterFault(Request request) {
    return switch (request.number()) {
      case ERROR_TEXT,
          VERSION,
          DEVICE_ATTRIBUTE,
          DEVICE_PROPERTIES,
          DEVICE_RESET,
          UNREGISTER_BINARY ->
          true;
      default -> false;
    };
  }

  private void execute(Request request, Answer answer) {
    switch (request.number()) {
      case HELLO, REGISTER_END -> {}
      case CONTINUE -> proceed(answer);
      case REGISTER_BINARY -> binaries.register(request, answer);
      case REGISTER_FUNCTION -> binaries.registerFunction(request);
      case REGISTER_VARIABLE -> binaries.registerVariable(request, answer);
      case UNREGISTER_BINARY -> binaries.unregister(request);
      case ERROR_TEXT -> about.errorText(request, answer);
      case LAST_ERROR -> {
        // A fault would have been told before.
      }
      case DEVICE_ATTRIBUTE -> about.attribute(request, answer);
      case DEVICE_PROPERTIES -> about.properties(answer, binaries.toolkit());
      case DEVICE_LIMIT -> about.limit(request, answer);
      case DEVICE_SET_LIMIT -> about.setLimit(request);
      case DEVICE_RESET -> reset(answer);
      case VERSION -> about.version(answer, binaries.hasPtx() ? binaries.toolkit() : 0);
      case SYNCHRONIZE -> synchronize(request, answer);
      case ALLOCATE -> memory.allocate(request, answer);
      case ALLOCATE_PITCHED -> memory.allocatePitched(request, answer);
      case FREE -> free(request, answer);
      case MEMORY_INFO -> memory.info(answer, virtual.created() + graphMemory.used());
      case POINTER_ATTRIBUTES -> memory.pointer(request, answer);
      case HOST_REGISTER -> memory.register(request);
      case HOST_UNREGISTER -> memory.unregister(request);
      case HOST_DEVICE_POINTER -> memory.devicePointer(request, answer);
      case VIRTUAL_RESERVE -> virtual.reserve(request, answer);
      case VIRTUAL_UNRESERVE -> virtual.unreserve(request);
      case VIRTUAL_MAP -> virtual.map(request, answer);
      case VIRTUAL_UNMAP -> virtual.unmap(request, answer);
      case VIRTUAL_SET_ACCESS -> virtual.setAccess(request);
      case VIRTUAL_ACCESS -> virtual.access(request, answer);
      case PHYSICAL_CREATE -> virtual.create(request, answer);
      case PHYSICAL_RELEASE -> virtual.release(request, answer);
      case PHYSICAL_RETAIN -> virtual.retain(request, answer);
      case PHYSICAL_PROPERTIES -> virtual.properties(request, answer);
      case EXPORT -> sharing.export(request, answer);
      case IMPORT -> sharing.importIt(request, answer);
      case IMPORT_CLOSE -> sharing.close(request, answer);
      case COPY -> copy(request, answer);
      case COPY_BOX -> {
        copies.copyBox(request, answer);
        flush(answer);
      }
      case FILL -> copies.fill(request);
      case SYMBOL -> binaries.symbol(request, answer);
      case ARRAY_CREATE -> arrays.create(request, answer);
      case ARRAY_DESTROY -> arrays.destroy(request, answer);
      case ARRAY_INFO -> arrays.info(request, answer);
      case ARRAY_LEVEL -> arrays.level(request, answer);
      case TEXTURE_CREATE -> textures.createTexture(request, answer);
      case SURFACE_CREATE -> textures.createSurface(request, answer);
      case OBJECT_DESTROY -> textures.destroy(request);
      case OBJECT_DESCRIPTION -> textures.describe(request, answer);
      case FUNCTION_PARAMETERS -> launches.parameters(request, answer);
      case FUNCTION_ATTRIBUTES -> launches.attributes(request, answer);
      case FUNCTION_SET_ATTRIBUTE -> launches.setAttribute(request);
      case FUNCTION_NAME -> launches.name(request, answer);
      case OCCUPANCY -> launches.occupancy(request, answer);
      case LAUNCH -> launch(request, answer);
      case HOST_FUNCTION ->
          answer.call(
              request.argument(1),
              request.argument(2),
              request.argument(0),
              request.argument(3) != 0);
      case STREAM_CREATE -> streams.create(request, answer);
      case STREAM_DESTROY -> streams.destroy(request);
      case STREAM_INFO -> streams.info(request, answer);
      case STREAM_WAIT -> streams.await(request);
      case EVENT_CREATE -> streams.createEvent(request.argument(0), answer);
      case EVENT_DESTROY -> streams.destroyEvent(request);
      case EVENT_RECORD -> streams.record(request);
      case EVENT_QUERY -> {
        streams.query(request);
        flush(answer);
      }
      case EVENT_ELAPSED -> streams.elapsed(request, answer);
      case CAPTURE_BEGIN -> captures.begin(request);
      case CAPTURE_END -> captures.end(request, answer);
      case CAPTURE_INFO -> captures.info(request, answer);
      case CAPTURE_DEPENDENCIES -> captures.setDependencies(request);
      case GRAPH_CREATE -> graphs.create(request, answer);
      case GRAPH_ADD -> graphs.addNode(request, answer);
      case GRAPH_EDGES -> graphs.edges(request);
      case GRAPH_INSTANTIATE -> graphs.instantiate(request, answer);
      case GRAPH_INSPECT -> graphs.inspect(request, answer);
      case GRAPH_NODE -> graphs.node(request, answer);
      case GRAPH_CHECK -> graphs.check(request);
      case GRAPH_DESTROY -> graphs.destroy(request);
      case GRAPH_LAUNCH -> {
        run.begin(graphs.get(request.argument(0)));
        proceed(answer);
      }
      case GRAPH_ALLOCATE, GRAPH_FREE, GRAPH_CONDITION ->
          throw new CudaErrorException(CudaError.INVALID_VALUE);
      case GRAPH_CONDITION_CREATE -> graphs.createCondition(request, answer);
      case GRAPH_MEMORY -> graphMemory.attribute(request, answer);
      case GRAPH_MEMORY_SET -> graphMemory.setAttribute(request);
      case GRAPH_MEMORY_TRIM -> graphMemory.trim();
      case MODULE_LOAD -> binaries.load(request, answer);
      case MODULE_FUNCTION -> binaries.function(request, answer);
      case MODULE_GLOBAL -> binaries.global(request, answer);
      case MODULE_UNLOAD -> binaries.unregister(request);
      case ABSENT -> absent(request);
    }
  }

  /** Goes on with a graph, until there is something that the program must do first. */
  private void proceed(Answer answer) {
    while (!answer.hasActions() && fault == null) {
      GraphRun.Step step = run.next();
      if (step == null) {
        return;
      }
      Request call = step.call();
      switch (call.number()) {
        case GRAPH_ALLOCATE ->
            graphMemory.allocate(call.argument(0), call.argument(1), step.freesFirst(), answer);
        case GRAPH_FREE -> free(call, answer);
        default -> execute(call, answer);
      }
    }
    if (fault != null) {
      run.stop();
    } else if (!run.isOver()) {
      answer.goesOn();
    }
  }

  private void copy(Request request, Answer answer) {
    copies.copy(request, answer);
    boolean isLater = request.argument(5) != 0;
    if (!isLater) {
      flush(answer);
    }
  }

  private void free(Request request, Answer answer) {
    long address = request.argument(0);
    if (sharing.hasOpened(address)) {
      sharing.close(request, answer);
    } else if (graphMemory.has(address)) {
      graphMemory.free(address, answer);
    } else {
      memory.free(request, answer);
      sharing.withdraw(address);
    }
    flush(answer);
  }

  private void synchronize(Request request, Answer answer) {
    boolean isWhole = request.argument(0) == 0;
    if (isWhole ? streams.isCapturing() : streams.captured(request.argument(0)) != null) {
      throw new CudaErrorException(CudaError.CAPTURE_UNSUPPORTED);
    }
    flush(answer);
  }

  /** A launch, and what its kernels ask for, each to its end before what was asked for later. */
  private void launch(Request request, Answer answer) {
    launch(launches.launch(request));
    doWork(answer);
  }

  private void doWork(Answer answer) {
    Deque<DeviceWork> all = new ArrayDeque<>(runtime.takeWork());
    while (!all.isEmpty() && fault == null) {
      perform(all.removeFirst(), answer);
      List<DeviceWork> more = runtime.takeWork();
      more.reversed().forEach(all::addFirst);
    }
  }

  private void perform(DeviceWork work, Answer answer) {
    try {
      switch (work) {
        case DeviceWork.Launch asked -> launch(device.launchOf(asked));
        case DeviceWork.Copy asked -> device.perform(asked);
        case DeviceWork.Fill asked -> device.perform(asked);
        case DeviceWork.Graph asked -> {
          run.begin(graphs.get(asked.handle()));
          proceed(answer);
        }
      }
    } catch (PtxException e) {
      fault = CudaError.ILLEGAL_ADDRESS;
      host.say(String.valueOf(e.getMessage()));
    }
  }

  private void launch(Launch launch) {
    if (host.observesWrites()) {
      shared.tellChanges();
    }
    try {
      host.launch(launch, options);
      host.launched(allocations.ofDevice());
    } catch (KernelFaultException e) {
      fault =
          switch (e.kind()) {
            case ADDRESS -> CudaError.ILLEGAL_ADDRESS;
            case ALIGNMENT -> CudaError.MISALIGNED_ADDRESS;
            case ASSERTION -> CudaError.ASSERT;
            case LIMIT -> CudaError.LAUNCH_TIMEOUT;
            case OTHER -> CudaError.LAUNCH_FAILURE;
          };
      host.say(String.valueOf(e.getMessage()));
    } catch (PtxException e) {
      throw new CudaErrorException(CudaError.INVALID_VALUE, String.valueOf(e.getMessage()));
    } catch (SimulationException e) {
      throw new CudaErrorException(CudaError.OUT_OF_RESOURCES, String.valueOf(e.getMessage()));
    }
    if (host.observesWrites()) {
      shared.keep();
    }
  }

  /** Lets the program print what its kernels have printed. */
  private void flush(Answer answer) {
    if (!printed.isEmpty()) {
      answer.print(printed.toString().getBytes(UTF_8));
      printed.setLength(0);
    }
  }

  private void reset(Answer answer) {
    flush(answer);
    fault = null;
    sharing.reset(answer);
    virtual.reset(answer);
    graphMemory.reset();
    allocations.freeAll(answer);
    arrays.reset();
    binaries.reset();
    launches.reset();
  }

  /** Each function that is not there is named once. */
  private void absent(Request request) {
    String what = new String(request.payload().toArray(ValueLayout.JAVA_BYTE), UTF_8);
    if (absent.add(what)) {
      host.say("the program calls %s; that is not there".formatted(what));
    }
  }

  @Override
  public void end() {
    if (fault == null && !printed.isEmpty()) {
      host.say(
          "kernels printed %d characters after the last synchronisation, which are lost"
              .formatted(printed.length()));
    }
  }
}
