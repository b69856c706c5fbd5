package dev.magpie.gpu.silicon;

import dev.magpie.gpu.silicon.CudaDriver.Attribute;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.LaunchContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Executes launches of a device on a real GPU: instead of {@code device.launch(launch, options)}.
 *
 * <p>Before a launch the GPU gets what the host has written, after it the host gets all memory, so
 * that a program does not notice; the address of a buffer is another one there, and only arguments
 * are translated, not addresses that lie in memory. A launch runs once to warm up and then as often
 * as is asked for, each time with the memory that was there before and with caches full of
 * something else. For one thread.
 *
 * <pre>{@code
 * try (SiliconDevice silicon = SiliconDevice.open(device, 0, 20)) {
 *   silicon.launch(launch, LaunchOptions.DEFAULT);
 *   silicon.times().getFirst().median(); // microseconds
 * }
 * }</pre>
 */
public final class SiliconDevice implements AutoCloseable {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final long LONG_PAUSE_NANOSECONDS = 10_000_000;

  /** An H200 takes a tenth of a second until its memory is at its speed. */
  private static final long WAKING_NANOSECONDS = 300_000_000;

  /** Dynamic shared memory that a kernel has without being asked. */
  private static final int SHARED_BYTES = 48 << 10;

  /** Instructions that take handles of texture and surface objects. */
  private static final Set<String> OF_HANDLES = Set.of("tex", "tld4", "txq", "suld", "sust", "suq");

  private final Device device;
  private final CudaDriver driver;
  private final int gpu;
  private final int runs;
  private final SiliconGpu description;

  /** Overwritten before each timed run, so that nothing of a launch's data is in a cache. */
  private final long other;

  private final long otherBytes;
  private final long begin;
  private final long end;
  private final SpinningKernel spinning;
  private final IdentityHashMap<Module, Long> modules = new IdentityHashMap<>();

  /** Where each buffer's bytes are on the GPU. */
  private final IdentityHashMap<DeviceBuffer, Copy> copies = new IdentityHashMap<>();

  /** What the host has written since the last launch. */
  private final Set<DeviceBuffer> written = Collections.newSetFromMap(new IdentityHashMap<>());

  private final List<LaunchTimes> times = new ArrayList<>();
  private int launches;
  private long idleSince = System.nanoTime() - LONG_PAUSE_NANOSECONDS;

  /** A buffer on the GPU. */
  private static final class Copy {
    final long address;

    /** Whether it is no variable of a module, which has its memory from there. */
    final boolean isOwn;

    /** What it held before a launch that runs more than once; 0 if nothing does. */
    long before;

    Copy(long address, boolean isOwn) {
      this.address = address;
      this.isOwn = isOwn;
    }
  }

  private SiliconDevice(Device device, CudaDriver driver, int gpu, int runs) {
    this.device = device;
    this.driver = driver;
    this.gpu = gpu;
    this.runs = runs;
    driver.enter(gpu);
    description = SiliconGpu.of(driver, gpu);
    otherBytes = 2L * driver.attribute(Attribute.L2_BYTES, gpu);
    other = driver.allocate(otherBytes);
    begin = driver.event();
    end = driver.event();
    spinning = new SpinningKernel(driver);
    device.tellHostWrites(this::hostWrote);
  }

  /**
   * Opens a GPU for a device.
   *
   * @param gpu its number, from 0
   * @param runs timed ones of each launch; with 0 a launch runs once and is not timed
   * @throws SiliconException if there is no such GPU
   */
  public static SiliconDevice open(Device device, int gpu, int runs) {
    CudaDriver driver = CudaDriver.open();
    return new SiliconDevice(device, driver, driver.device(gpu), runs);
  }

  /** What is written may be a part of an allocation, which the device does not know by itself. */
  private void hostWrote(DeviceBuffer part, long offset, long bytes) {
    for (DeviceBuffer buffer : device.buffers().values()) {
      long at = part.address() + offset - buffer.address();
      if (at < buffer.bytes() && at + bytes > 0) {
        written.add(buffer);
      }
    }
  }

  public SiliconGpu gpu() {
    return description;
  }

  /** The clock of its multiprocessors when they have worked for some tenths of a second, in MHz. */
  public double clockMegahertz() {
    wake();
    return spinning.clockMegahertz(begin, end);
  }

  /** What a launch takes that does nothing, which every time of a launch has in it. */
  public LaunchTimes emptyLaunch() {
    return new LaunchTimes(-1, "", Dim3.of(1), Dim3.of(1), timed(() -> spinning.launch(0)));
  }

  /** Of all launches that were timed, in order. */
  public List<LaunchTimes> times() {
    return List.copyOf(times);
  }

  /**
   * Executes a kernel. What it printed is on the standard output of the process, and its profile
   * counts nothing.
   *
   * @throws dev.magpie.ptx.ir.PtxException if the arguments are not the kernel's, or the grid is
   *     beyond the limits
   * @throws SiliconException if the GPU refuses it or the kernel does what it must not
   */
  public LaunchResult launch(Launch launch, LaunchOptions options) {
    if (launch.isCooperative()) {
      throw new SiliconException(
          "kernel %s: cooperative launches on a GPU are not supported"
              .formatted(launch.kernel().shortName()));
    }
    LaunchContext context = device.prepare(launch, options);
    if (context.kernel().operations().stream()
        .anyMatch(each -> OF_HANDLES.contains(each.source().opcode()))) {
      throw new SiliconException(
          "kernel %s: textures and surfaces are the device's own, and the GPU has none of them"
              .formatted(launch.kernel().shortName()));
    }
    long start = System.nanoTime();
    // All of them, since any buffer may be a variable of one.
    for (Module each : device.modules()) {
      modules.computeIfAbsent(each, one -> driver.load(one.label(), one.text()));
    }
    long loaded = Objects.requireNonNull(modules.get(launch.kernel().module()));
    long function = driver.function(loaded, launch.kernel().name());
    if (launch.sharedBytes() > SHARED_BYTES) {
      driver.allowDynamicShared(function, launch.sharedBytes());
    }
    upload();
    int[] shape = shape(launch.grid(), launch.block());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = translated(launch, context, arena);
      Runnable once = () -> driver.launch(function, shape, launch.sharedBytes(), parameters);
      if (runs == 0) {
        once.run();
        driver.await();
      } else {
        time(launch, once);
      }
    } catch (SiliconException e) {
      throw new SiliconException(
          "kernel %s, launch %d: %s"
              .formatted(launch.kernel().shortName(), launches, e.getMessage()),
          e);
    }
    launches++;
    download();
    return new LaunchResult(
        launch.kernel(), new ExecutionProfile(context), (System.nanoTime() - start) / 1e9);
  }

  private static int[] shape(Dim3 grid, Dim3 block) {
    return new int[] {grid.x(), grid.y(), grid.z(), block.x(), block.y(), block.z()};
  }

  private void time(Launch launch, Runnable once) {
    keep();
    List<Double> microseconds = timed(once);
    times.add(
        new LaunchTimes(
            launches, launch.kernel().name(), launch.grid(), launch.block(), microseconds));
  }

  private List<Double> timed(Runnable once) {
    wake();
    once.run();
    List<Double> microseconds = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      restore();
      driver.fill(other, (byte) i, otherBytes);
      driver.record(begin);
      once.run();
      driver.record(end);
      driver.await();
      microseconds.add(driver.microseconds(begin, end));
    }
    idleSince = System.nanoTime();
    return microseconds;
  }

  /** Clocks sink in pauses, such as a host's that makes the next input, and rise with work. */
  private void wake() {
    long now = System.nanoTime();
    if (now - idleSince < LONG_PAUSE_NANOSECONDS) {
      return;
    }
    while (System.nanoTime() - now < WAKING_NANOSECONDS) {
      driver.fill(other, (byte) 0, otherBytes);
      driver.await();
    }
  }

  /** Brings what is new, and what the host has written, to the GPU; frees what is no more there. */
  private void upload() {
    for (Iterator<Map.Entry<DeviceBuffer, Copy>> all = copies.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<DeviceBuffer, Copy> each = all.next();
      DeviceBuffer now = device.buffers().get(each.getKey().name());
      if (now == null || now.address() != each.getKey().address()) {
        free(each.getValue());
        all.remove();
      }
    }
    for (DeviceBuffer buffer : device.buffers().values()) {
      boolean isNew = !copies.containsKey(buffer);
      Copy copy = copies.computeIfAbsent(buffer, this::copy);
      // A module's variables have their first values, and addresses in them are those of the GPU.
      if (buffer.bytes() > 0 && (written.contains(buffer) || (isNew && copy.isOwn))) {
        driver.copyToDevice(copy.address, buffer.memory());
      }
    }
    written.clear();
  }

  private Copy copy(DeviceBuffer buffer) {
    for (Map.Entry<Module, Long> each : modules.entrySet()) {
      Long address =
          each.getKey()
              .variableName(buffer)
              .map(name -> driver.variable(each.getValue(), name))
              .orElse(null);
      if (address != null) {
        return new Copy(address, false);
      }
    }
    return new Copy(driver.allocate(Math.max(1, buffer.bytes())), true);
  }

  private void download() {
    copies.forEach((buffer, copy) -> {
      if (buffer.bytes() > 0 && !buffer.region().readOnly()) {
        driver.copyToHost(buffer.memory(), copy.address);
      }
    });
  }

  private void keep() {
    copies.forEach((buffer, copy) -> {
      if (copy.before == 0) {
        copy.before = driver.allocate(Math.max(1, buffer.bytes()));
      }
      driver.copy(copy.before, copy.address, buffer.bytes());
    });
  }

  private void restore() {
    copies.forEach((buffer, copy) -> driver.copy(copy.address, copy.before, buffer.bytes()));
  }

  /** The arguments with the addresses that buffers have on the GPU. */
  private MemorySegment translated(Launch launch, LaunchContext context, Arena arena) {
    MemorySegment from = context.parameters().memory();
    MemorySegment to = arena.allocate(Math.max(8, from.byteSize()), 16).asSlice(0, from.byteSize());
    to.copyFrom(from);
    for (int i = 0; i < launch.arguments().size(); i++) {
      int at = context.kernel().parameterOffsets().get(i);
      switch (launch.arguments().get(i)) {
        case Argument.Pointer _ -> translate(to, at);
        case Argument.Structure(MemorySegment bytes) -> {
          for (int word = 0; word + 8 <= bytes.byteSize(); word += 8) {
            translate(to, at + word);
          }
        }
        case Argument.Scalar _ -> {}
      }
    }
    return to;
  }

  private void translate(MemorySegment parameters, long at) {
    long address = parameters.get(WORD, at);
    copies.forEach((buffer, copy) -> {
      long offset = address - buffer.address();
      if (offset >= 0 && offset < Math.max(1, buffer.bytes())) {
        parameters.set(WORD, at, copy.address + offset);
      }
    });
  }

  private void free(Copy copy) {
    if (copy.isOwn) {
      driver.free(copy.address);
    }
    if (copy.before != 0) {
      driver.free(copy.before);
    }
  }

  @Override
  public void close() {
    copies.values().forEach(this::free);
    copies.clear();
    modules.values().forEach(driver::unload);
    modules.clear();
    spinning.close();
    driver.free(other);
    driver.destroy(begin);
    driver.destroy(end);
    driver.leave(gpu);
  }
}
