package dev.magpie.lab.sweep;

import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.settings.SettingsTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** The {@code [settings]} of a sweep's file. */
final class SettingsOfPoints {
  private static final String MAG = "mag";
  private static final String MDC = "mdc";
  private static final String ONLINE = "online";
  private static final String COLD_CACHES = "cold-caches";
  private static final String HOST_COPIES = "host-copies";
  private static final String SAMPLE_BLOCKS = "sample-blocks";
  private static final String SAMPLE_LAUNCHES = "sample-launches";
  private static final String FROM_LAUNCH = "from-launch";
  private static final String LAUNCHES = "launches";
  private static final String WARM_UP = "warm-up";
  private static final String LIMIT = "limit";
  private static final long USUAL_LIMIT = 20_000_000_000L;

  private static final List<String> KEYS =
      List.of(
          MAG,
          MDC,
          ONLINE,
          COLD_CACHES,
          HOST_COPIES,
          SAMPLE_BLOCKS,
          SAMPLE_LAUNCHES,
          FROM_LAUNCH,
          LAUNCHES,
          WARM_UP,
          LIMIT);

  private final SettingsTable table;
  private final Map<String, String> chosen;

  private SettingsOfPoints(SettingsTable table, Map<String, String> chosen) {
    this.table = table;
    this.chosen = chosen;
  }

  /**
   * One choice.
   *
   * @param axes what of it the file says
   */
  record Chosen(TimingSettings timing, Map<String, String> axes) {}

  /** Every choice that the table has. */
  static List<Chosen> of(SettingsTable table) {
    table.knows(Set.copyOf(KEYS));
    Map<String, List<String>> values = new LinkedHashMap<>();
    KEYS.stream().filter(table::has).forEach(key -> values.put(key, OneOrMore.of(table, key)));
    List<Chosen> all = new ArrayList<>();
    for (Map<String, String> each : OneOrMore.product(values)) {
      Map<String, String> axes = new LinkedHashMap<>();
      each.forEach((key, value) -> axes.put(AxisNames.ofSetting(key), value));
      all.add(new Chosen(new SettingsOfPoints(table, each).timing(), axes));
    }
    return all;
  }

  private TimingSettings timing() {
    return new TimingSettings(
        (int) whole(MAG, 1, MemoryAccess.LINE_BYTES, MemoryAccess.SECTOR_BYTES),
        chosen.containsKey(MDC)
            ? OptionalInt.of((int) whole(MDC, 1, 1 << 30, 1))
            : OptionalInt.empty(),
        chosen.containsKey(ONLINE)
            ? OptionalLong.of(whole(ONLINE, 1, Long.MAX_VALUE, 1))
            : OptionalLong.empty(),
        yes(COLD_CACHES),
        yes(HOST_COPIES),
        yes(SAMPLE_BLOCKS),
        yes(SAMPLE_LAUNCHES),
        window(),
        whole(LIMIT, 1, Long.MAX_VALUE, USUAL_LIMIT));
  }

  private LaunchWindow window() {
    if (chosen.containsKey(WARM_UP) && !chosen.containsKey(FROM_LAUNCH)) {
      throw table.wrong(WARM_UP, "goes with from-launch");
    }
    if (!chosen.containsKey(FROM_LAUNCH) && !chosen.containsKey(LAUNCHES)) {
      return LaunchWindow.ALL;
    }
    int first = (int) whole(FROM_LAUNCH, 0, Integer.MAX_VALUE, 0);
    return new LaunchWindow(
        first,
        (int) whole(LAUNCHES, 1, Integer.MAX_VALUE, Integer.MAX_VALUE),
        (int) whole(WARM_UP, 0, Integer.MAX_VALUE, 1));
  }

  private long whole(String key, long least, long most, long otherwise) {
    String text = chosen.get(key);
    if (text == null) {
      return otherwise;
    }
    if (text.matches("-?\\d{1,18}")
        && Long.parseLong(text) >= least
        && Long.parseLong(text) <= most) {
      return Long.parseLong(text);
    }
    throw table.wrong(
        key, "has to be a whole number from %d to %d, not %s".formatted(least, most, text));
  }

  private boolean yes(String key) {
    String text = chosen.getOrDefault(key, "false");
    if (!text.equals("true") && !text.equals("false")) {
      throw table.wrong(key, "has to be true or false, not " + text);
    }
    return text.equals("true");
  }
}
