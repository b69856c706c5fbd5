package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * HPGMG-FV: V-cycles by red-black relaxation. The two finest levels are the device's; the third and
 * all below are the host's, which the third's memory is copied to and from in every cycle.
 *
 * <p>Eight boxes of 32 x 32 x 32 cells take 30.5 MiB and all levels on the device 36.1 MiB, 9 times
 * an L2 of 4 MiB; the quick ones of 16 x 16 x 16 take 5.8 MiB, 5.8 times one of 1 MiB.
 */
final class VCycle implements CudaProgram.Run {
  private static final int DEVICE_LEVELS = 2;
  private static final int COARSEST_SMOOTHINGS = 50;
  private static final int THREADS = 128;

  /** What the first cycle leaves of the error at most. */
  private static final double LEFT = 0.1;

  private final int across;
  private final int box;
  private final int smoothings;
  private final int cycles;
  private double[] finest = {};
  private double residual;
  private double error;

  private VCycle(Settings settings) {
    across = settings.whole("boxes", 1, 16);
    box = Integer.parseInt(settings.word("box"));
    smoothings = settings.whole("smoothings", 2, 100);
    cycles = settings.whole("cycles", 1, 1000);
    long values =
        (long) across * across * across * BoxLevel.VECTORS * (box + 4) * (box + 2) * (box + 2);
    if (values > Integer.MAX_VALUE) {
      throw new WorkloadException(
          "boxes=%d, box=%d: a level of more than 2^31 values".formatted(across, box));
    }
  }

  static CudaProgram program() {
    return new CudaProgram(
        "hpgmg-cuda",
        "FF_HPGMG",
        "multigrid on boxes of interleaved vectors, coarse levels on the host",
        "the finest level, bit for bit; residual less than at first, error at most %s of that"
            .formatted(LEFT),
        new PtxResource(VCycle.class, "hpgmg"),
        List.of(
            InputParameter.whole("boxes", "boxes of an axis", 2, 2, 4),
            new InputParameter(
                "box", "cells of a box's row", "16", "32", "64", List.of("16", "32", "64")),
            InputParameter.whole("smoothings", "before and after a coarser level", 2, 3, 3),
            InputParameter.whole("cycles", "V-cycles", 1, 1, 10)),
        VCycle::new);
  }

  private List<BoxLevel> levels() {
    List<BoxLevel> levels = new ArrayList<>();
    int cells = box;
    levels.add(new BoxLevel(across, cells));
    while (cells % 2 == 0) {
      cells /= 2;
      levels.add(new BoxLevel(across, cells));
    }
    levels.getFirst().pose();
    return levels;
  }

  /** A level that has memory on the device. */
  private record OnDevice(Host host, BoxLevel level, DeviceBuffer data) {
    static OnDevice of(Host host, BoxLevel level, String name) {
      int padded = level.box + 2;
      return new OnDevice(
          host,
          level,
          host.upload(
              name,
              Dtype.F64,
              level.data,
              level.boxes(),
              BoxLevel.VECTORS,
              padded,
              padded,
              level.row));
    }

    /**
     * Runs a kernel of this level.
     *
     * @param box cells of a row of the boxes that the kernel is compiled for
     * @param width threads of a row
     * @param layers of the grid
     */
    private void launch(String kernel, int box, int width, int layers, Object... arguments) {
      host.launch(
          kernel + "_" + box,
          new Dim3(level.box / rows(), layers, level.boxes()),
          Dim3.of(width, rows()),
          0,
          arguments);
    }

    /** Rows of a block. */
    private int rows() {
      return Math.min(level.box, Math.max(1, THREADS / level.box));
    }

    void smoothings(int times) {
      int box = level.box;
      for (int i = 0; i < 2 * times; i++) {
        launch("ghosts", box, box, 6, data, level.across);
        launch("smooth", box, box / 2, box, data, level.h2inv, i % 2);
      }
    }

    void residual(int to) {
      int box = level.box;
      launch("ghosts", box, box, 6, data, level.across);
      launch("residual", box, box, box, data, level.h2inv, to);
    }

    void restrict(OnDevice fine) {
      launch("restriction", fine.level.box, level.box, level.box, data, fine.data);
    }

    void interpolate(OnDevice coarse) {
      launch("interpolation", level.box, level.box, level.box, data, coarse.data);
    }

    /** The largest residual, and the largest error. */
    double[] norms() {
      int blocks = level.box / rows() * level.box * level.boxes();
      DeviceBuffer residuals = host.allocate("residuals", Dtype.F64, blocks);
      DeviceBuffer errors = host.allocate("errors", Dtype.F64, blocks);
      launch("norms", level.box, level.box, level.box, data, residuals, errors);
      return new double[] {
        Arrays.stream(host.doubles(residuals)).max().orElse(0),
        Arrays.stream(host.doubles(errors)).max().orElse(0)
      };
    }
  }

  @Override
  public void execute(Host host) {
    List<BoxLevel> levels = levels();
    List<OnDevice> device = new ArrayList<>();
    for (int i = 0; i <= DEVICE_LEVELS; i++) {
      device.add(OnDevice.of(host, levels.get(i), "level" + i));
    }
    for (int i = 0; i < cycles; i++) {
      cycle(host, levels, device, 0);
    }
    device.getFirst().residual(BoxLevel.RESIDUAL);
    double[] norms = device.getFirst().norms();
    residual = norms[0];
    error = norms[1];
    finest = host.doubles(device.getFirst().data);
  }

  private void cycle(Host host, List<BoxLevel> levels, List<OnDevice> device, int index) {
    OnDevice fine = device.get(index);
    OnDevice coarse = device.get(index + 1);
    fine.smoothings(smoothings);
    fine.residual(BoxLevel.TEMP);
    coarse.restrict(fine);
    if (index + 1 < DEVICE_LEVELS) {
      cycle(host, levels, device, index + 1);
    } else {
      BoxLevel onHost = coarse.level;
      double[] copied = host.doubles(coarse.data);
      System.arraycopy(copied, 0, onHost.data, 0, copied.length);
      cycle(levels, index + 1);
      host.write(coarse.data, onHost.data);
    }
    fine.interpolate(coarse);
    fine.smoothings(smoothings);
  }

  /** The same in Java. */
  private void cycle(List<BoxLevel> levels, int index) {
    BoxLevel fine = levels.get(index);
    if (index == levels.size() - 1) {
      fine.smoothings(COARSEST_SMOOTHINGS);
      return;
    }
    BoxLevel coarse = levels.get(index + 1);
    fine.smoothings(smoothings);
    fine.residual(BoxLevel.TEMP);
    coarse.restrict(fine);
    cycle(levels, index + 1);
    fine.interpolate(coarse);
    fine.smoothings(smoothings);
  }

  @Override
  public void check() {
    List<BoxLevel> levels = levels();
    BoxLevel fine = levels.getFirst();
    double first = fine.largest(BoxLevel.F, -1);
    for (int i = 0; i < cycles; i++) {
      cycle(levels, 0);
    }
    fine.residual(BoxLevel.RESIDUAL);
    Results.same("level0", fine.data, finest);
    Results.same(
        "norms",
        new double[] {
          fine.largest(BoxLevel.RESIDUAL, -1), fine.largest(BoxLevel.U, BoxLevel.EXACT)
        },
        new double[] {residual, error});
    if (!(residual < first && error <= LEFT * fine.largest(BoxLevel.EXACT, -1))) {
      throw new WrongResultException(
          "the residual went from %s to %s, the error to %s".formatted(first, residual, error));
    }
  }
}
