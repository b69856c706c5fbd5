package dev.magpie.lab.series;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.series.SeriesProgram;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How a run's snapshots compress, and whether it computed what it should.
 *
 * @param sizes of its entries under BPC, by allocation and snapshot
 * @param alike share of entries that take as many sectors as the one before in memory
 * @param changing share of entries that take another number of sectors in the next snapshot
 * @param regions where memory begins to compress otherwise
 * @param bySize entries of all snapshots in the order of {@link PaperEntrySizes#SIZES}, under each
 *     of {@link #CODECS}
 * @param firstResidual {@link SeriesProgram.Running#residual} after the first tenth, such as a loss
 * @param lastResidual the same at the end; no number if a training diverged
 * @param dead weights of a network that get no gradient at the end
 */
public record SeriesSnapshots(
    SeriesSizes sizes,
    double alike,
    double changing,
    RegionBoundaries regions,
    List<List<Long>> bySize,
    double firstResidual,
    double lastResidual,
    List<String> dead) {
  /** The codecs of Figure 5a, the paper's first. */
  public static final List<String> CODECS = List.of("bpc", "bdi+fpc", "zvc", "fibonacci", "mpc");

  private static final int ENTRY_BYTES = 128;

  public SeriesSnapshots {
    bySize = List.copyOf(bySize);
    dead = List.copyOf(dead);
  }

  /**
   * Runs a program to its end.
   *
   * @param seen what is made of each array before it is measured
   */
  static SeriesSnapshots measure(SeriesProgram.Running running, UnaryOperator<Tensor> seen) {
    Sizer sizer = new Sizer();
    double first = 0;
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      int snapshot = s;
      running.advance();
      first = s == 0 ? running.residual() : first;
      running.memory().forEach((name, tensor) -> sizer.visit(snapshot, name, seen.apply(tensor)));
    }
    return sizer.sizes(first, running.residual(), running.dead());
  }

  /** Whether the program has done what it is for. */
  public boolean hasLearned(SeriesProgram program) {
    return program.hasLearned(firstResidual, lastResidual, dead);
  }

  /**
   * Checks that.
   *
   * @throws dev.magpie.workload.cuda.WrongResultException if it has not
   */
  void checkLearned(SeriesProgram program) {
    program.checkLearned(firstResidual, lastResidual, dead);
  }

  private static final class Sizer {
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
    private final RegionBoundaries.Counter regions = new RegionBoundaries.Counter();
    private long followed;
    private long changed;
    private long neighbours;
    private long alike;

    void visit(int snapshot, String name, Tensor tensor) {
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
      regions.visit(snapshot, sectors);
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

    SeriesSnapshots sizes(double firstResidual, double lastResidual, List<String> dead) {
      return new SeriesSnapshots(
          sizes.sizes(SeriesProgram.SNAPSHOTS),
          (double) alike / neighbours,
          (double) changed / followed,
          regions.boundaries(),
          byCodec.stream().map(PaperEntrySizes::counts).toList(),
          firstResidual,
          lastResidual,
          dead);
    }
  }
}
