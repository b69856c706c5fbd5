package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;

import dev.magpie.depth.cache.CodecOperations;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.event.TileShape;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.dram.DramEnergy;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import java.util.List;

/** Section 4, last paragraph: what more compression takes, and what it saves of the DRAM. */
final class CodecEnergy {
  private static final int SIZE = 16;
  private static final int SAMPLES = TileShape.DEFAULT.samples();
  private static final int LINE = TileShape.DEFAULT.lineBytes();

  /** Of the paper's time. */
  private static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/energy", "Energy of depth offset", "section 4, Recompression frequency")
        .method(
            "Operations are additions, comparisons and shifts of a depth. To encode a tile takes"
                + " the comparisons that find its references, and in each mode that is tried a"
                + " subtraction and a comparison of every sample from the one reference, and from"
                + " the other unless the first is enough, and a shift of each where it fits; to"
                + " decode it, a shift and an addition of each sample. How many were done is"
                + " counted.")
        .method(
            "An operation takes %s pJ (%s). A byte of the DRAM takes what it does on a GTX 580"
                    .formatted(
                        GPU.energy().operation().picojoules(), GPU.energy().operation().source())
                + " between row and interface and between the chips; activates are left out, as"
                + " is the cache, so that what is saved is a lower bound.")
        .deviation(
            "An operation's energy and the GDDR5's are ours. Were a DRAM access worth only the three"
                + " orders of magnitude of the paper, the codec would cost more than it saves.")
        .parameter("size", "16 KiB")
        .measure(context -> Suite.replay(context, Suite.all(List.of(POST_DO, PRE_DO), SIZE)))
        .claims(
            Claim.of(
                    "trade-off",
                    "Compression before the cache costs less energy than it saves of the DRAM")
                .open(
                    "less",
                    "The paper's energies: it gives an access more than three orders of magnitude of an"
                        + " operation, and what decides is how many are done for each access saved"
                        + " (the value operations-for-an-access, and the table). By 0.1 pJ an operation"
                        + " and GDDR5's 4.1 nJ an access of 64 bytes, which are ours, every scene saves;"
                        + " by a thousand operations an access none would."),
            Claim.consistency(
                    "magnitude",
                    "A DRAM access takes more than three orders of magnitude of an integer"
                        + " operation, times")
                .atLeast(1000, new Unit("", 0), _ -> dram(LINE) / operations(1)))
        .value("operations-for-an-access", CodecEnergy::forAnAccess)
        .value(
            "dram.saved",
            suite ->
                100
                    * suite.mean(CodecEnergy::saved)
                    / suite.mean(scene -> dram(scene.bytes(POST_DO.with(SIZE)))))
        .value(
            "all.saved",
            suite ->
                100
                    - 100
                        * suite.mean(scene -> all(scene, PRE_DO))
                        / suite.mean(scene -> all(scene, POST_DO)))
        .value("second-pass.saved", suite -> suite.mean(CodecEnergy::secondPasses))
        .draw(suite ->
            Figures.none().with("energy", suite.table("Energy of a frame, 16 kB", columns())));
  }

  /** Operations of a back-end. */
  static double operations(DepthTraffic traffic) {
    return CodecOperations.of(traffic, TileShape.DEFAULT);
  }

  /** Percent of the operations that skipping the second pass saves. */
  private static double secondPasses(Suite.Drawn scene) {
    DepthTraffic traffic = scene.of(PRE_DO.with(SIZE));
    double skipped = 2.0 * SAMPLES * traffic.get(Count.ONE_REFERENCE_TILES);
    return 100 * skipped / (operations(traffic) + skipped);
  }

  private static double operations(Suite.Drawn scene, PaperBackEnd back) {
    return operations(scene.of(back.with(SIZE)));
  }

  private static double addedOperations(Suite.Drawn scene) {
    return operations(scene, PRE_DO) - operations(scene, POST_DO);
  }

  private static double savedBytes(Suite.Drawn scene) {
    return scene.bytes(POST_DO.with(SIZE)) - scene.bytes(PRE_DO.with(SIZE));
  }

  private static double savedLines(Suite.Drawn scene) {
    return savedBytes(scene) / LINE;
  }

  private static double saved(Suite.Drawn scene) {
    return dram(savedBytes(scene));
  }

  private static double all(Suite.Drawn scene, PaperBackEnd back) {
    return dram(scene.bytes(back.with(SIZE))) + operations(operations(scene, back));
  }

  /** Joules of so many operations. */
  private static double operations(double count) {
    return GPU.energy().operation().joules(count);
  }

  /** Joules of so many bytes. */
  private static double dram(double bytes) {
    DramEnergy energy = GPU.dram().energy();
    return energy.columnJoules((long) bytes) + energy.ioJoules((long) bytes);
  }

  private static Columns<Suite> columns() {
    Columns<Suite> columns = new Columns<Suite>().text("scene", Suite::label);
    for (PaperBackEnd back : List.of(POST_DO, PRE_DO)) {
      columns
          .number(
              back.label() + ", DRAM",
              1,
              "uJ",
              suite -> 1e6 * suite.mean(scene -> dram(scene.bytes(back.with(SIZE)))))
          .number(
              back.label() + ", codec",
              1,
              "uJ",
              suite -> 1e6 * suite.mean(scene -> operations(operations(scene, back))));
    }
    return columns.number("operations for each access saved", 0, CodecEnergy::forAnAccess);
  }

  /** Operations that are added for each access to the DRAM that is saved. */
  private static double forAnAccess(Suite suite) {
    return suite.mean(CodecEnergy::addedOperations) / suite.mean(CodecEnergy::savedLines);
  }
}
