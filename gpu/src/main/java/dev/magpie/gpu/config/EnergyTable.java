package dev.magpie.gpu.config;

import dev.magpie.settings.SettingsTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The figures of {@code energy.toml}, and what a GPU's file says over them. */
final class EnergyTable {
  /** Far more than any figure; a microjoule. */
  private static final double MOST = 1e6;

  private EnergyTable() {}

  static EnergyConfig read(SettingsTable table) {
    table.knows(Set.of("metadata-cache", "link", "codec"));
    SettingsTable cache = table.table("metadata-cache");
    cache.knows(Set.of("read-picojoules", "write-picojoules", "source"));
    SettingsTable link = table.table("link");
    link.knows(Set.of("picojoules-per-bit", "crossings", "source"));
    SettingsTable named = table.table("codec");
    Map<String, EnergyConfig.Codec> codecs = new HashMap<>();
    for (String name : named.keys()) {
      SettingsTable codec = named.table(name);
      codec.knows(Set.of("compression-picojoules", "decompression-picojoules", "source"));
      codecs.put(
          name,
          new EnergyConfig.Codec(
              codec.decimal("compression-picojoules", 0, MOST),
              codec.decimal("decompression-picojoules", 0, MOST),
              codec.text("source")));
    }
    return new EnergyConfig(
        new EnergyConfig.MetadataCache(
            cache.decimal("read-picojoules", 0, MOST),
            cache.decimal("write-picojoules", 0, MOST),
            cache.text("source")),
        new EnergyConfig.Link(
            link.decimal("picojoules-per-bit", 0, MOST),
            link.number("crossings", 1, 16),
            link.text("source")),
        codecs);
  }
}
