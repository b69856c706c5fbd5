package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.Constraint.Reach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Knows when each command becomes legal in each bank, as far as the standard's timing table goes.
 *
 * <p>It is kept for each bank, for each group, the lowest level above the bank, and for each node
 * of the level above that, so that a look-up is the largest of three numbers. A row of a higher
 * level is written into all those nodes that are below its own.
 */
final class CommandTiming {
  /** Before all time, and far enough from the end of it that latencies can be added. */
  private static final long NEVER = Long.MIN_VALUE / 4;

  private static final int COMMANDS = Command.COUNT;

  private final int banksPerScope;

  /** The levels of groups, and of the nodes above them; one level if there is no other. */
  private final int groupLevel;

  private final int upperLevel;

  /** By bank: where its own times begin in {@link #ready}, its group's and those above. */
  private final int[] groupBase;

  private final int[] upperBase;

  /** Earliest cycles by bank, group or upper node and command. */
  private final long[] ready;

  /** Where groups and upper nodes begin in {@link #ready}. */
  private final int groups;

  private final int uppers;

  /** Rows of a window of 1, by preceding command: those of the bank, of its group, and above. */
  private final int[][] bankFollowing = new int[COMMANDS][];

  private final int[][] bankCycles = new int[COMMANDS][];
  private final int[][] groupFollowing = new int[COMMANDS][];
  private final int[][] groupCycles = new int[COMMANDS][];
  private final int[][] upperFollowing = new int[COMMANDS][];
  private final int[][] upperCycles = new int[COMMANDS][];

  /** How many upper nodes a node of the row's level has. */
  private final int[][] upperSpan = new int[COMMANDS][];

  /** Rows that bind the other nodes, by preceding command. */
  private final List<List<Siblings>> siblings = new ArrayList<>();

  /** Rows of a larger window, by preceding command. */
  private final List<List<Window>> windows = new ArrayList<>();

  CommandTiming(DramConfig config) {
    int bankLevel = config.levels().size() - 1;
    groupLevel = bankLevel - 1;
    upperLevel = Math.max(0, groupLevel - 1);
    banksPerScope = config.banksPerNode(config.refreshLevel());
    groups = config.banks() * COMMANDS;
    uppers = groups + config.nodes(groupLevel) * COMMANDS;
    groupBase = new int[config.banks()];
    upperBase = new int[config.banks()];
    Arrays.setAll(groupBase, bank -> base(config, groupLevel, bank));
    Arrays.setAll(upperBase, bank -> base(config, upperLevel, bank));
    ready = new long[uppers + config.nodes(upperLevel) * COMMANDS];
    Arrays.fill(ready, NEVER);
    for (Command preceding : Command.ALL) {
      // By level and following command: of several rows of one window the longest counts.
      Map<Integer, Integer> single = new TreeMap<>();
      List<Siblings> others = new ArrayList<>();
      for (Constraint row : config.constraints()) {
        if (!row.preceding().contains(preceding)) {
          continue;
        }
        for (Command following : row.following()) {
          if (row.window() == 1 && row.reach() == Reach.SAME) {
            single.merge(
                row.level() * COMMANDS + following.index(),
                cycles(config, row, preceding, following),
                Math::max);
          } else if (row.reach() == Reach.SIBLINGS) {
            others.add(
                new Siblings(
                    node(config, row.level()),
                    config.banksPerNode(row.level() - 1),
                    following.index(),
                    cycles(config, row, preceding, following)));
          }
        }
      }
      windows.add(new ArrayList<>());
      siblings.add(others);
      compile(config, preceding.index(), single);
    }
    for (Constraint row : config.constraints()) {
      if (row.window() > 1) {
        Window window = new Window(config, row);
        row.preceding().forEach(preceding -> windows.get(preceding.index()).add(window));
      }
    }
  }

  /** Where the times of a bank's node of the groups' or the upper level begin. */
  private int base(DramConfig config, int level, int bank) {
    int area = level == upperLevel ? uppers : groups;
    return area + bank / config.banksPerNode(level) * COMMANDS;
  }

  private void compile(DramConfig config, int preceding, Map<Integer, Integer> rows) {
    int bankLevel = groupLevel + 1;
    List<Integer> ofBank = new ArrayList<>();
    List<Integer> ofGroup = new ArrayList<>();
    List<Integer> above = new ArrayList<>();
    for (int key : rows.keySet()) {
      int level = key / COMMANDS;
      (level == bankLevel ? ofBank : level > upperLevel ? ofGroup : above).add(key);
    }
    bankFollowing[preceding] = ofBank.stream().mapToInt(key -> key % COMMANDS).toArray();
    bankCycles[preceding] = ofBank.stream().mapToInt(rows::get).toArray();
    groupFollowing[preceding] = ofGroup.stream().mapToInt(key -> key % COMMANDS).toArray();
    groupCycles[preceding] = ofGroup.stream().mapToInt(rows::get).toArray();
    upperFollowing[preceding] = above.stream().mapToInt(key -> key % COMMANDS).toArray();
    upperCycles[preceding] = above.stream().mapToInt(rows::get).toArray();
    upperSpan[preceding] =
        above.stream()
            .mapToInt(key -> config.nodes(upperLevel) / config.nodes(key / COMMANDS))
            .toArray();
  }

  /** From the first cycle of one command to the first cycle of the other. */
  static int cycles(DramConfig config, Constraint row, Command preceding, Command following) {
    return row.cycles() + config.use(preceding).cycles() - config.use(following).cycles();
  }

  /** The earliest cycle at which a command of one bank is legal. */
  long earliest(int command, int bank) {
    return Math.max(
        ready[bank * COMMANDS + command],
        Math.max(ready[groupBase[bank] + command], ready[upperBase[bank] + command]));
  }

  /** A cycle before which a command is legal in no bank. */
  long earliestOfAll(int command) {
    long earliest = ready[uppers + command];
    for (int at = uppers + COMMANDS + command; at < ready.length; at += COMMANDS) {
      earliest = Math.min(earliest, ready[at]);
    }
    return earliest;
  }

  /** The earliest cycle at which a command of a whole scope is legal. */
  long earliestInScope(int command, int scope) {
    long earliest = NEVER;
    for (int bank = scope * banksPerScope; bank < (scope + 1) * banksPerScope; bank++) {
      earliest = Math.max(earliest, earliest(command, bank));
    }
    return earliest;
  }

  /** Takes note of a command of a bank; for one of a scope, any bank of it. */
  void issue(int command, int bank, long cycle) {
    raise(bank * COMMANDS, bankFollowing[command], bankCycles[command], cycle);
    raise(groupBase[bank], groupFollowing[command], groupCycles[command], cycle);
    int[] following = upperFollowing[command];
    int[] cycles = upperCycles[command];
    int[] span = upperSpan[command];
    int upper = upperBase[bank];
    for (int i = 0; i < following.length; i++) {
      if (span[i] == 1) {
        int at = upper + following[i];
        ready[at] = Math.max(ready[at], cycle + cycles[i]);
      } else {
        int first = uppers + (upper - uppers) / (span[i] * COMMANDS) * (span[i] * COMMANDS);
        raise(first, first + span[i] * COMMANDS, following[i], cycle + cycles[i]);
      }
    }
    List<Siblings> others = siblings.get(command);
    for (int i = 0; i < others.size(); i++) {
      others.get(i).issue(this, bank, cycle);
    }
    List<Window> larger = windows.get(command);
    for (int i = 0; i < larger.size(); i++) {
      larger.get(i).issue(command, bank, cycle);
    }
  }

  private void raise(int base, int[] following, int[] cycles, long cycle) {
    for (int i = 0; i < following.length; i++) {
      int at = base + following[i];
      ready[at] = Math.max(ready[at], cycle + cycles[i]);
    }
  }

  /** Puts off a command in all nodes between two bases. */
  private void raise(int first, int end, int command, long cycle) {
    for (int at = first + command; at < end; at += COMMANDS) {
      ready[at] = Math.max(ready[at], cycle);
    }
  }

  /**
   * Where in {@link #ready} the times are that a level's nodes cover, of banks, groups or uppers.
   */
  private Nodes node(DramConfig config, int level) {
    int kept = level <= upperLevel ? upperLevel : level;
    int area = level <= upperLevel ? uppers : level == groupLevel ? groups : 0;
    int length = config.nodes(kept) / config.nodes(level) * COMMANDS;
    return new Nodes(config.banksPerNode(level), area, length);
  }

  /**
   * Nodes of a level.
   *
   * @param banks of each
   * @param area where the level's times begin in {@link #ready}
   * @param length entries there that one node covers
   */
  private record Nodes(int banks, int area, int length) {
    int first(int bank) {
      return area + bank / banks * length;
    }
  }

  /** A row that binds the other nodes of a parent. */
  private record Siblings(Nodes nodes, int parentBanks, int following, int cycles) {
    void issue(CommandTiming timing, int bank, long cycle) {
      int own = nodes.first(bank);
      int children = parentBanks / nodes.banks * nodes.length;
      int first = nodes.area + bank / parentBanks * children;
      timing.raise(first, own, following, cycle + cycles);
      timing.raise(own + nodes.length, first + children, following, cycle + cycles);
    }
  }

  /** A row that looks more than one command back. */
  private final class Window {
    private final Nodes nodes;
    private final int size;
    private final int[] following;

    /** By preceding and following command. */
    private final int[] cycles = new int[COMMANDS * COMMANDS];

    /** Issue cycles and commands of the last ones at each node, as rings. */
    private final long[] issued;

    private final int[] commands;
    private final int[] next;

    Window(DramConfig config, Constraint row) {
      nodes = node(config, row.level());
      size = row.window();
      following = row.following().stream().mapToInt(Command::index).sorted().toArray();
      for (Command preceding : row.preceding()) {
        for (Command each : row.following()) {
          cycles[preceding.index() * COMMANDS + each.index()] =
              cycles(config, row, preceding, each);
        }
      }
      int count = config.nodes(row.level());
      issued = new long[count * size];
      commands = new int[count * size];
      next = new int[count];
      Arrays.fill(issued, NEVER);
    }

    /** The oldest of the window, now that this one is in it, is what the next has to wait for. */
    void issue(int command, int bank, long cycle) {
      int node = bank / nodes.banks;
      int at = next[node];
      issued[node * size + at] = cycle;
      commands[node * size + at] = command;
      at = at + 1 == size ? 0 : at + 1;
      next[node] = at;
      int oldest = node * size + at;
      int first = nodes.first(bank);
      for (int each : following) {
        raise(
            first,
            first + nodes.length,
            each,
            issued[oldest] + cycles[commands[oldest] * COMMANDS + each]);
      }
    }
  }
}
