package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.recording.LaunchRecorder;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.gpu.stream.LaunchWindow.Phase;
import dev.magpie.ptx.HostCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A GPU whose time is simulated, from its multiprocessors to its DRAM, and what watches it. It is
 * built from a configuration and what its memory controllers do, either for a device, whose
 * launches it then times, or for the memory of a recording or a trace.
 *
 * <pre>{@code
 * Device device = new Device();
 * try (TimedDevice timed =
 *     TimedGpu.builder(GpuConfigs.named("gtx580").orElseThrow())
 *         .memory(Compression.of(CodecSpec.parse("mag-bdi"), 32))
 *         .build(device)) {
 *   timed.launch(launch, LaunchOptions.DEFAULT);
 *   SimulationResult result = timed.gpu().result("job", "mine");
 * }
 * }</pre>
 *
 * <p>Launches run one after the other, and time goes on from one to the next. The same launches
 * take the same cycles every time; a GPU is for one thread.
 */
public final class TimedGpu implements AutoCloseable {
  private final GpuConfig config;
  private final Compression coding;
  private final DeviceImage image;
  private final Gpu gpu;
  private final MemorySystem memory;
  private final LaunchLog log;
  private final CounterLog parts;
  private final @Nullable LaunchRecorder recorder;
  private final @Nullable Timeline timeline;
  private final LaunchWindow window;
  private int nextLaunch;

  /** What had been counted before the first launch that is timed, if that was anything. */
  private @Nullable GpuCounts before;

  /** Null if copies take no time. */
  private final @Nullable HostCopyLog copyLog;

  private final Sampling sampling;

  private final boolean hasColdCaches;

  /** What blocks that were not timed would have counted, if there were any. */
  private @Nullable GpuCounts untimed;

  private long instructionLimit = Long.MAX_VALUE;

  /** What the host has copied since the last launch. */
  private final List<HostCopy> hostCopies = new ArrayList<>();

  TimedGpu(TimedGpuBuilder from, DeviceImage image) throws IOException {
    config = from.config;
    coding = from.coding;
    this.image = image;
    window = from.window;
    copyLog = from.copiesTakeTime ? new HostCopyLog() : null;
    List<MemorySystem> made = new ArrayList<>();
    gpu =
        new Gpu(
            config,
            listener -> {
              made.add(from.memory(image, listener));
              return made.getFirst();
            });
    memory = made.getFirst();
    hasColdCaches = from.hasColdCaches;
    sampling = new Sampling(from, gpu, this::counted);
    gpu.observe(new LatencyTolerance(gpu, memory::setLatencyTolerance));
    coding
        .trainingInstructions()
        .ifPresent(window -> gpu.observe(new TrainingWindow(gpu, window, memory::endTraining)));
    log = new LaunchLog(this::traffic);
    gpu.observe(log);
    parts = new CounterLog(gpu, this, from.parts, from.interval);
    gpu.observe(parts);
    gpu.countInstructions(parts::instructions);
    from.observers.forEach(gpu::observe);
    OutputStream events = from.timeline;
    timeline = events == null ? null : new Timeline(events, this, from.timelineInterval);
    if (timeline != null) {
      gpu.observe(timeline);
    }
    OutputStream recording = from.recording;
    recorder = recording == null ? null : new LaunchRecorder(recording, from.program, image);
  }

  /** Begins to build a GPU: one that does not compress, unless it is told to. */
  public static TimedGpuBuilder builder(GpuConfig config) {
    return new TimedGpuBuilder(config);
  }

  public GpuConfig config() {
    return config;
  }

  /** Tells an observer from now on. */
  public void observe(GpuObserver observer) {
    gpu.observe(observer);
  }

  /** The host has written to a range of physical addresses; only between launches. */
  public void hostWrote(long address, long bytes) {
    if (recorder != null) {
      recorder.hostWrote(address, bytes);
    }
    gpu.hostWrote(address, bytes);
  }

  /** The host has copied something; only between launches. */
  void hostCopied(HostCopy copy) {
    hostCopies.add(copy);
  }

  /** Ends a launch with an exception after about so many warp-instructions. */
  void limitInstructions(long limit) {
    instructionLimit = limit;
    gpu.limitInstructions(limit);
  }

  /** What is to be done with the next launch: run it, or {@link #skip} it. */
  public Phase nextPhase() {
    return window.phase(nextLaunch);
  }

  /** The next launch has taken effect elsewhere, and takes no time. */
  public void skip() {
    hostCopies.clear();
    nextLaunch++;
  }

  /**
   * Runs the next launch to its end.
   *
   * @throws SimulationException if a block does not fit on a multiprocessor, no warp can go on, or
   *     a limit of instructions is reached
   */
  public LaunchTiming run(KernelStream kernel) {
    return run(kernel, nextPhase());
  }

  private LaunchTiming run(KernelStream kernel, Phase phase) {
    int number = nextLaunch++;
    if (hasColdCaches) {
      gpu.cool(image.bytes());
    }
    if (phase == Phase.TIMED && !log.isOpen()) {
      if (gpu.cycle() > 0) {
        before = counted().copied();
      }
      log.open(gpu.cycle());
      parts.open(counted().copied());
    } else if (phase == Phase.TIMED && copyLog != null) {
      hostCopies.forEach(each -> copyLog.add(each, gpu::waitFor));
    }
    KernelStream run =
        recorder == null
            ? kernel
            : recorder.record(kernel, number, phase == Phase.WARM_UP, hostCopies);
    hostCopies.clear();
    SampledRun done = sampling.runner(phase).run(run, number, instructionLimit);
    GpuCounts more = done.untimed();
    if (more != null && log.isOpen()) {
      untimed = untimed == null ? more : untimed.plus(more, 1);
      parts.extrapolate(done, more);
      log.extrapolate(done, Traffic.of(more, config.dram().accessBytes()));
    }
    return done.estimate();
  }

  /**
   * Runs the launches of a recording, whose {@linkplain Recording#image image} this GPU was built
   * for: those of the window, and without one all of them, as they were recorded.
   *
   * @throws dev.magpie.gpu.trace.TraceException if the recording is damaged
   * @throws SimulationException if a launch does not fit on this GPU
   */
  public void replay(Recording recording) {
    recording.replay(window, new Player(phase -> phase));
  }

  /**
   * Runs the same launches without counting or timing them, so that a {@link #replay} of them finds
   * caches and memory as they leave them.
   */
  public void warmUp(Recording recording) {
    recording.replay(window, new Player(_ -> Phase.WARM_UP));
  }

  private final class Player implements Recording.Player {
    private final UnaryOperator<Phase> phaseOf;

    Player(UnaryOperator<Phase> phaseOf) {
      this.phaseOf = phaseOf;
    }

    @Override
    public void hostWrote(long address, long bytes) {
      TimedGpu.this.hostWrote(address, bytes);
    }

    @Override
    public void run(int number, Phase phase, List<HostCopy> copies, KernelStream kernel) {
      nextLaunch = number;
      copies.forEach(TimedGpu.this::hostCopied);
      TimedGpu.this.run(kernel, phaseOf.apply(phase));
    }
  }

  /** The number of the next launch: how many the program has had. */
  public int nextLaunch() {
    return nextLaunch;
  }

  /** Launches that have ended and were timed. */
  public int launches() {
    return log.launches();
  }

  /** The cycle of the core clock that it is. */
  public long cycle() {
    return gpu.cycle();
  }

  /** Cycles of all launches that were timed, and of copies between them if these take time. */
  public long timedCycles() {
    return log.cycles() + (copyLog == null ? 0 : copyLog.cycles());
  }

  /** What all parts have counted since the GPU was made. */
  GpuCounts counted() {
    return new GpuCounts(gpu.counts(), memory.counters(), memory.channels());
  }

  /** What all parts have counted so far, of what is timed. */
  private GpuCounts counts(GpuCounts counted) {
    return before == null ? counted : counted.since(before);
  }

  /** What the multiprocessors have counted so far; without launches that only filled caches. */
  public MultiprocessorCounters counts() {
    return before == null ? gpu.counts() : gpu.counts().since(before.core());
  }

  /** The same of the L2 and the memory controllers; may change as they go on. */
  public MemoryCounters memoryCounters() {
    return before == null ? memory.counters() : memory.counters().since(before.memory());
  }

  /** The same of all channels of the DRAM. */
  public ChannelCounters dram() {
    ChannelCounters sum = new ChannelCounters();
    counts(counted()).channels().forEach(sum::add);
    return sum;
  }

  /** What passed before a cycle is counted. */
  void settle(long cycle) {
    gpu.settle(cycle);
  }

  /** Whether a part of memory is behind links. */
  boolean hasLinks() {
    return coding.needsLinks();
  }

  /** What has moved since the GPU was made. */
  Traffic traffic() {
    return Traffic.of(counted(), config.dram().accessBytes());
  }

  /** Bytes that went over the data buses of the DRAM so far, likewise. */
  public long dramBytes() {
    return dram().accesses() * config.dram().accessBytes();
  }

  /**
   * What all launches came to.
   *
   * @param kind of source that they are from, such as {@code job}
   * @param source its name
   */
  public SimulationResult result(String kind, String source) {
    GpuCounts timed = counts(counted());
    GpuCounts all = untimed == null ? timed : timed.plus(untimed, 1);
    return new Totals(
            config,
            coding,
            log,
            copyLog,
            sampling,
            parts,
            image.bytes(),
            new Counted(config, timedCycles(), all))
        .result(kind, source);
  }

  /**
   * Compares every line of which a memory has bytes of its own (compressed, in Buddy memory, or the
   * host's) with what was written to it last: those, too, that no kernel has read since.
   *
   * @return how many
   * @throws IllegalStateException if one has other bytes
   */
  public long checkLines() {
    return memory.checkLines();
  }

  /** Completes the timeline and the recording. */
  public void finish() throws IOException {
    if (timeline != null) {
      timeline.close();
    }
    if (recorder != null) {
      recorder.finish();
    }
  }

  /** Gives back what its memory holds. */
  @Override
  public void close() {
    memory.close();
    if (recorder != null) {
      recorder.close();
    }
  }
}
