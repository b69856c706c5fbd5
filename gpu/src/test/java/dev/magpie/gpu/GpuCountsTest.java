package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.core.LoadStoreCounters;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GpuCountsTest {
  /** Sizes, not counts. */
  private static final Set<String> STATES =
      Set.of("buddyCoveredBytes", "buddyDeviceBytes", "unifiedBytes", "unifiedRoomBytes");

  private static List<Field> fields(Object counters) {
    return Arrays.stream(counters.getClass().getFields())
        .filter(each -> each.getType() == long.class && !Modifier.isStatic(each.getModifiers()))
        .toList();
  }

  private static <T> T filled(T counters, long from) throws IllegalAccessException {
    long value = from;
    for (Field each : fields(counters)) {
      each.setLong(counters, value);
      value += 7;
    }
    return counters;
  }

  private static GpuCounts counts(long from) throws IllegalAccessException {
    MultiprocessorCounters core = filled(new MultiprocessorCounters(), from);
    filled(core.memory, from);
    return new GpuCounts(
        core,
        filled(new MemoryCounters(), from),
        List.of(filled(new ChannelCounters(), from), filled(new ChannelCounters(), 2 * from)));
  }

  private static void holds(Object counters, long each) throws IllegalAccessException {
    for (Field field : fields(counters)) {
      if (!STATES.contains(field.getName())) {
        assertThat(field.getLong(counters)).as(field.toString()).isEqualTo(each);
      }
    }
  }

  @Test
  void everyCountIsTakenFromTheLaterOne() throws IllegalAccessException {
    GpuCounts since = counts(150).since(counts(100));

    holds(since.core(), 50);
    LoadStoreCounters loads = since.core().memory;
    holds(loads, 50);
    holds(since.memory(), 50);
    holds(since.channels().get(0), 50);
    holds(since.channels().get(1), 100);
    assertThat(since.memory().buddyDeviceBytes).isEqualTo(counts(150).memory().buddyDeviceBytes);
  }

  @Test
  void aCopyStaysAsItIs() throws IllegalAccessException {
    GpuCounts counts = counts(10);
    GpuCounts copied = counts.copied();
    filled(counts.memory(), 20);

    assertThat(copied.memory().reads).isEqualTo(10);
    holds(copied.since(copied).memory(), 0);
  }
}
