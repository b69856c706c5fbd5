package dev.magpie.gpu;

import dev.magpie.gpu.config.CoreConfig;
import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.gpu.config.CoreConfig.Timing;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.FirstLevelConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.settings.Records;
import java.util.EnumMap;
import java.util.Map;

/** A gtx580 with some things changed. */
final class GpuVariant {
  private GpuConfig config = GpuConfigs.named("gtx580").orElseThrow();

  GpuConfig config() {
    return config;
  }

  private GpuVariant core(CoreConfig core) {
    config = config.with(core);
    return this;
  }

  private GpuVariant core(
      int schedulers, SchedulerPolicy policy, int threads, Map<OperationClass, Timing> timing) {
    CoreConfig core = config.core();
    return core(
        new CoreConfig(
            schedulers,
            policy,
            core.order(),
            core.warps(),
            threads,
            core.blocks(),
            core.threadsPerBlock(),
            core.registers(),
            core.sharedBytes(),
            core.sharedBanks(),
            core.sharedLatency(),
            core.constantLatency(),
            core.units(),
            timing));
  }

  GpuVariant schedulers(int count) {
    CoreConfig core = config.core();
    return core(count, core.policy(), core.threads(), core.timing());
  }

  GpuVariant policy(SchedulerPolicy policy) {
    CoreConfig core = config.core();
    return core(core.schedulers(), policy, core.threads(), core.timing());
  }

  GpuVariant threads(int count) {
    CoreConfig core = config.core();
    return core(core.schedulers(), core.policy(), count, core.timing());
  }

  /** With another value of a key of the file. */
  GpuVariant with(String key, Object value) {
    config = Records.with(config, key, value);
    return this;
  }

  GpuVariant latency(OperationClass kind, int latency) {
    Timing old = timing(kind);
    return timing(kind, new Timing(old.unit(), latency, old.interval()));
  }

  GpuVariant interval(OperationClass kind, int interval) {
    Timing old = timing(kind);
    return timing(kind, new Timing(old.unit(), old.latency(), interval));
  }

  private Timing timing(OperationClass kind) {
    Timing timing = config.core().timing().get(kind);
    if (timing == null) {
      throw new IllegalArgumentException("no timing for " + kind);
    }
    return timing;
  }

  private GpuVariant timing(OperationClass kind, Timing changed) {
    CoreConfig core = config.core();
    Map<OperationClass, Timing> timing = new EnumMap<>(core.timing());
    timing.put(kind, changed);
    return core(core.schedulers(), core.policy(), core.threads(), timing);
  }

  GpuVariant misses(int mshrs, int merges, int queue) {
    FirstLevelConfig l1 = config.l1();
    config =
        config.with(
            new FirstLevelConfig(
                l1.bytes(), l1.ways(), l1.hashed(), l1.latency(), mshrs, merges, queue, l1.fill()));
    return this;
  }

  GpuVariant fill(Fill fill) {
    FirstLevelConfig l1 = config.l1();
    config =
        config.with(
            new FirstLevelConfig(
                l1.bytes(),
                l1.ways(),
                l1.hashed(),
                l1.latency(),
                l1.mshrs(),
                l1.merges(),
                l1.missQueue(),
                fill));
    return this;
  }
}
