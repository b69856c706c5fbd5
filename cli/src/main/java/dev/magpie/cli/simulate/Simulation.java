package dev.magpie.cli.simulate;

import dev.magpie.cli.BadUsageException;
import dev.magpie.gpu.Gpu;
import dev.magpie.gpu.LatencyTolerance;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.GpuMemory;
import dev.magpie.gpu.memory.LineCoding;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.recording.Recorder;
import dev.magpie.gpu.stream.KernelStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A GPU with its memory, and what watches them. */
final class Simulation implements AutoCloseable {
  /**
   * What is to be simulated.
   *
   * @param timeline takes what Perfetto opens, or null
   * @param timelineInterval cycles between its values of counters
   * @param recording takes what can be replayed, or null
   * @param progress is told of warp-instructions
   */
  record Setup(
      GpuConfig config,
      LineCoding coding,
      @Nullable OutputStream timeline,
      long timelineInterval,
      @Nullable OutputStream recording,
      LongConsumer progress) {}

  private final Setup setup;
  private final @Nullable Recorder recorder;
  private final GpuMemory memory;
  private final Gpu gpu;
  private final LaunchLog log;
  private final @Nullable Timeline timeline;

  Simulation(Setup setup, DeviceImage image) {
    this.setup = setup;
    recorder = recorder(setup, image);
    List<GpuMemory> made = new ArrayList<>();
    gpu =
        new Gpu(
            setup.config(),
            listener -> {
              GpuMemory each = memory(setup, image, listener);
              made.add(each);
              return watched(each);
            });
    memory = made.getFirst();
    gpu.observe(new LatencyTolerance(gpu, memory::setLatencyTolerance));
    log = new LaunchLog(this::dramBytes);
    gpu.observe(log);
    gpu.observe(new Progress(gpu, setup.progress()));
    OutputStream out = setup.timeline();
    timeline =
        out == null ? null : new Timeline(out, gpu, this::dramBytes, setup.timelineInterval());
    if (timeline != null) {
      gpu.observe(timeline);
    }
  }

  private static GpuMemory memory(Setup setup, DeviceImage image, MemorySystem.Listener listener) {
    try {
      return new GpuMemory(setup.config(), setup.coding(), image, listener);
    } catch (IllegalArgumentException e) {
      throw new BadUsageException(setup.config().name() + ": " + e.getMessage(), e);
    }
  }

  private static @Nullable Recorder recorder(Setup setup, DeviceImage image) {
    OutputStream out = setup.recording();
    try {
      return out == null ? null : new Recorder(out, image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MemorySystem watched(MemorySystem each) {
    return recorder == null ? each : recorder.watch(each);
  }

  Gpu gpu() {
    return gpu;
  }

  /** Lets a launch be recorded, if there is a recording. */
  KernelStream record(KernelStream kernel) {
    return recorder == null ? kernel : recorder.record(kernel);
  }

  /** Completes the timeline and the recording. */
  void finish() throws IOException {
    if (timeline != null) {
      timeline.close();
    }
    if (recorder != null) {
      recorder.finish();
    }
  }

  private long dramBytes() {
    long accesses = 0;
    for (int i = 0; i < setup.config().controller().channels(); i++) {
      accesses += memory.channel(i).accesses();
    }
    return accesses * setup.config().dram().accessBytes();
  }

  /** What came of it. */
  SimulationResult result(Source source) {
    List<ChannelCounters> channels = new ArrayList<>();
    for (int i = 0; i < setup.config().controller().channels(); i++) {
      channels.add(memory.channel(i));
    }
    return new SimulationResult(
        source.kind(),
        source.name(),
        setup.config(),
        setup.coding(),
        log.rows(),
        log.hostSeconds(),
        gpu.counts(),
        memory.counters(),
        channels);
  }

  @Override
  public void close() {
    memory.close();
    if (recorder != null) {
      recorder.close();
    }
  }
}
