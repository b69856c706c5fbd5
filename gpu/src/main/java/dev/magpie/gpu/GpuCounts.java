package dev.magpie.gpu;

import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;

/** What all parts of a GPU have counted. */
record GpuCounts(
    MultiprocessorCounters core, MemoryCounters memory, List<ChannelCounters> channels) {
  /** Accesses of all channels that went to the DRAM. */
  long accesses() {
    long sum = 0;
    for (ChannelCounters each : channels) {
      sum += each.accesses();
    }
    return sum;
  }

  /** Warp-instructions that were executed, those too that the machine does not have. */
  long instructions() {
    return core.warpInstructions() + core.foldedInstructions;
  }

  /** The same as it is now, while the parts count on. */
  GpuCounts copied() {
    return since(
        new GpuCounts(
            new MultiprocessorCounters(),
            new MemoryCounters(),
            channels.stream().map(_ -> new ChannelCounters()).toList()));
  }

  /** What has been counted since another state of the same. */
  GpuCounts since(GpuCounts before) {
    return with(before, (now, then) -> now - then);
  }

  /** These so many times. */
  GpuCounts times(double factor) {
    return since(this).plus(this, factor);
  }

  /** These, and others so many times. */
  GpuCounts plus(GpuCounts more, double times) {
    return with(more, (now, other) -> now + Math.round(times * other));
  }

  private GpuCounts with(GpuCounts other, LongBinaryOperator operation) {
    List<ChannelCounters> all = new ArrayList<>();
    for (int i = 0; i < channels.size(); i++) {
      all.add(channels.get(i).with(other.channels.get(i), operation));
    }
    return new GpuCounts(
        core.with(other.core, operation), memory.with(other.memory, operation), all);
  }
}
