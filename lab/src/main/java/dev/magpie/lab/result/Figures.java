package dev.magpie.lab.result;

import dev.magpie.report.BlockMap;
import dev.magpie.report.Chart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a report shows what was measured.
 *
 * @param charts in the order shown
 * @param maps behind the charts, in the order shown
 * @param tables by the name that their CSV files have, in the order shown
 */
public record Figures(List<Chart> charts, List<BlockMap> maps, Map<String, Table> tables) {
  public Figures {
    charts = List.copyOf(charts);
    maps = List.copyOf(maps);
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
  }

  public static Figures none() {
    return new Figures(List.of(), List.of(), Map.of());
  }

  public Figures with(Chart chart) {
    List<Chart> more = new ArrayList<>(charts);
    more.add(chart);
    return new Figures(more, maps, tables);
  }

  public Figures with(BlockMap map) {
    List<BlockMap> more = new ArrayList<>(maps);
    more.add(map);
    return new Figures(charts, more, tables);
  }

  public Figures with(String name, Table table) {
    Map<String, Table> more = new LinkedHashMap<>(tables);
    if (more.put(name, table) != null) {
      throw new IllegalArgumentException("two tables are called " + name);
    }
    return new Figures(charts, maps, more);
  }
}
