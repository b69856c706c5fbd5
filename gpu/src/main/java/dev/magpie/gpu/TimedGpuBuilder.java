package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.execute.ProgramImage;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.GpuMemory;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a {@link TimedGpu} is built from. */
public final class TimedGpuBuilder {
  final GpuConfig config;
  final List<GpuObserver> observers = new ArrayList<>();
  Compression coding = Compression.NONE;
  @Nullable Function<MemorySystem.Listener, MemorySystem> ownMemory;
  @Nullable OutputStream timeline;
  long timelineInterval = 1000;
  @Nullable OutputStream recording;
  String program = "";
  LaunchWindow window = LaunchWindow.ALL;
  Set<Breakdown.Part> parts = Set.of();
  long interval = 1000;
  boolean copiesTakeTime;
  boolean samplesBlocks;
  boolean samplesLaunches;
  boolean hasColdCaches;

  TimedGpuBuilder(GpuConfig config) {
    this.config = config;
  }

  /** How its memory controllers hold lines. */
  public TimedGpuBuilder memory(Compression how) {
    coding = how;
    return this;
  }

  /**
   * A memory of one's own behind the multiprocessors, in place of L2, controllers and DRAM.
   *
   * @param maker makes it for who is to be told what it does
   */
  public TimedGpuBuilder memory(Function<MemorySystem.Listener, MemorySystem> maker) {
    ownMemory = maker;
    return this;
  }

  /** Who is told what happens, from the first cycle on. */
  public TimedGpuBuilder observe(GpuObserver observer) {
    observers.add(observer);
    return this;
  }

  /**
   * Writes launches, blocks and bandwidth over time, as Perfetto and Chrome open them.
   *
   * @param out takes the trace; {@link TimedGpu#finish} completes it, and it is not closed
   * @param interval cycles between values of counters
   */
  public TimedGpuBuilder timeline(OutputStream out, long interval) {
    timeline = out;
    timelineInterval = interval;
    return this;
  }

  /**
   * Records what is executed, for {@link TimedGpu#replay} with other memories and GPUs.
   *
   * @param out takes the recording; {@link TimedGpu#finish} completes it, and it is not closed
   */
  public TimedGpuBuilder recording(OutputStream out) {
    recording = out;
    return this;
  }

  /** What profiles call the program, as its recording will say. */
  public TimedGpuBuilder program(String name) {
    program = name;
    return this;
  }

  /**
   * Tells apart in the result where time went, beside kernels.
   *
   * @param by what parts
   * @param cycles of a stretch of {@link Breakdown.Part#TIME}
   */
  public TimedGpuBuilder breakingDown(Set<Breakdown.Part> by, long cycles) {
    parts = by;
    interval = cycles;
    return this;
  }

  /** Which launches are timed; all, unless it is said. */
  public TimedGpuBuilder window(LaunchWindow which) {
    window = which;
    return this;
  }

  /**
   * Lets copies of the host between launches that are timed take time: the latency of the links to
   * buddy memory, and that of the bytes on all of them. The next launch waits for them.
   */
  public TimedGpuBuilder timingHostCopies() {
    copiesTakeTime = true;
    return this;
  }

  /**
   * Lets each launch find nothing of its data in caches, as profilers and {@link
   * dev.magpie.gpu.silicon.SiliconDevice} have it.
   */
  public TimedGpuBuilder coldCaches() {
    hasColdCaches = true;
    return this;
  }

  /**
   * Times blocks of a long launch until they end at a steady rate, and lets the others take effect
   * on memory only; cycles and counts of all are estimated from these, and the result says by how
   * much that may be off.
   */
  public TimedGpuBuilder samplingBlocks() {
    samplesBlocks = true;
    return this;
  }

  /**
   * Times launches of a kernel until they take as long as each other, and then only some of those
   * that follow; the others take effect on memory only, and are estimated likewise.
   */
  public TimedGpuBuilder samplingLaunches() {
    samplesLaunches = true;
    return this;
  }

  /**
   * A GPU before memory that somebody else changes, such as a recording.
   *
   * @param image the memory, as programs see it
   * @throws InvalidGpuException if the configuration cannot have that memory, or has no links for
   *     copies
   * @throws UncheckedIOException if the recording cannot be begun
   */
  public TimedGpu build(DeviceImage image) {
    if (copiesTakeTime && config.buddy().isEmpty()) {
      throw new InvalidGpuException(
          config.name() + ": has no links that copies of the host could take");
    }
    if (samplesLaunches && coding.trainingInstructions().isPresent()) {
      throw new InvalidGpuException(
          config.name() + ": while a codec learns online, all launches have to be timed");
    }
    try {
      return new TimedGpu(this, image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A GPU that executes a device's kernels.
   *
   * @throws InvalidGpuException if the configuration cannot have that memory
   * @throws UncheckedIOException if the recording cannot be begun
   */
  public TimedDevice build(Device device) {
    return build(device, _ -> 0);
  }

  /**
   * The same where lossy codecs may change something.
   *
   * @param approximable how many bytes from its beginning of each buffer
   */
  public TimedDevice build(Device device, ToLongFunction<DeviceBuffer> approximable) {
    ProgramImage image = new ProgramImage(device, approximable);
    return new TimedDevice(device, build(image), image);
  }

  MemorySystem memory(DeviceImage image, MemorySystem.Listener listener) {
    if (ownMemory != null) {
      return ownMemory.apply(listener);
    }
    try {
      return new GpuMemory(config, coding, image, listener);
    } catch (IllegalArgumentException e) {
      throw new InvalidGpuException(config.name() + ": " + e.getMessage(), e);
    }
  }
}
