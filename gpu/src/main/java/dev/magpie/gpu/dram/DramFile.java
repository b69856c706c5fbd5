package dev.magpie.gpu.dram;

import dev.magpie.codec.NearestNames;
import dev.magpie.gpu.dram.Constraint.Reach;
import dev.magpie.gpu.dram.DramConfig.BankHash;
import dev.magpie.gpu.dram.DramConfig.BusUse;
import dev.magpie.settings.Records;
import dev.magpie.settings.SettingsTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A standard and its configurations, as a file has them; checks what it says. */
final class DramFile {
  private static final Set<String> STANDARD_KEYS =
      Set.of(
          "like",
          "standard",
          "levels",
          "data-bus",
          "refresh",
          "constraints",
          "commands",
          "configuration");
  private static final Set<String> CONFIGURATION_KEYS =
      Set.of(
          "description",
          "source",
          "clock-megahertz",
          "access-bytes",
          "rows",
          "columns",
          "map",
          "bank-hash",
          "counts",
          "timing",
          "controller",
          "energy");

  /** What every standard has to tell, because the controller uses it. */
  private static final List<String> PARAMETERS = List.of("BL", "CL", "CWL", "REFI");

  private static final Set<String> NEVER_ZERO = Set.of("BL", "REFI");

  private final SettingsTable root;

  DramFile(SettingsTable root) {
    this.root = root;
    root.knows(STANDARD_KEYS);
  }

  List<String> names() {
    return new ArrayList<>(root.table("configuration").keys());
  }

  DramConfig config(String name) {
    return config(name, configuration(name));
  }

  /**
   * The keys of a configuration: its own, and those of the one of the same file that it is like,
   * which is like no other.
   */
  SettingsTable configuration(String name) {
    SettingsTable all = root.table("configuration");
    SettingsTable own = all.table(name);
    if (!own.has("like")) {
      return own;
    }
    String like = own.text("like");
    if (!all.has(like) || all.table(like).has("like")) {
      throw own.wrong(
          "like",
          "has to name another configuration of this file, which is like none itself; what is like"
              + " a built-in memory says so in the file's first line");
    }
    return own.without("like").over(all.table(like));
  }

  /** The same from a table that stands elsewhere. */
  DramConfig config(String name, SettingsTable it) {
    it.knows(CONFIGURATION_KEYS);
    List<String> levels = levels();
    List<Integer> counts = counts(it.table("counts"), levels);
    Map<String, Integer> timing = timing(it);
    Map<Command, BusUse> commands = commands();
    DramConfig config =
        new DramConfig(
            name,
            root.text("standard"),
            it.text("description"),
            it.text("source"),
            it.decimal("clock-megahertz", 1, 100_000),
            levels,
            counts,
            level(root, root.text("data-bus"), levels),
            level(root, root.text("refresh"), levels),
            it.number("rows", 1, AddressMap.MAX_ROWS),
            it.number("columns", 1, AddressMap.MAX_COLUMNS),
            it.number("access-bytes", 8, 1024),
            commands,
            timing,
            constraints(it, levels, level(root, root.text("refresh"), levels), timing),
            it.text("map"),
            it.has("bank-hash") ? it.choice("bank-hash", BankHash.values()) : BankHash.NONE,
            controller(it.table("controller")),
            Records.read(it.table("energy"), DramEnergy.class));
    check(it, config);
    return config;
  }

  private void check(SettingsTable it, DramConfig config) {
    if (Integer.bitCount(config.accessBytes()) != 1) {
      throw it.wrong("access-bytes", "has to be a power of two, not " + config.accessBytes());
    }
    if (config.bankHash() == BankHash.ROW_SUM && Integer.bitCount(config.banks()) != 1) {
      throw it.wrong(
          "bank-hash", "is for a power of two of banks in a channel, not " + config.banks());
    }
    int banks = config.levels().size() - 1;
    if (config.dataBusLevel() == banks || config.refreshLevel() == banks) {
      throw root.wrong("data-bus", "and refresh belong to a level above the bank");
    }
    checkUse(it.table("timing"), config);
    checkRefreshes(it, config);
    checkDataBus(it, config, Command.RD, Command.RD);
    checkDataBus(it, config, Command.RD, Command.WR);
    checkDataBus(it, config, Command.WR, Command.RD);
    checkDataBus(it, config, Command.WR, Command.WR);
    try {
      AddressMap.checked(config, 1);
    } catch (IllegalArgumentException e) {
      throw it.wrong("map", String.valueOf(e.getMessage()));
    }
  }

  /** What no constraint has would be a mistyped parameter that changes nothing. */
  private static void checkUse(SettingsTable timing, DramConfig config) {
    Set<String> used = new TreeSet<>(PARAMETERS);
    config.constraints().forEach(row -> used.addAll(LatencyExpression.parameters(row.text())));
    for (String name : timing.keys()) {
      if (!used.contains(name)) {
        throw timing.wrong(
            name,
            "no constraint has this parameter; the nearest are "
                + String.join(", ", NearestNames.of(name, used)));
      }
    }
  }

  /** A memory that does nothing but refresh would never answer. */
  private static void checkRefreshes(SettingsTable it, DramConfig config) {
    int interval = config.timing("REFI");
    for (Constraint row : config.constraints()) {
      if (row.preceding().contains(Command.REF) && row.cycles() >= (long) interval * row.window()) {
        throw it.table("timing")
            .wrong(
                "REFI",
                "%d leaves no time between refreshes, which take %s, %d cycles"
                    .formatted(interval, row.text(), row.cycles()));
      }
    }
  }

  /** Bursts that overlap would be faster than the peak. */
  private static void checkDataBus(
      SettingsTable it, DramConfig config, Command preceding, Command following) {
    int needed =
        config.burstCycles() + dataLatency(config, preceding) - dataLatency(config, following);
    int held =
        config.constraints().stream()
            .filter(row -> row.level() <= config.dataBusLevel())
            .filter(row -> row.window() == 1 && row.reach() == Reach.SAME)
            .filter(row -> row.preceding().contains(preceding))
            .filter(row -> row.following().contains(following))
            .mapToInt(Constraint::cycles)
            .max()
            .orElse(0);
    if (held < needed) {
      throw it.wrong(
          "timing",
          "bursts overlap: %s after %s waits %d cycles on the data bus, and has to wait %d"
              .formatted(following, preceding, held, needed));
    }
  }

  private static int dataLatency(DramConfig config, Command command) {
    return config.timing(command.isRead() ? "CL" : "CWL");
  }

  private List<String> levels() {
    List<String> levels = root.texts("levels");
    if (levels.size() < 2
        || levels.size() > 8
        || !levels.getFirst().equals("channel")
        || !levels.getLast().equals("bank")) {
      throw root.wrong("levels", "go from channel to bank, 2 to 8 of them");
    }
    if (new TreeSet<>(levels).size() < levels.size()) {
      throw root.wrong("levels", "name one twice");
    }
    if (levels.contains("row") || levels.contains("column")) {
      throw root.wrong("levels", "end at the bank; rows and columns are not among them");
    }
    return levels;
  }

  private static int level(SettingsTable where, String name, List<String> levels) {
    int level = levels.indexOf(name);
    if (level < 0) {
      throw where.wrong("levels", "no level is called '%s'".formatted(name));
    }
    return level;
  }

  private static List<Integer> counts(SettingsTable table, List<String> levels) {
    table.knows(Set.copyOf(levels.subList(1, levels.size())));
    List<Integer> counts = new ArrayList<>(List.of(1));
    int banks = 1;
    for (String level : levels.subList(1, levels.size())) {
      int count = table.number(level, 1, AddressMap.MAX_BANKS);
      counts.add(count);
      if ((long) banks * count > AddressMap.MAX_BANKS) {
        throw table.wrong(level, "makes more than %d banks".formatted(AddressMap.MAX_BANKS));
      }
      banks *= count;
    }
    return counts;
  }

  private static Map<String, Integer> timing(SettingsTable it) {
    SettingsTable table = it.table("timing");
    Map<String, Integer> timing = new TreeMap<>();
    for (String name : table.keys()) {
      int least = NEVER_ZERO.contains(name) ? 1 : 0;
      timing.put(name, table.number(name, least, DramConfig.MAX_TIMING));
    }
    for (String parameter : PARAMETERS) {
      if (!timing.containsKey(parameter)) {
        throw it.wrong("timing", "has no " + parameter);
      }
    }
    return timing;
  }

  private Map<Command, BusUse> commands() {
    SettingsTable table = root.table("commands");
    Map<Command, BusUse> commands = new EnumMap<>(Command.class);
    List<String> buses = new ArrayList<>();
    for (String name : table.keys()) {
      SettingsTable command = table.table(name);
      command.knows(Set.of("bus", "cycles"));
      String bus = command.text("bus");
      if (!buses.contains(bus)) {
        buses.add(bus);
      }
      if (buses.size() > 2) {
        throw command.wrong("bus", "is a third command bus; there are two at most");
      }
      commands.put(
          command(table, name), new BusUse(buses.indexOf(bus), command.number("cycles", 1, 16)));
    }
    for (Command needed : Command.ALL) {
      if (!commands.containsKey(needed)) {
        throw root.wrong("commands", "has no " + needed);
      }
    }
    return commands;
  }

  private List<Constraint> constraints(
      SettingsTable it, List<String> levels, int refreshLevel, Map<String, Integer> timing) {
    List<Constraint> constraints = new ArrayList<>();
    for (SettingsTable row : root.elements("constraints")) {
      row.knows(Set.of("level", "preceding", "following", "latency", "window", "siblings"));
      int level = level(row, row.text("level"), levels);
      Set<Command> preceding = commands(row, "preceding");
      String latency = row.text("latency");
      int window = row.has("window") ? row.number("window", 1, 1024) : 1;
      if (level > refreshLevel && preceding.stream().anyMatch(Command::isForScope)) {
        throw row.wrong("level", "is below what PREA and REF are for");
      }
      if (level == levels.size() - 1 && window > 1) {
        throw row.wrong("window", "is for levels above the bank");
      }
      Reach reach = row.has("siblings") && row.yes("siblings") ? Reach.SIBLINGS : Reach.SAME;
      if (reach == Reach.SIBLINGS && (window > 1 || level == 0 || level == levels.size() - 1)) {
        throw row.wrong("siblings", "is for a window of 1, between channel and bank");
      }
      try {
        constraints.add(
            new Constraint(
                level,
                preceding,
                commands(row, "following"),
                reach,
                LatencyExpression.value(latency, timing),
                window,
                latency));
      } catch (IllegalArgumentException e) {
        String problem = String.valueOf(e.getMessage());
        // A row of a built-in standard has no line in the user's file: the parameters are wrong.
        throw row.line() == 0 ? it.wrong("timing", problem) : row.wrong("latency", problem);
      }
    }
    return constraints;
  }

  private static SchedulerConfig controller(SettingsTable table) {
    table.knows(Records.keys(SchedulerConfig.class));
    int high = table.number("write-high", 1, table.number("write-queue", 1, 4096));
    table.number("write-low", 0, high - 1);
    return Records.read(table, SchedulerConfig.class);
  }

  private static Command command(SettingsTable table, String name) {
    try {
      return Command.named(name);
    } catch (IllegalArgumentException e) {
      throw table.wrong(name, String.valueOf(e.getMessage()));
    }
  }

  private static Set<Command> commands(SettingsTable table, String key) {
    Set<Command> commands = EnumSet.noneOf(Command.class);
    for (String name : table.text(key).strip().split("\\s+", -1)) {
      if (Command.ALL.stream().noneMatch(each -> each.name().equals(name))) {
        throw table.wrong(
            key, "no command is called '%s'; there are %s".formatted(name, Command.ALL));
      }
      commands.add(Command.valueOf(name));
    }
    return commands;
  }
}
