package dev.magpie.gpu;

import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.ArrayList;
import java.util.List;

/** What all parts of a GPU have counted. */
record GpuCounts(
    MultiprocessorCounters core, MemoryCounters memory, List<ChannelCounters> channels) {

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
    List<ChannelCounters> more = new ArrayList<>();
    for (int i = 0; i < channels.size(); i++) {
      more.add(channels.get(i).since(before.channels.get(i)));
    }
    return new GpuCounts(core.since(before.core), memory.since(before.memory), more);
  }
}
