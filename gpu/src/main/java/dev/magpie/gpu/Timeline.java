package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.ptx.names.KernelNames;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes what happens as a trace that Perfetto and Chrome open: launches, blocks on
 * multiprocessors, bandwidth of DRAM and links, what needs buddy memory, instructions per cycle,
 * and what schedulers wait for.
 *
 * @see <a href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">
 *     Trace Event Format</a>
 */
final class Timeline implements GpuObserver, AutoCloseable {
  private static final int GPU = 1;
  private static final int MULTIPROCESSORS = 2;

  /** Tracks of a multiprocessor: as many as it runs blocks at once. */
  private static final int TRACKS = 64;

  private final JsonGenerator json;
  private final TimedGpu gpu;
  private final double microsecondsPerCycle;
  private final long interval;
  private final Map<Integer, Running> running = new HashMap<>();
  private final BitSet named = new BitSet();
  private final Map<Long, Integer> trackOf = new HashMap<>();
  private String kernel = "";
  private long lastSample;
  private Traffic lastTraffic = Traffic.NONE;
  private MultiprocessorCounters lastCounts = new MultiprocessorCounters();

  private record Running(long block, long begin) {}

  /**
   * Begins a trace.
   *
   * @param interval cycles between values of the counters
   */
  Timeline(OutputStream out, TimedGpu gpu, long interval) {
    this.gpu = gpu;
    this.interval = interval;
    GpuConfig config = gpu.config();
    microsecondsPerCycle = 1 / config.clockMegahertz();
    json =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build()
            .createGenerator(ObjectWriteContext.empty(), out);
    json.writeStartObject();
    json.writeStringProperty("displayTimeUnit", "ns");
    json.writeArrayPropertyStart("traceEvents");
    name("process_name", GPU, 0, config.name());
    name("process_name", MULTIPROCESSORS, 0, "multiprocessors");
    name("thread_name", GPU, 0, "launches");
  }

  private void name(String what, int process, int thread, String name) {
    event("M", what, process, thread);
    json.writeObjectPropertyStart("args");
    json.writeStringProperty("name", name);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void event(String phase, String name, int process, int thread) {
    json.writeStartObject();
    json.writeStringProperty("ph", phase);
    json.writeStringProperty("name", name);
    json.writeNumberProperty("pid", process);
    json.writeNumberProperty("tid", thread);
  }

  private double time(long cycle) {
    return cycle * microsecondsPerCycle;
  }

  @Override
  public void launchBegan(int launch, KernelStream stream, long cycle) {
    kernel = KernelNames.demangle(stream.shape().name());
    lastSample = cycle;
    lastTraffic = gpu.traffic();
    lastCounts = gpu.counts();
  }

  @Override
  public void launchEnded(LaunchTiming timing) {
    count(timing.end());
    event("X", KernelNames.demangle(timing.kernel()), GPU, 0);
    span(timing.begin(), timing.end());
    json.writeObjectPropertyStart("args");
    json.writeNumberProperty("launch", timing.number());
    json.writeNumberProperty("cycles", timing.cycles());
    json.writeNumberProperty("warpInstructions", timing.warpInstructions());
    json.writeNumberProperty("blocks", timing.blocks());
    json.writeNumberProperty("blocksPerMultiprocessor", timing.occupancy());
    json.writeStringProperty("limitedBy", timing.limit());
    json.writeEndObject();
    json.writeEndObject();
    counter("DRAM GB/s", timing.end(), 0);
    if (lastTraffic.linkBytes() > 0) {
      counter("link GB/s", timing.end(), 0);
    }
    if (lastTraffic.buddyAccesses() > 0) {
      counter("to buddy memory (%)", timing.end(), 0);
    }
    counter("IPC", timing.end(), 0);
    values("schedulers (%)", timing.end(), schedulers(new MultiprocessorCounters()));
  }

  private void span(long begin, long end) {
    json.writeNumberProperty("ts", time(begin));
    json.writeNumberProperty("dur", time(end) - time(begin));
  }

  @Override
  public void blockBegan(int multiprocessor, long block, long cycle) {
    int track = multiprocessor * TRACKS;
    while (running.containsKey(track)) {
      track++;
    }
    if (!named.get(track)) {
      named.set(track);
      name(
          "thread_name",
          MULTIPROCESSORS,
          track,
          "SM %d.%d".formatted(multiprocessor, track % TRACKS));
    }
    running.put(track, new Running(block, cycle));
    trackOf.put(block, track);
  }

  @Override
  public void blockEnded(int multiprocessor, long block, long cycle) {
    Integer track = trackOf.remove(block);
    Running ended = track == null ? null : running.remove(track);
    if (track == null || ended == null) {
      return;
    }
    event("X", kernel, MULTIPROCESSORS, track);
    span(ended.begin(), cycle);
    json.writeObjectPropertyStart("args");
    json.writeNumberProperty("block", block);
    json.writeEndObject();
    json.writeEndObject();
  }

  @Override
  public long sampleInterval() {
    return interval;
  }

  @Override
  public void sample(long cycle) {
    if (cycle - lastSample >= interval) {
      count(cycle);
    }
  }

  private void count(long cycle) {
    if (cycle <= lastSample) {
      return;
    }
    Traffic traffic = gpu.traffic();
    Traffic moved = traffic.since(lastTraffic);
    gpu.settle(cycle);
    MultiprocessorCounters counts = gpu.counts();
    MultiprocessorCounters done = counts.since(lastCounts);
    double cycles = cycle - lastSample;
    counter("DRAM GB/s", lastSample, gigabytesPerSecond(moved.dramBytes(), cycles));
    if (traffic.linkBytes() > 0) {
      counter("link GB/s", lastSample, gigabytesPerSecond(moved.linkBytes(), cycles));
    }
    if (traffic.buddyAccesses() > 0) {
      counter("to buddy memory (%)", lastSample, 100 * moved.buddyShare());
    }
    counter("IPC", lastSample, done.warpInstructions() / cycles);
    values("schedulers (%)", lastSample, schedulers(done));
    lastSample = cycle;
    lastTraffic = traffic;
    lastCounts = counts;
  }

  /** What schedulers issued and waited for. */
  private static Map<String, Double> schedulers(MultiprocessorCounters done) {
    double all = Math.max(1, done.schedulerCycles) / 100.0;
    Map<String, Double> shares = new LinkedHashMap<>();
    shares.put("issued", done.warpInstructions() / all);
    shares.put("assist", done.assistInstructions / all);
    done.stalls().forEach((reason, cycles) -> shares.put(reason.toString(), cycles / all));
    return shares;
  }

  private double gigabytesPerSecond(long bytes, double cycles) {
    return bytes / (cycles * microsecondsPerCycle) / 1e3;
  }

  private void counter(String name, long cycle, double value) {
    values(name, cycle, Map.of("value", value));
  }

  /** Values that are shown one upon the other. */
  private void values(String name, long cycle, Map<String, Double> values) {
    event("C", name, GPU, 0);
    json.writeNumberProperty("ts", time(cycle));
    json.writeObjectPropertyStart("args");
    values.forEach(json::writeNumberProperty);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Ends the document; the stream stays open. */
  @Override
  public void close() {
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    json.close();
  }
}
