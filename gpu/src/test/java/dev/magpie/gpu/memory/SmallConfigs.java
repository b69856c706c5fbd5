package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.CrossbarConfig;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.config.SecondLevelConfig.SliceHash;
import dev.magpie.gpu.config.SecondLevelConfig.WriteMiss;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.SchedulerConfig.Writes;
import java.util.List;
import java.util.random.RandomGenerator;

/** GPUs with so little of everything that something is always full. */
final class SmallConfigs {
  private static final GpuConfig BASE = GpuConfigs.named("gtx580").orElseThrow();

  private SmallConfigs() {}

  static GpuConfig any(RandomGenerator random) {
    int channels = 1 << random.nextInt(3);
    int slices = channels << random.nextInt(2);
    int ways = 1 + random.nextInt(3);
    int sets = 1 + random.nextInt(4);
    return with(
        1 + random.nextInt(4),
        new CrossbarConfig(1 + random.nextInt(9), 8 << random.nextInt(3), 8, 1 + random.nextInt(3)),
        new SecondLevelConfig(
            slices,
            slices * ways * sets * 128,
            ways,
            1 + random.nextInt(ways),
            1 + random.nextInt(20),
            1 + random.nextInt(3),
            1 + random.nextInt(3),
            1 + random.nextInt(3),
            1 + random.nextInt(3),
            random.nextBoolean() ? Fill.LINE : Fill.SECTOR,
            random.nextBoolean() ? WriteMiss.ALLOCATE : WriteMiss.FETCH,
            128 << random.nextInt(3),
            List.of(SliceHash.values()).get(random.nextInt(SliceHash.values().length)),
            1 + random.nextInt(3),
            1 + random.nextInt(2)),
        new ControllerConfig(
            channels >> random.nextInt(Integer.numberOfTrailingZeros(channels) + 1),
            channels,
            random.nextInt(20),
            BASE.controller().metadataCache(),
            MetadataLookup.CACHED,
            random.nextInt(3),
            1),
        smallQueues(random));
  }

  static GpuConfig with(
      int multiprocessors,
      CrossbarConfig crossbar,
      SecondLevelConfig l2,
      ControllerConfig controller,
      DramConfig dram) {
    return new GpuConfig(
        "small",
        BASE.description(),
        BASE.source(),
        BASE.clockMegahertz(),
        BASE.launchCycles(),
        BASE.blockCycles(),
        multiprocessors,
        BASE.core(),
        BASE.l1(),
        crossbar,
        l2,
        controller,
        dram,
        BASE.buddy(),
        BASE.assist(),
        BASE.energy());
  }

  private static DramConfig smallQueues(RandomGenerator random) {
    DramConfig dram = BASE.dram();
    int writes = 1 + random.nextInt(4);
    return new DramConfig(
        dram.name(),
        dram.standard(),
        dram.description(),
        dram.source(),
        dram.clockMegahertz(),
        dram.levels(),
        dram.counts(),
        dram.dataBusLevel(),
        dram.refreshLevel(),
        dram.rows(),
        dram.columns(),
        dram.accessBytes(),
        dram.commands(),
        dram.timing(),
        dram.constraints(),
        dram.map(),
        dram.bankHash(),
        new dev.magpie.gpu.dram.SchedulerConfig(
            random.nextBoolean() ? Writes.BUFFERED : Writes.AMONG_READS,
            1 + random.nextInt(4),
            writes,
            writes,
            0,
            dram.controller().order(),
            dram.controller().page(),
            dram.controller().rowHitLimit()),
        dram.energy());
  }
}
