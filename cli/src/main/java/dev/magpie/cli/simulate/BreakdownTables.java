package dev.magpie.cli.simulate;

import static java.util.Objects.requireNonNull;

import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.Breakdown.Interval;
import dev.magpie.gpu.Breakdown.Line;
import dev.magpie.gpu.Counters;
import dev.magpie.gpu.Roofline.Roof;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where the time of a simulation went, by its parts. */
final class BreakdownTables {
  private static final double MEBIBYTE = 1 << 20;

  /** Rows for people; programs get all. */
  private static final int MOST_ROWS = 24;

  private final SimulationResult result;
  private final SourceTexts texts;
  private final KernelNames names;

  private BreakdownTables(SimulationResult result, SourceTexts texts) {
    this.result = result;
    this.texts = texts;
    names = KernelNames.of(result.kernels().stream().map(Breakdown.Kernel::kernel).toList());
  }

  static List<Table> of(SimulationResult result, SourceTexts texts) {
    return new BreakdownTables(result, texts).tables();
  }

  private List<Table> tables() {
    List<Table> tables = new ArrayList<>(List.of(roofline()));
    if (result.kernels().size() > 1) {
      tables.add(kernels());
    }
    Breakdown parts = result.breakdown();
    if (parts != null) {
      add(tables, parts.launches(), all -> launches(all));
      add(tables, parts.multiprocessors(), all -> multiprocessors(all));
      add(tables, parts.intervals(), all -> intervals(all));
      add(tables, parts.lines(), all -> lines("line", all));
      add(tables, parts.instructions(), all -> lines("instruction", all));
    }
    return tables;
  }

  private static <T> void add(
      List<Table> tables, @Nullable List<T> rows, Function<List<T>, Table> table) {
    if (rows != null) {
      tables.add(table.apply(rows));
    }
  }

  /** All rows of a part, with all that is known of each. */
  static Table rows(Breakdown parts, Breakdown.Part part) {
    return switch (part) {
      case LAUNCH ->
          Columns.ofRecord(Breakdown.Launch.class).table(requireNonNull(parts.launches()));
      case MULTIPROCESSOR ->
          Columns.ofRecord(Breakdown.Multiprocessor.class)
              .table(requireNonNull(parts.multiprocessors()));
      case TIME -> Columns.ofRecord(Interval.class).table(requireNonNull(parts.intervals()));
      case LINE -> Columns.ofRecord(Line.class).table(requireNonNull(parts.lines()));
      case INSTRUCTION -> Columns.ofRecord(Line.class).table(requireNonNull(parts.instructions()));
    };
  }

  /** What each kernel does with a byte, and what that allows for. */
  private Table roofline() {
    boolean hasFloats = result.kernels().stream().anyMatch(each -> operations(each).count() > 0);
    Columns<Breakdown.Kernel> columns =
        new Columns<Breakdown.Kernel>()
            .text("under the roofline", each -> names.shortest(each.kernel()))
            .number("instructions", 3, "/byte", each -> instructions(each).perByte())
            .number("issued", 2, "10^9/s", each -> instructions(each).rate())
            .number("attained", 1, "%", each -> 100 * instructions(each).share());
    if (hasFloats) {
      columns
          .number("float operations", 3, "/byte", each -> operations(each).perByte())
          .number("done", 1, "GFLOP/s", each -> operations(each).rate())
          .number("attained", 1, "%", each -> 100 * operations(each).share());
    }
    return columns.text("nearest roof", BreakdownTables::nearest).table(result.kernels());
  }

  private static Roof instructions(Breakdown.Kernel kernel) {
    return kernel.roofline().instructions();
  }

  private static Roof operations(Breakdown.Kernel kernel) {
    return kernel.roofline().operations();
  }

  /** The roof that it is nearest to. */
  private static String nearest(Breakdown.Kernel kernel) {
    Roof operations = operations(kernel);
    boolean isOfFloats =
        operations.count() > 0 && operations.share() > instructions(kernel).share();
    Roof nearest = isOfFloats ? operations : instructions(kernel);
    return nearest.isBoundByBandwidth() ? "bandwidth" : isOfFloats ? "float units" : "schedulers";
  }

  /** A row for each kernel with what its schedulers did. */
  private Table kernels() {
    List<WarpState> reasons =
        result.stalls().entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .map(Map.Entry::getKey)
            .toList();
    Columns<Breakdown.Kernel> columns =
        new Columns<Breakdown.Kernel>()
            .text("schedulers, by kernel", each -> names.shortest(each.kernel()))
            .number("issued", 1, "%", each -> issued(each.counters().core()));
    if (result.assistInstructions() > 0) {
      columns.number(
          "assist warps",
          1,
          "%",
          each ->
              100.0
                  * each.counters().core().assistInstructions()
                  / each.counters().core().schedulerCycles());
    }
    for (WarpState reason : reasons) {
      columns.number(reason.toString(), 1, "%", each -> share(reason, each.counters().core()));
    }
    return columns
        .number("L1 hits", 1, "%", each -> 100 * each.counters().core().l1().hitRate())
        .number("L2 hits", 1, "%", each -> 100 * each.counters().l2().hitRate())
        .table(result.kernels());
  }

  private static double issued(Counters.Core core) {
    return 100.0 * core.warpInstructions() / core.schedulerCycles();
  }

  private static double share(WarpState reason, Counters.Core core) {
    return 100.0 * core.stalls().getOrDefault(reason, 0L) / core.schedulerCycles();
  }

  private Table launches(List<Breakdown.Launch> all) {
    Columns<Breakdown.Launch> columns =
        new Columns<Breakdown.Launch>()
            .number("launch", 0, Breakdown.Launch::launch)
            .text("kernel", each -> names.shortest(each.kernel()))
            .addAll(BreakdownTables.columns(Breakdown.Launch::counters));
    return shortened(columns, all);
  }

  private static Table intervals(List<Interval> all) {
    Columns<Interval> columns =
        new Columns<Interval>()
            .number("from cycle", 0, Interval::begin)
            .addAll(BreakdownTables.columns(Interval::counters));
    return shortened(columns, all);
  }

  private static <T> Columns<T> columns(Function<T, Counters> counters) {
    return BreakdownTables.<T>core(each -> counters.apply(each).core())
        .number("L2 hits", 1, "%", each -> 100 * counters.apply(each).l2().hitRate())
        .number("DRAM", 1, "GB/s", each -> counters.apply(each).dram().bandwidth())
        .number("of peak", 1, "%", each -> 100 * counters.apply(each).dram().utilization());
  }

  private static <T> Columns<T> core(Function<T, Counters.Core> core) {
    return new Columns<T>()
        .number("cycles", 0, each -> core.apply(each).cycles())
        .number("IPC", 2, each -> core.apply(each).ipc())
        .number("issued", 1, "%", each -> issued(core.apply(each)))
        .text("waited most for", each -> most(core.apply(each).stalls()))
        .number("L1 hits", 1, "%", each -> 100 * core.apply(each).l1().hitRate());
  }

  private static Table multiprocessors(List<Breakdown.Multiprocessor> all) {
    return new Columns<Breakdown.Multiprocessor>()
        .number("multiprocessor", 0, Breakdown.Multiprocessor::multiprocessor)
        .addAll(core(Breakdown.Multiprocessor::core))
        .number("L2 requests", 0, each -> each.core().requests().requests())
        .number("that missed", 0, each -> each.core().requests().misses())
        .table(all);
  }

  private Table lines(String what, List<Line> all) {
    boolean isOfSeveral = all.stream().map(Line::kernel).distinct().count() > 1;
    Columns<Line> columns = new Columns<Line>().text(what, places(all));
    if (all.stream().anyMatch(each -> !texts.of(each).isEmpty())) {
      columns.text("source", texts::of);
    }
    if (isOfSeveral) {
      columns.text("kernel", each -> names.shortest(each.kernel()));
    }
    columns
        .text("", BreakdownTables::instructions)
        .number("of all", 1, "%", each -> 100 * each.share())
        .number("issued", 0, Line::warpInstructions)
        .number("lanes", 1, each -> (double) each.threadInstructions() / each.warpInstructions())
        .number("waited", 0, each -> each.schedulerCycles() - each.warpInstructions())
        .text("most for", each -> most(each.stalls()))
        .number("L1 hits", 1, "%", each -> 100 * each.l1().hitRate())
        .number("L2 requests", 0, each -> each.requests().requests())
        .number("missed", 0, each -> each.requests().misses())
        .number("fetched", 2, "MiB", each -> each.requests().fetchedBytes() / MEBIBYTE)
        .number("flits", 0, each -> each.requests().requestFlits() + each.requests().answerFlits());
    return shortened(columns, all);
  }

  /** Where a line is, without the directory where that tells files apart. */
  private static Function<Line, String> places(List<Line> all) {
    Map<String, Set<String>> paths = new HashMap<>();
    for (Line each : all) {
      if (each.file() != null) {
        paths.computeIfAbsent(name(each.file()), _ -> new HashSet<>()).add(each.file());
      }
    }
    return line -> {
      String file = line.file();
      if (file == null) {
        return line.text();
      }
      boolean isAlone = paths.getOrDefault(name(file), Set.of()).size() == 1;
      return "%s:%d".formatted(isAlone ? name(file) : file, line.line());
    };
  }

  private static String name(String file) {
    return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  }

  /** The instructions of a line, without the number that its place has already. */
  private static String instructions(Line line) {
    return line.file() == null ? "" : line.text().replace("line %d ".formatted(line.line()), "");
  }

  /** The reason that took most, of one that was waited for. */
  private static String most(Map<WarpState, Long> stalls) {
    return stalls.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(each -> each.getKey().toString())
        .orElse("");
  }

  private static <T> Table shortened(Columns<T> columns, List<T> all) {
    int rows = Math.min(all.size(), MOST_ROWS);
    Table.Builder table = columns.builder("", all.subList(0, rows));
    if (rows < all.size()) {
      table.note(
          String.format(
              Locale.ROOT,
              "The first %d of %,d; --format csv and json have all.",
              rows,
              all.size()));
    }
    return table.build();
  }
}
