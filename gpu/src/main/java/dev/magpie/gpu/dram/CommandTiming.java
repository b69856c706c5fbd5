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
 * <p>What the rows above the bank say is kept for each group, the lowest level above the bank, so
 * that a look-up is the larger of two numbers. A row of a higher level is written into all groups
 * below its node.
 */
final class CommandTiming {
  /** Before all time, and far enough from the end of it that latencies can be added. */
  private static final long NEVER = Long.MIN_VALUE / 4;

  private static final int COMMANDS = Command.COUNT;

  private final int banksPerGroup;
  private final int banksPerScope;

  /** By bank: where its group begins in {@link #groupReady}. */
  private final int[] groupBase;

  /** Earliest cycles by bank or group and command. */
  private final long[] bankReady;

  private final long[] groupReady;

  /** Rows of a window of 1, by preceding command. */
  private final int[][] bankFollowing = new int[COMMANDS][];

  private final int[][] bankCycles = new int[COMMANDS][];
  private final int[][] groupFollowing = new int[COMMANDS][];
  private final int[][] groupCycles = new int[COMMANDS][];

  /** How many groups a node of the row's level has. */
  private final int[][] groupSpan = new int[COMMANDS][];

  /** Rows that bind the other nodes, by preceding command. */
  private final List<List<Siblings>> siblings = new ArrayList<>();

  /** Rows of a larger window, by preceding command. */
  private final List<List<Window>> windows = new ArrayList<>();

  CommandTiming(DramConfig config) {
    int bankLevel = config.levels().size() - 1;
    banksPerGroup = config.counts().get(bankLevel);
    banksPerScope = config.banksPerNode(config.refreshLevel());
    groupBase = new int[config.banks()];
    Arrays.setAll(groupBase, bank -> bank / banksPerGroup * COMMANDS);
    bankReady = new long[config.banks() * COMMANDS];
    groupReady = new long[config.banks() / banksPerGroup * COMMANDS];
    Arrays.fill(bankReady, NEVER);
    Arrays.fill(groupReady, NEVER);
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
                    config.banksPerNode(row.level()) / banksPerGroup,
                    config.banksPerNode(row.level() - 1) / banksPerGroup,
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

  private void compile(DramConfig config, int preceding, Map<Integer, Integer> rows) {
    int bankLevel = config.levels().size() - 1;
    List<Integer> bankRows =
        rows.keySet().stream().filter(key -> key / COMMANDS == bankLevel).toList();
    List<Integer> groupRows =
        rows.keySet().stream().filter(key -> key / COMMANDS < bankLevel).toList();
    bankFollowing[preceding] = bankRows.stream().mapToInt(key -> key % COMMANDS).toArray();
    bankCycles[preceding] = bankRows.stream().mapToInt(rows::get).toArray();
    groupFollowing[preceding] = groupRows.stream().mapToInt(key -> key % COMMANDS).toArray();
    groupCycles[preceding] = groupRows.stream().mapToInt(rows::get).toArray();
    groupSpan[preceding] =
        groupRows.stream()
            .mapToInt(key -> config.banksPerNode(key / COMMANDS) / banksPerGroup)
            .toArray();
  }

  /** From the first cycle of one command to the first cycle of the other. */
  static int cycles(DramConfig config, Constraint row, Command preceding, Command following) {
    return row.cycles() + config.use(preceding).cycles() - config.use(following).cycles();
  }

  /** The earliest cycle at which a command of one bank is legal. */
  long earliest(int command, int bank) {
    return Math.max(
        bankReady[bank * COMMANDS + command],
        groupReady[bank / banksPerGroup * COMMANDS + command]);
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
    int[] following = bankFollowing[command];
    int[] cycles = bankCycles[command];
    int base = bank * COMMANDS;
    for (int i = 0; i < following.length; i++) {
      int at = base + following[i];
      bankReady[at] = Math.max(bankReady[at], cycle + cycles[i]);
    }
    int group = bank / banksPerGroup;
    following = groupFollowing[command];
    cycles = groupCycles[command];
    int[] span = groupSpan[command];
    for (int i = 0; i < following.length; i++) {
      int first = group - group % span[i];
      raise(first, first + span[i], following[i], cycle + cycles[i]);
    }
    List<Siblings> others = siblings.get(command);
    for (int i = 0; i < others.size(); i++) {
      Siblings row = others.get(i);
      int own = group - group % row.span();
      int parent = group - group % row.parentSpan();
      raise(parent, own, row.following(), cycle + row.cycles());
      raise(own + row.span(), parent + row.parentSpan(), row.following(), cycle + row.cycles());
    }
    List<Window> larger = windows.get(command);
    for (int i = 0; i < larger.size(); i++) {
      larger.get(i).issue(command, group, cycle);
    }
  }

  private void raise(int firstGroup, int endGroup, int command, long cycle) {
    for (int at = firstGroup * COMMANDS + command; at < endGroup * COMMANDS; at += COMMANDS) {
      groupReady[at] = Math.max(groupReady[at], cycle);
    }
  }

  /** A row that binds the other nodes; spans are in groups. */
  private record Siblings(int span, int parentSpan, int following, int cycles) {}

  /** A row that looks more than one command back. */
  private final class Window {
    private final int span;
    private final int size;
    private final int[] following;

    /** By preceding and following command. */
    private final int[] cycles = new int[COMMANDS * COMMANDS];

    /** Issue cycles and commands of the last ones at each node, as rings. */
    private final long[] issued;

    private final int[] commands;
    private final int[] next;

    Window(DramConfig config, Constraint row) {
      span = Math.max(1, config.banksPerNode(row.level()) / banksPerGroup);
      size = row.window();
      following = row.following().stream().mapToInt(Command::index).sorted().toArray();
      for (Command preceding : row.preceding()) {
        for (Command each : row.following()) {
          cycles[preceding.index() * COMMANDS + each.index()] =
              cycles(config, row, preceding, each);
        }
      }
      int nodes = config.nodes(row.level());
      issued = new long[nodes * size];
      commands = new int[nodes * size];
      next = new int[nodes];
      Arrays.fill(issued, NEVER);
    }

    /** The oldest of the window, now that this one is in it, is what the next has to wait for. */
    void issue(int command, int group, long cycle) {
      int node = group / span;
      int at = next[node];
      issued[node * size + at] = cycle;
      commands[node * size + at] = command;
      at = at + 1 == size ? 0 : at + 1;
      next[node] = at;
      int oldest = node * size + at;
      for (int each : following) {
        raise(
            node * span,
            (node + 1) * span,
            each,
            issued[oldest] + cycles[commands[oldest] * COMMANDS + each]);
      }
    }
  }
}
