package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.SchedulerConfig.PagePolicy;
import java.util.List;

/** Configurations for tests. */
final class Configs {
  private Configs() {}

  static DramConfig named(String name) {
    return DramConfigs.named(name).orElseThrow();
  }

  static DramConfig with(DramConfig config, List<Constraint> constraints) {
    return with(config, config.counts(), constraints);
  }

  /** With as many nodes of each level in one of the level above. */
  static DramConfig with(DramConfig config, List<Integer> counts, List<Constraint> constraints) {
    return copy(config, counts, constraints, config.controller());
  }

  static DramConfig with(DramConfig config, SchedulerConfig controller) {
    return copy(config, config.counts(), config.constraints(), controller);
  }

  static DramConfig closingPages(DramConfig config) {
    SchedulerConfig old = config.controller();
    return with(
        config,
        new SchedulerConfig(
            old.writes(),
            old.readQueue(),
            old.writeQueue(),
            old.writeHigh(),
            old.writeLow(),
            old.order(),
            PagePolicy.CLOSED,
            old.rowHitLimit()));
  }

  private static DramConfig copy(
      DramConfig config,
      List<Integer> counts,
      List<Constraint> constraints,
      SchedulerConfig controller) {
    return new DramConfig(
        config.name(),
        config.standard(),
        config.description(),
        config.source(),
        config.clockMegahertz(),
        config.levels(),
        counts,
        config.dataBusLevel(),
        config.refreshLevel(),
        config.rows(),
        config.columns(),
        config.accessBytes(),
        config.commands(),
        config.timing(),
        constraints,
        config.map(),
        config.bankHash(),
        controller,
        config.energy());
  }
}
