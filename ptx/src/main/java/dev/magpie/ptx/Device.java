package dev.magpie.ptx;

import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.DeviceRuntime;
import dev.magpie.ptx.execute.DeviceWork;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.GlobalMemory;
import dev.magpie.ptx.execute.GridRunner;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.execute.KernelImage;
import dev.magpie.ptx.execute.LaunchContext;
import dev.magpie.ptx.execute.LaunchShape;
import dev.magpie.ptx.execute.Region;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.syntax.PtxParser;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import dev.magpie.ptx.texture.TextureDescription;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A GPU that executes kernels functionally: its memory, its modules, its launches.
 *
 * <p>All calls are in order: a copy or a launch is done when its call returns. That is an order
 * which CUDA allows work on any streams to have, if calls come as a host issues them: within a
 * stream, and behind the events that a stream waits for, nothing overtakes. A device serves one
 * thread of the host at a time.
 *
 * <pre>{@code
 * Device device = new Device();
 * Kernel kernel = device.load("add.ptx", text).kernel("vectorAdd");
 * DeviceBuffer a = device.malloc("a", Dtype.F32, List.of(1000L));
 * DeviceBuffer b = device.malloc("b", Dtype.F32, List.of(1000L));
 * device.launch(
 *     Launch.of(
 *         kernel, Dim3.of(4), Dim3.of(256), Argument.of(a), Argument.of(b), Argument.of(1000)));
 * }</pre>
 */
public final class Device {
  private final MemorySource source;
  private final GlobalMemory memory = new GlobalMemory();
  private final KernelRequests requests = new KernelRequests(this, memory);
  private final Map<String, DeviceBuffer> buffers = new LinkedHashMap<>();
  private final List<Module> modules = new ArrayList<>();
  private long allocated;
  private long nextFunction = AddressSpace.CODE;

  /** Null before a kernel is there that reads its address. */
  private @Nullable GridWorkspace gridWorkspace;

  private HostWrites hostWrites = (_, _, _) -> {};
  private Consumer<HostCopy> hostCopies = _ -> {};

  /** A device whose memory is free. */
  public Device() {
    this(0);
  }

  /**
   * One whose first bytes of memory are in use, so that all that is allocated has other addresses:
   * other channels, banks and sets of caches.
   *
   * @param usedBytes rounded up to 512
   */
  public Device(int usedBytes) {
    this(new HostMemorySource(usedBytes));
  }

  /** One whose memory is somebody's: shared with another process, for example. */
  public Device(MemorySource source) {
    this.source = source;
  }

  /** Is told when the host writes to memory. */
  public interface HostWrites {
    /** The host has written some bytes of an allocation; a new one is written as a whole. */
    void written(DeviceBuffer buffer, long offset, long bytes);
  }

  /**
   * Tells somebody from now on when the host writes: in this class, or elsewhere if it says so with
   * {@link #wrote}.
   */
  public void tellHostWrites(HostWrites to) {
    hostWrites = to;
  }

  /**
   * Tells somebody from now on what the host copies: in this class, or elsewhere if it says so with
   * {@link #copied}.
   */
  public void tellHostCopies(Consumer<HostCopy> to) {
    hostCopies = to;
  }

  /** Who has copied from or to the memory of an allocation directly says so here. */
  public void copied(HostCopy copy) {
    hostCopies.accept(copy);
  }

  /** Who has written to the memory of an allocation directly says so here. */
  public void wrote(DeviceBuffer buffer) {
    wrote(buffer, 0, buffer.bytes());
  }

  /** The same, of a part of the allocation. */
  public void wrote(DeviceBuffer buffer, long offset, long bytes) {
    hostWrites.written(buffer, offset, bytes);
  }

  /**
   * Allocates zeroed memory.
   *
   * @throws PtxException if the name is in use, or the host has not that much memory
   */
  public DeviceBuffer malloc(String name, Dtype dtype, List<Long> shape) {
    if (buffers.containsKey(name)) {
      throw new PtxException("there is a buffer '%s' already".formatted(name));
    }
    long bytes;
    try {
      bytes = Tensor.bytes(dtype, shape);
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new PtxException(
          "buffer '%s' of %s%s: %s".formatted(name, dtype, shape, e.getMessage()), e);
    }
    Region region = region(name, bytes, false);
    return add(new DeviceBuffer(name, new Tensor(dtype, shape, region.memory()), region));
  }

  private Region region(String name, long bytes, boolean isReadOnly) {
    long free = freeBytes();
    if (bytes > free) {
      throw new PtxException(
          "buffer '%s' of %d bytes does not fit: the host has room for %d"
              .formatted(name, bytes, free));
    }
    long address = source.place(bytes);
    allocated += bytes;
    return new Region(name, address, bytes, source.memory(address, bytes), isReadOnly);
  }

  /** Bytes of memory: the host's. */
  public long bytes() {
    return HostMemory.bytes();
  }

  /** Bytes that can still be allocated. */
  public long freeBytes() {
    return Math.max(0, HostMemory.bytes() - allocated);
  }

  private DeviceBuffer add(DeviceBuffer buffer) {
    memory.add(buffer.region());
    buffers.put(buffer.name(), buffer);
    wrote(buffer);
    return buffer;
  }

  /** Memory for a module's variable; names that are in use get a number. */
  DeviceBuffer variable(Variable variable) {
    String name = variable.name();
    for (int i = 2; buffers.containsKey(name); i++) {
      name = variable.name() + "#" + i;
    }
    long bytes = variable.bytes();
    Region region = region(name, bytes, variable.space() == StateSpace.CONST);
    Dtype dtype =
        switch (variable.type()) {
          case U16, B16 -> Dtype.U16;
          case S16 -> Dtype.I16;
          case U32, B32 -> Dtype.U32;
          case S32 -> Dtype.I32;
          case U64, B64 -> Dtype.U64;
          case S64 -> Dtype.I64;
          case F16 -> Dtype.F16;
          case F32 -> Dtype.F32;
          case F64 -> Dtype.F64;
          default -> Dtype.U8;
        };
    Dtype whole = bytes % dtype.bytes() == 0 ? dtype : Dtype.U8;
    return add(
        new DeviceBuffer(
            name, new Tensor(whole, List.of(bytes / whole.bytes()), region.memory()), region));
  }

  /** A kernel has been linked that may be launched. */
  void linked(KernelImage image) {
    if (image.readsGridWorkspace() && gridWorkspace == null) {
      gridWorkspace = GridWorkspace.allocate(this);
    }
  }

  /** Frees an allocation; accesses to it are faults from now on. */
  public void free(DeviceBuffer buffer) {
    if (!buffers.remove(buffer.name(), buffer)) {
      throw new PtxException("buffer '%s' is not allocated".formatted(buffer.name()));
    }
    memory.remove(buffer.region());
    allocated -= buffer.bytes();
    source.free(buffer.address(), buffer.bytes());
  }

  /**
   * Lets kernels have somebody's memory at an address that nothing else has. It does not count as
   * allocated.
   *
   * @throws PtxException if the name is in use
   */
  public DeviceBuffer map(String name, long address, MemorySegment bytes, boolean isReadOnly) {
    if (buffers.containsKey(name)) {
      throw new PtxException("there is a buffer '%s' already".formatted(name));
    }
    long size = bytes.byteSize();
    return add(
        new DeviceBuffer(
            name,
            new Tensor(Dtype.U8, List.of(size), bytes),
            new Region(name, address, size, bytes, isReadOnly)));
  }

  /** What was mapped is so no longer; accesses to it are faults from now on. */
  public void unmap(DeviceBuffer buffer) {
    if (!buffers.remove(buffer.name(), buffer)) {
      throw new PtxException("buffer '%s' is not mapped".formatted(buffer.name()));
    }
    memory.remove(buffer.region());
  }

  /**
   * Copies into an allocation, from its beginning on. What comes from a device has its bytes in
   * {@link DeviceBuffer#memory()}, which is also how it gets to the host; {@link #copied} is told.
   */
  public void memcpy(DeviceBuffer to, MemorySegment from) {
    if (from.byteSize() > to.bytes()) {
      throw new PtxException(
          "%d bytes do not fit into buffer '%s' of %d bytes"
              .formatted(from.byteSize(), to.name(), to.bytes()));
    }
    MemorySegment.copy(from, 0, to.memory(), 0, from.byteSize());
    hostWrites.written(to, 0, from.byteSize());
    copied(new HostCopy(HostCopy.Direction.TO_DEVICE, from.byteSize()));
  }

  /** Fills an allocation with a byte. */
  public void memset(DeviceBuffer buffer, byte value) {
    buffer.memory().fill(value);
    wrote(buffer);
  }

  /**
   * Allocates a CUDA array of zeros. Its memory is a buffer's, rows one after the other.
   *
   * @throws PtxException if the name is in use, or the host has not that much memory
   */
  public CudaArray mallocArray(String name, ChannelFormat format, ArrayExtent extent) {
    return new CudaArray(
        malloc(name, format.dtype(), CudaArray.shape(format, extent)), format, extent);
  }

  /**
   * Allocates the levels of a mipmap, each half as large as the one before.
   *
   * @param levels how many; beyond the one of a single texel there are none
   * @throws PtxException as {@link #mallocArray}
   */
  public List<CudaArray> mallocMipmappedArray(
      String name, ChannelFormat format, ArrayExtent extent, int levels) {
    List<CudaArray> all = new ArrayList<>();
    ArrayExtent next = extent;
    while (all.size() < levels && (all.isEmpty() || !next.equals(all.getLast().extent()))) {
      all.add(mallocArray(all.isEmpty() ? name : name + "@" + all.size(), format, next));
      next = next.half();
    }
    return List.copyOf(all);
  }

  /**
   * Makes a texture object.
   *
   * @return its handle, which kernels take as a number of 64 bits
   * @throws PtxException if the texture cannot be read as described
   */
  public long createTexture(TextureResource resource, TextureDescription description) {
    return TextureResources.create(memory.objects(), resource, description);
  }

  /**
   * Makes a surface object.
   *
   * @return its handle, which kernels take as a number of 64 bits
   */
  public long createSurface(CudaArray array) {
    return memory.objects().createSurface(TextureResources.texels(array));
  }

  /** Destroys a texture object; its texels stay. */
  public void destroyTexture(long handle) {
    if (!memory.objects().destroyTexture(handle)) {
      throw new PtxException("0x%x is not the handle of a texture object".formatted(handle));
    }
  }

  /** Destroys a surface object; its texels stay. */
  public void destroySurface(long handle) {
    if (!memory.objects().destroySurface(handle)) {
      throw new PtxException("0x%x is not the handle of a surface object".formatted(handle));
    }
  }

  /** The allocations by name, in the order in which they were made; variables among them. */
  public Map<String, DeviceBuffer> buffers() {
    return java.util.Collections.unmodifiableMap(buffers);
  }

  /**
   * Loads a module from PTX text.
   *
   * @param label what messages call it, usually the file's name
   * @throws PtxException if it is not PTX
   */
  public Module load(String label, String ptx) {
    return load(List.of(new PtxText(label, ptx)));
  }

  /**
   * Loads a module that is linked from several PTX texts, as {@code nvcc -rdc=true} makes them:
   * what one declares {@code .extern} is defined in another. Functions and variables that are not
   * for others keep to their text; where such a name is taken, they get a number, as {@code
   * helper#2}.
   *
   * @throws PtxException if one is not PTX, if two define the same, or if nobody defines what one
   *     declares
   */
  public Module load(List<PtxText> texts) {
    PtxModule source =
        ModuleLinker.link(
            texts.stream().map(each -> PtxParser.parse(each.label(), each.text())).toList());
    Module module = new Module(this, source, texts, nextFunction);
    nextFunction += (long) source.functions().size() * AddressSpace.CODE_STEP;
    modules.add(module);
    return module;
  }

  /** The modules that were loaded, in order. */
  public List<Module> modules() {
    return List.copyOf(modules);
  }

  /**
   * Lets kernels launch kernels, and ask for other work of the device. Who calls this does it when
   * a launch has ended: {@link DeviceRuntime#takeWork} has it.
   *
   * @param attributes of the device, by the numbers of {@code cudaDeviceAttr}
   */
  public DeviceRuntime serveKernels(IntFunction<OptionalInt> attributes) {
    return requests.serve(attributes);
  }

  /**
   * A launch that a kernel has asked for.
   *
   * @throws PtxException if it asked for what is no kernel
   */
  public Launch launchOf(DeviceWork.Launch asked) {
    return requests.launchOf(asked);
  }

  /**
   * Copies or fills memory as a kernel has asked for it.
   *
   * @throws PtxException if it is not within one allocation
   */
  public void perform(DeviceWork.Copy asked) {
    requests.perform(asked);
  }

  /** The same of a fill. */
  public void perform(DeviceWork.Fill asked) {
    requests.perform(asked);
  }

  /** Executes a kernel with the default options. */
  public LaunchResult launch(Launch launch) {
    return launch(launch, LaunchOptions.DEFAULT);
  }

  /**
   * Checks a launch without executing it.
   *
   * @throws PtxException if the arguments are not the kernel's, or the grid is beyond the limits
   */
  public void check(Launch launch) {
    LaunchChecks.shape(launch);
    LaunchChecks.parameters(launch);
  }

  /**
   * Executes a kernel.
   *
   * @throws PtxException if the arguments are not the kernel's, or the grid is beyond the limits
   * @throws KernelFaultException if the kernel does what it must not
   */
  public LaunchResult launch(Launch launch, LaunchOptions options) {
    LaunchContext context = prepare(launch, options);
    long start = System.nanoTime();
    ExecutionProfile profile =
        GridRunner.run(
            context,
            options.observer() == null ? options.threads() : 1,
            options.instructionLimit());
    return new LaunchResult(launch.kernel(), profile, (System.nanoTime() - start) / 1e9);
  }

  /**
   * Prepares a launch for who executes it block by block, such as a model of time.
   *
   * <pre>{@code
   * LaunchContext context = device.prepare(launch, options);
   * Block block = new Block(context, new ExecutionProfile(context));
   * block.begin(0); // and, when it has ended, with the number of another one
   * for (Warp warp : block.warps()) {
   *   if (warp.state() == Warp.State.RUNNING) {
   *     warp.step();
   *   }
   * }
   * }</pre>
   *
   * <p>The options' threads and limit are for the caller to keep to.
   *
   * @throws PtxException if the arguments are not the kernel's, or the grid is beyond the limits
   */
  public LaunchContext prepare(Launch launch, LaunchOptions options) {
    LaunchShape shape = LaunchChecks.shape(launch);
    Region parameters = LaunchChecks.parameters(launch);
    LaunchChecks.resident(launch, shape, options.residentBlocks());
    KernelImage image = launch.kernel().image();
    GridWorkspace workspace = gridWorkspace;
    return new LaunchContext(
        image,
        shape,
        parameters,
        memory,
        options.observer(),
        null,
        options.output(),
        options.countsAccesses(),
        options.compilesAfter(),
        options.threads() > 1 && !launch.isCooperative() && GridRunner.canShare(image),
        launch.isCooperative(),
        launch.isCooperative() && workspace != null ? workspace.begin(this) : 0);
  }
}
