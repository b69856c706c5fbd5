package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.magpie.gpu.dram.Constraint.Reach;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the commands of a channel against all that it has issued before, row by row of the table:
 * slow, and meant to be obviously right. It keeps no earliest times; it looks back.
 */
final class CommandChecker implements CommandLog {
  record Issued(long cycle, Command command, int bank, int row) {}

  private final DramConfig config;
  private final List<Issued> history = new ArrayList<>();
  private final Map<Integer, Integer> openRows = new HashMap<>();
  private final long longest;

  CommandChecker(DramConfig config) {
    this.config = config;
    longest = config.constraints().stream().mapToLong(Constraint::cycles).max().orElse(0) + 64;
  }

  List<Issued> history() {
    return history;
  }

  @Override
  public void issued(long cycle, Command command, int bank, int row) {
    Issued it = new Issued(cycle, command, bank, row);
    checkState(it);
    checkBuses(it);
    long earliest = earliest(command, bank);
    if (cycle < earliest) {
      fail("%s: %s is legal from cycle %d", config.name(), it, earliest);
    }
    apply(it);
    history.add(it);
  }

  /** The earliest cycle that all rows of the table allow. */
  long earliest(Command command, int bank) {
    long earliest = 0;
    for (Constraint row : config.constraints()) {
      earliest = Math.max(earliest, earliest(row, command, bank));
    }
    return earliest;
  }

  /** The earliest cycle that one row of the table allows. */
  long earliest(Constraint row, Command command, int bank) {
    if (!row.following().contains(command)) {
      return 0;
    }
    int seen = 0;
    for (int i = history.size() - 1; i >= 0; i--) {
      Issued before = history.get(i);
      if (row.window() == 1 && before.cycle() + longest < history.getLast().cycle()) {
        break;
      }
      if (row.preceding().contains(before.command()) && binds(row, before.bank(), command, bank)) {
        seen++;
        if (seen == row.window()) {
          // From the last cycle of the one to the last cycle of the other.
          return before.cycle()
              + config.use(before.command()).cycles()
              + row.cycles()
              - config.use(command).cycles();
        }
      }
    }
    return 0;
  }

  private boolean binds(Constraint row, int before, Command command, int bank) {
    if (command.isForScope()) {
      // Waits for any of its banks.
      int scope = bank / config.banksPerNode(config.refreshLevel());
      int each = config.banksPerNode(config.refreshLevel());
      for (int other = scope * each; other < (scope + 1) * each; other++) {
        if (binds(row, before, other)) {
          return true;
        }
      }
      return false;
    }
    return binds(row, before, bank);
  }

  private boolean binds(Constraint row, int before, int bank) {
    boolean same = node(before, row.level()) == node(bank, row.level());
    return row.reach() == Reach.SAME
        ? same
        : !same && node(before, row.level() - 1) == node(bank, row.level() - 1);
  }

  private int node(int bank, int level) {
    return bank / config.banksPerNode(level);
  }

  private void checkState(Issued it) {
    boolean open = openRows.containsKey(it.bank());
    switch (it.command()) {
      case ACT -> assertThat(open).as("%s of an open bank", it).isFalse();
      case PRE -> assertThat(open).as("%s of a closed bank", it).isTrue();
      case RD, WR, RDA, WRA -> assertThat(openRows.get(it.bank())).as("%s", it).isEqualTo(it.row());
      case REF ->
          assertThat(openRows.keySet())
              .as("%s with open banks", it)
              .noneMatch(bank -> inScope(bank, it.bank()));
      case PREA -> {}
    }
  }

  private boolean inScope(int bank, int scopeBank) {
    return node(bank, config.refreshLevel()) == node(scopeBank, config.refreshLevel());
  }

  private void apply(Issued it) {
    switch (it.command()) {
      case ACT -> openRows.put(it.bank(), it.row());
      case PRE, RDA, WRA -> openRows.remove(it.bank());
      case PREA -> openRows.keySet().removeIf(bank -> inScope(bank, it.bank()));
      case RD, WR, REF -> {}
    }
  }

  /** Two commands on one bus, or two bursts on one data bus, must not overlap. */
  private void checkBuses(Issued it) {
    for (int i = history.size() - 1; i >= 0; i--) {
      Issued before = history.get(i);
      if (before.cycle() + longest < it.cycle()) {
        return;
      }
      assertThat(it.cycle()).as("%s after %s", it, before).isGreaterThanOrEqualTo(before.cycle());
      DramConfig.BusUse use = config.use(before.command());
      if (use.bus() == config.use(it.command()).bus()) {
        assertThat(it.cycle())
            .as("%s after %s on the command bus", it, before)
            .isGreaterThanOrEqualTo(before.cycle() + use.cycles());
      }
      if (isColumn(before.command())
          && isColumn(it.command())
          && node(before.bank(), config.dataBusLevel()) == node(it.bank(), config.dataBusLevel())) {
        assertThat(Math.abs(dataFrom(it) - dataFrom(before)))
            .as("bursts of %s and %s", before, it)
            .isGreaterThanOrEqualTo(config.burstCycles());
      }
    }
  }

  private long dataFrom(Issued it) {
    return it.cycle() + config.timing(it.command().isRead() ? "CL" : "CWL");
  }

  /** Whether a command moves data. */
  static boolean isColumn(Command command) {
    return switch (command) {
      case RD, WR, RDA, WRA -> true;
      case ACT, PRE, PREA, REF -> false;
    };
  }
}
