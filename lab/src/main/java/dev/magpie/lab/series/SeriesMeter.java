package dev.magpie.lab.series;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.trace.TracedRun;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a program twice: to size its memory after each part, and to trace one of them. */
final class SeriesMeter {
  /** Which code a series depends on; the figures drawn from it do not count. */
  static final String VERSION =
      ProgramVersion.digest(
          List.of(
              BlockScan.class,
              Codecs.class,
              EntrySizes.class,
              EntryCodec.class,
              Tensor.class,
              SeriesProgram.class),
          SeriesMeter.class);

  private static final int ENTRY_BYTES = 128;

  /** The part of the run that is traced. */
  private static final int TRACED_PART = 2;

  private final SeriesProgram program;
  private final InputParameter.Size size;
  private final Map<String, String> settings;

  /**
   * @param settings that differ from the size's
   */
  SeriesMeter(SeriesProgram program, InputParameter.Size size, Map<String, String> settings) {
    this.program = program;
    this.size = size;
    this.settings = Map.copyOf(settings);
  }

  /** Everything that decides the result. */
  String name() {
    return "%s %s, snapshots"
        .formatted(program.name(), Settings.of(program.parameters(), size, settings).values());
  }

  MeasuredSeries measure() {
    SeriesProgram.Running running = program.start(size, settings);
    Sizes sizes = new Sizes();
    for (int snapshot = 0; snapshot < SeriesProgram.SNAPSHOTS; snapshot++) {
      running.advance();
      int now = snapshot;
      running.memory().forEach((name, tensor) -> sizes.visit(now, name, tensor));
    }
    return sizes.with(trace());
  }

  /** Traced programs are slower, and so this is another run. */
  private MemoryTrace.Result trace() {
    TracedRun traced = TracedRun.start(program, size, settings);
    for (int part = 0; part < TRACED_PART; part++) {
      traced.running().advance();
    }
    MemoryTrace trace = new MemoryTrace(traced.running().arrays());
    traced.record(trace);
    traced.running().advance();
    return trace.result();
  }

  /** Of the entries of a run, snapshot by snapshot. */
  private static final class Sizes {
    private final BlockScan scan =
        new BlockScan(
            ProgramSeries.CODECS.stream()
                .<BlockCodec>map(spec -> new EntryCodec(Codecs.create(spec, Granularity.DEFAULT)))
                .toList(),
            1);
    private final SeriesCollector sizes = new SeriesCollector();
    private final List<SizeHistogram> byCodec =
        new ArrayList<>(
            Collections.nCopies(ProgramSeries.CODECS.size(), SizeHistogram.empty(ENTRY_BYTES)));
    private final Map<String, byte[]> before = new LinkedHashMap<>();
    private long followed;
    private long changed;
    private long neighbours;
    private long alike;

    private void visit(int snapshot, String name, Tensor tensor) {
      MemorySegment memory = tensor.memory();
      byte[] sectors = new byte[(int) Math.ceilDiv(memory.byteSize(), (long) ENTRY_BYTES)];
      List<List<SizeHistogram>> histograms =
          scan.run(
              List.of(memory),
              (range, coded) -> {
                for (int i = 0; i < range.blocks(); i++) {
                  sectors[(int) range.firstBlock() + i] =
                      (byte) EntryCode.of(coded[0][i], TargetRatio.ONE);
                }
              },
              _ -> {});
      sizes.add(
          snapshot,
          new Allocation.Key(name, name),
          memory.byteSize(),
          EntrySizes.of(histograms.getFirst().getFirst()));
      for (int c = 0; c < byCodec.size(); c++) {
        byCodec.set(c, byCodec.get(c).merge(histograms.getFirst().get(c)));
      }
      for (int e = 1; e < sectors.length; e++) {
        neighbours++;
        alike += sectors[e] == sectors[e - 1] ? 1 : 0;
      }
      byte[] last = before.put(name, sectors);
      for (int e = 0; last != null && e < sectors.length; e++) {
        followed++;
        changed += sectors[e] == last[e] ? 0 : 1;
      }
    }

    private MeasuredSeries with(MemoryTrace.Result trace) {
      return new MeasuredSeries(
          sizes.sizes(SeriesProgram.SNAPSHOTS),
          (double) alike / neighbours,
          (double) changed / followed,
          byCodec.stream().map(PaperEntrySizes::counts).toList(),
          trace);
    }
  }
}
