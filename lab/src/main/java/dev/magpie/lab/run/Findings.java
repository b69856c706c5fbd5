package dev.magpie.lab.run;

import dev.magpie.report.BlockMap;
import dev.magpie.report.Chart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an experiment found.
 *
 * @param measurements values by name, those that claims name among them; NaN for what could not be
 *     measured
 * @param charts in the order shown
 * @param maps behind the charts, in the order shown
 * @param tables by the name that their CSV files have, in the order shown
 */
public record Findings(
    Map<String, Double> measurements,
    List<Chart> charts,
    List<BlockMap> maps,
    Map<String, Table> tables) {
  public Findings {
    measurements = Collections.unmodifiableMap(new LinkedHashMap<>(measurements));
    charts = List.copyOf(charts);
    maps = List.copyOf(maps);
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
  }

  double value(String name) {
    return measurements.getOrDefault(name, Double.NaN);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects findings. */
  public static final class Builder {
    private final Map<String, Double> measurements = new LinkedHashMap<>();
    private final List<Chart> charts = new ArrayList<>();
    private final List<BlockMap> maps = new ArrayList<>();
    private final Map<String, Table> tables = new LinkedHashMap<>();

    private Builder() {}

    public Builder measure(String name, double value) {
      if (measurements.put(name, value) != null) {
        throw new IllegalArgumentException(name + " is measured twice");
      }
      return this;
    }

    /** Counts. */
    public Builder measure(String name, long count) {
      return measure(name, (double) count);
    }

    /** Measures whether a statement holds. */
    public Builder measure(String name, boolean holds) {
      return measure(name, holds ? 1 : 0);
    }

    public Builder chart(Chart chart) {
      charts.add(chart);
      return this;
    }

    public Builder map(BlockMap map) {
      maps.add(map);
      return this;
    }

    public Builder table(String name, Table table) {
      if (tables.put(name, table) != null) {
        throw new IllegalArgumentException("two tables are called " + name);
      }
      return this;
    }

    public Findings build() {
      return new Findings(measurements, charts, maps, tables);
    }
  }
}
