package dev.magpie.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.settings.Records.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordsTest {
  /** As people write it. */
  public enum Fill {
    LINE,
    HALF_LINE
  }

  /** Within another. */
  public record Cache(@Range(least = 1, most = 8) int missQueue, Fill fill) {}

  /** Some of everything. */
  public record Machine(
      String name, @Range(least = 0, most = 1.5) double volts, boolean isFast, Cache cache) {}

  /** With a part that may be missing. */
  public record Rack(Machine machine, Optional<Cache> cache) {}

  /** With a number that may be missing. */
  public record Fan(@Range(least = 1, most = 9, missing = 2) int blades) {}

  @Test
  void aNumberMayBeMissing() {
    assertThat(Records.read(SettingsTable.of("a.toml", Map.of()), Fan.class)).isEqualTo(new Fan(2));
    assertThat(Records.read(SettingsTable.of("a.toml", Map.of("blades", 5)), Fan.class))
        .isEqualTo(new Fan(5));
    assertThatThrownBy(
            () -> Records.read(SettingsTable.of("a.toml", Map.of("blades", 0)), Fan.class))
        .hasMessageContaining("blades: has to be");
  }

  private static SettingsTable table(Object volts, String fill) {
    return SettingsTable.of(
        "a.toml",
        Map.of(
            "name",
            "x",
            "volts",
            volts,
            "is-fast",
            true,
            "cache",
            Map.of("miss-queue", 8, "fill", fill)));
  }

  @Test
  void componentsAreKeys() {
    Machine machine = Records.read(table(1.5, "half-line"), Machine.class);

    assertThat(machine).isEqualTo(new Machine("x", 1.5, true, new Cache(8, Fill.HALF_LINE)));
  }

  @Test
  void whatIsWrongIsSaidOfItsKey() {
    assertThatThrownBy(() -> Records.read(table(2, "line"), Machine.class))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("volts: has to be a number from 0 to 2, not 2");
    assertThatThrownBy(() -> Records.read(table(1, "all"), Machine.class))
        .hasMessageContaining("cache.fill: is line or half-line, not 'all'");
    Map<String, Object> more = new HashMap<>(Map.of("miss-queue", 1, "fill", "line"));
    more.put("ways", 2);
    assertThatThrownBy(() -> Records.read(SettingsTable.of("a.toml", more), Cache.class))
        .hasMessageContaining("ways: is no key of this table; there are fill, miss-queue");
  }

  @Test
  void aPartIsReplacedByItsClass() {
    Machine machine = Records.read(table(1, "line"), Machine.class);
    Cache other = new Cache(2, Fill.HALF_LINE);

    assertThat(Records.with(machine, other)).isEqualTo(new Machine("x", 1, true, other));
    assertThat(Records.with(new Rack(machine, Optional.empty()), other))
        .isEqualTo(new Rack(machine, Optional.of(other)));
    assertThatThrownBy(() -> Records.with(other, machine))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cache has no Machine");
  }

  @Test
  void aComponentIsReplacedByThePathOfItsKeys() {
    Machine machine = Records.read(table(1, "line"), Machine.class);
    Cache other = new Cache(machine.cache().missQueue() + 1, machine.cache().fill());

    assertThat(Records.with(machine, "cache.miss-queue", other.missQueue()))
        .isEqualTo(Records.with(machine, other));
    assertThatThrownBy(() -> Records.with(machine, "cache.ways", 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cache has no ways");
  }
}
