package dev.magpie.lab.timed;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.buddy.Design;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.buddy.SizeSet;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.result.RunSize;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.snapshot.Allocation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.cuda.ProgramSnapshots;
import dev.magpie.workload.input.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A program's memory at ten points of a run, and the targets that follow from it (Buddy paper,
 * section III-B, its final design). A program always computes the same, so each is profiled once in
 * a process.
 *
 * @param targets of its buffers by name
 * @param design what they are worth, by the entries
 * @param sizes of its entries in all snapshots
 * @param ratios of the snapshots, in Buddy's sizes
 * @param launches of the run
 */
record MemoryProfile(
    Map<String, TargetRatio> targets,
    Design design,
    SeriesSizes sizes,
    List<Double> ratios,
    int launches) {
  static final String CODEC = "bpc";

  /** By program and input. */
  private static final Map<List<Object>, MemoryProfile> DONE = new ConcurrentHashMap<>();

  MemoryProfile {
    targets = Map.copyOf(targets);
    ratios = List.copyOf(ratios);
  }

  /** What a run of a size takes its targets from. */
  static MemoryProfile of(TimedProgram timed, RunSize size) {
    Settings input = timed.profiledSettings(size);
    return DONE.computeIfAbsent(
        List.of(timed.program().name(), input.values()),
        _ -> new Run(timed.program(), input).profile());
  }

  /**
   * The part of the run, up to 1, after which memory compresses most nearly as it does on average:
   * by the whole run's ratio, of all snapshots together.
   */
  double typicalPart() {
    double inverse = ratios.stream().mapToDouble(ratio -> 1 / ratio).average().orElseThrow();
    int nearest = 0;
    for (int s = 1; s < ratios.size(); s++) {
      if (Math.abs(Math.log(ratios.get(s) * inverse))
          < Math.abs(Math.log(ratios.get(nearest) * inverse))) {
        nearest = s;
      }
    }
    return (nearest + 1.0) / ratios.size();
  }

  /** A run without time. */
  private static final class Run {
    private final CudaProgram program;
    private final CudaProgram.Run run;
    private final BlockScan scan =
        new BlockScan(List.of(new EntryCodec(Codecs.create(CODEC, Granularity.DEFAULT))), 1);
    private final SeriesCollector sizes = new SeriesCollector();
    private int launches;
    private int launched;
    private int seen;

    Run(CudaProgram program, Settings input) {
      this.program = program;
      run = program.start().apply(input);
    }

    MemoryProfile profile() {
      execute(_ -> launches++);
      execute(this::after);
      SeriesSizes series = sizes.sizes(seen);
      Design design = Profiler.DEFAULT.design(series).zeroOptimised();
      Map<String, TargetRatio> targets = new LinkedHashMap<>();
      for (int a = 0; a < series.allocations().size(); a++) {
        targets.put(series.allocations().get(a).key().name(), design.targets().get(a));
      }
      List<Double> ratios =
          IntStream.range(0, seen)
              .mapToObj(s -> series.ofSnapshot(s).ratio(SizeSet.BUDDY))
              .toList();
      return new MemoryProfile(targets, design, series, ratios, launches);
    }

    private interface AfterLaunch {
      void see(Device device);
    }

    private void execute(AfterLaunch after) {
      ProgramRunner.execute(
          program,
          run,
          program.ptx().text(),
          LaunchOptions.DEFAULT,
          (device, _) -> after.see(device));
    }

    private void after(Device device) {
      launched++;
      int due = ProgramSnapshots.due(launched, launches);
      while (seen < due) {
        for (DeviceBuffer buffer : device.buffers().values()) {
          see(buffer);
        }
        seen++;
      }
    }

    private void see(DeviceBuffer buffer) {
      List<List<SizeHistogram>> found = scan.run(List.of(buffer.tensor().memory()), null, _ -> {});
      sizes.add(
          seen,
          new Allocation.Key("", buffer.name()),
          buffer.bytes(),
          EntrySizes.of(found.getFirst().getFirst()));
    }
  }
}
