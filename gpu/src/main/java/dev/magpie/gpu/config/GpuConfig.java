package dev.magpie.gpu.config;

import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.settings.Records;
import java.util.Optional;

/**
 * A GPU, as a file describes it. Caches, crossbar and multiprocessors have one clock, the core's;
 * DRAM has its own.
 *
 * @param name as {@code gtx580}
 * @param description what it is, in a line
 * @param source where its figures are from
 * @param clockMegahertz the core clock
 * @param launchCycles what a launch takes besides its blocks
 * @param blockCycles from the start of a block to that of the next, wherever they run
 * @param multiprocessors how many
 * @param core each of them
 * @param l1 the cache of each
 * @param crossbar between them and the L2
 * @param l2 its slices
 * @param controller of the memory
 * @param dram one channel
 * @param buddy the way to buddy memory, if it has one
 * @param assist what assist warps execute
 * @param energy what compression takes beside the DRAM
 */
public record GpuConfig(
    String name,
    String description,
    String source,
    double clockMegahertz,
    int launchCycles,
    double blockCycles,
    int multiprocessors,
    CoreConfig core,
    FirstLevelConfig l1,
    CrossbarConfig crossbar,
    SecondLevelConfig l2,
    ControllerConfig controller,
    DramConfig dram,
    Optional<BuddyLinkConfig> buddy,
    AssistConfig assist,
    EnergyConfig energy) {

  /** The same GPU with another part, such as its L2, in place of the one of that class. */
  public GpuConfig with(Record part) {
    return Records.with(this, part);
  }

  /** Bytes a second that all channels move at most, in GB/s. */
  public double peakGigabytesPerSecond() {
    return controller.channels() * dram.peakGigabytesPerSecond();
  }
}
