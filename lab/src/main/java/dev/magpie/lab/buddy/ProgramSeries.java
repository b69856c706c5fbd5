package dev.magpie.lab.buddy;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.buddy.Designs;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.result.RunSize;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.trace.TracedRun;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program's ten snapshots under BPC and its rivals, and a trace of its third part: what all
 * experiments over time need. Programs always compute the same, so each runs once in a process.
 *
 * @param program which
 * @param sizes of its entries
 * @param designs of the paper's threshold and limit
 * @param alike share of entries that take as many sectors as the one before in memory
 * @param changing share of entries that take another number of sectors in the next snapshot
 * @param byCodec sizes of all entries of all snapshots under each of {@link #CODECS}
 * @param trace of what it does to memory
 */
record ProgramSeries(
    SeriesProgram program,
    SeriesSizes sizes,
    Designs designs,
    double alike,
    double changing,
    List<SizeHistogram> byCodec,
    MemoryTrace.Result trace) {
  /** The codecs of Figure 5a, the paper's first. */
  static final List<String> CODECS = List.of("bpc", "bdi+fpc", "zvc", "fibonacci", "mpc");

  private static final int ENTRY_BYTES = 128;

  /** The part of the run that is traced. */
  private static final int TRACED_PART = 2;

  private static final List<SeriesProgram> PROGRAMS = SeriesPrograms.all();
  private static final Map<InputParameter.Size, Shared> SHARED = new ConcurrentHashMap<>();

  /** In the order of the list of programs. */
  static List<ProgramSeries> all(RunSize size) {
    InputParameter.Size programs =
        switch (size) {
          case QUICK -> InputParameter.Size.QUICK;
          case FULL -> InputParameter.Size.FULL;
          case PAPER -> InputParameter.Size.PAPER;
        };
    return SHARED.computeIfAbsent(programs, Shared::new).all();
  }

  /**
   * All programs in one size. Threads that ask at once share the work, so that no experiment needs
   * threads of its own for it.
   */
  private static final class Shared {
    private final InputParameter.Size size;
    private final AtomicInteger next = new AtomicInteger();
    private final List<CompletableFuture<ProgramSeries>> done =
        PROGRAMS.stream().map(_ -> new CompletableFuture<ProgramSeries>()).toList();

    Shared(InputParameter.Size size) {
      this.size = size;
    }

    List<ProgramSeries> all() {
      for (int i = next.getAndIncrement(); i < PROGRAMS.size(); i = next.getAndIncrement()) {
        try {
          done.get(i).complete(new Run(PROGRAMS.get(i), size).series());
        } catch (RuntimeException | Error e) {
          done.get(i).completeExceptionally(e);
        }
      }
      return done.stream().map(CompletableFuture::join).toList();
    }
  }

  private static final class Run {
    private final SeriesProgram program;
    private final InputParameter.Size size;
    private final BlockScan scan =
        new BlockScan(
            CODECS.stream()
                .<BlockCodec>map(spec -> new EntryCodec(Codecs.create(spec, Granularity.DEFAULT)))
                .toList(),
            1);
    private final SeriesCollector sizes = new SeriesCollector();
    private final List<SizeHistogram> byCodec =
        new ArrayList<>(Collections.nCopies(CODECS.size(), SizeHistogram.empty(ENTRY_BYTES)));
    private final Map<String, byte[]> before = new LinkedHashMap<>();
    private int snapshot;
    private long followed;
    private long changed;
    private long neighbours;
    private long alike;

    Run(SeriesProgram program, InputParameter.Size size) {
      this.program = program;
      this.size = size;
    }

    ProgramSeries series() {
      SeriesProgram.Running running = program.start(size, Map.of());
      for (; snapshot < SeriesProgram.SNAPSHOTS; snapshot++) {
        running.advance();
        running.memory().forEach(this::visit);
      }
      SeriesSizes series = sizes.sizes(snapshot);
      return new ProgramSeries(
          program,
          series,
          Profiler.DEFAULT.design(series),
          (double) alike / neighbours,
          (double) changed / followed,
          List.copyOf(byCodec),
          trace());
    }

    /** Traced programs are slower, and so this is another run. */
    private MemoryTrace.Result trace() {
      TracedRun traced = TracedRun.start(program, size);
      for (int part = 0; part < TRACED_PART; part++) {
        traced.running().advance();
      }
      MemoryTrace trace = new MemoryTrace(traced.running().arrays());
      traced.record(trace);
      traced.running().advance();
      return trace.result();
    }

    private void visit(String name, Tensor tensor) {
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
      for (int c = 0; c < CODECS.size(); c++) {
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
  }

  /** The program's name. */
  String label() {
    return program.name();
  }

  /** The program of the paper that it stands for. */
  String after() {
    return program.after();
  }
}
