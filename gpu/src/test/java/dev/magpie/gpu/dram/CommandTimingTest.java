package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandTimingTest {
  static List<DramConfig> configs() {
    return DramConfigs.all();
  }

  /** Each row by itself: at t - 1 its command is too early, at t it is legal. */
  @ParameterizedTest
  @MethodSource("configs")
  void eachConstraintHoldsToTheCycle(DramConfig config) {
    for (Constraint row : config.constraints()) {
      for (Command preceding : row.preceding()) {
        for (Command following : row.following()) {
          checkAlone(Configs.with(config, List.of(row)), row, preceding, following);
        }
      }
    }
  }

  private static void checkAlone(
      DramConfig config, Constraint row, Command preceding, Command following) {
    CommandTiming timing = new CommandTiming(config);
    CommandChecker checker = new CommandChecker(config);
    int span = config.banksPerNode(row.level());
    int last = -1;
    long cycle = 1000;
    for (int i = 0; i < row.window(); i++) {
      timing.issue(preceding.index(), 0, cycle + i);
      checker.history().add(new CommandChecker.Issued(cycle + i, preceding, 0, 0));
    }
    long expected = Math.max(0, cycle + CommandTiming.cycles(config, row, preceding, following));
    for (int bank = 0; bank < config.banks(); bank += Math.max(1, span / 2)) {
      long earliest = earliest(timing, config, following, bank);
      assertThat(Math.max(0, earliest))
          .as("%s: %s, %s to %s of bank %d", config.name(), row, preceding, following, bank)
          .isEqualTo(checker.earliest(following, bank));
      last = earliest == expected ? bank : last;
    }
    assertThat(last).as("a bank that has to wait: %s %s", config.name(), row).isNotNegative();
  }

  private static long earliest(CommandTiming timing, DramConfig config, Command command, int bank) {
    return command.isForScope()
        ? timing.earliestInScope(command.index(), bank / config.banksPerNode(config.refreshLevel()))
        : timing.earliest(command.index(), bank);
  }

  /** The whole table, along random commands, each as early as it may be. */
  @ParameterizedTest
  @MethodSource("configs")
  void earliestIsWhatTheCheckerAllows(DramConfig config) {
    CommandTiming timing = new CommandTiming(config);
    CommandChecker checker = new CommandChecker(config);
    SplittableRandom random = new SplittableRandom(7);
    Map<Integer, Integer> open = new HashMap<>();
    long now = 0;
    for (int i = 0; i < 4000; i++) {
      // Few banks, so that commands meet.
      int bank = random.nextInt(2) * (config.banks() / 2) + random.nextInt(config.banks() / 2);
      bank = random.nextInt(4) == 0 ? bank : bank % 8;
      int scope = bank / config.banksPerNode(config.refreshLevel());
      int firstOfScope = scope * config.banksPerNode(config.refreshLevel());
      int endOfScope = firstOfScope + config.banksPerNode(config.refreshLevel());
      Command command;
      if (random.nextInt(40) == 0) {
        boolean anyOpen = open.keySet().stream().anyMatch(b -> b >= firstOfScope && b < endOfScope);
        command = anyOpen ? Command.PREA : Command.REF;
        bank = firstOfScope;
      } else if (open.containsKey(bank)) {
        command =
            List.of(
                    Command.RD,
                    Command.WR,
                    Command.RD,
                    Command.WR,
                    Command.RDA,
                    Command.WRA,
                    Command.PRE)
                .get(random.nextInt(7));
      } else {
        command = Command.ACT;
      }
      long earliest = Math.max(now, earliest(timing, config, command, bank));
      assertThat(earliest)
          .as("%s: %s of bank %d after %s", config.name(), command, bank, checker.history().size())
          .isEqualTo(Math.max(now, checker.earliest(command, bank)));
      // Never on a bus that is busy: two cycles is the most that a command takes.
      now = Math.max(now + 2, earliest);
      int row = command == Command.ACT ? random.nextInt(4) : open.getOrDefault(bank, -1);
      timing.issue(command.index(), bank, now);
      checker.issued(now, command, bank, row);
      switch (command) {
        case ACT -> open.put(bank, row);
        case PRE, RDA, WRA -> open.remove(bank);
        case PREA -> open.keySet().removeIf(b -> b >= firstOfScope && b < endOfScope);
        case RD, WR, REF -> {}
      }
    }
  }

  @Test
  void pseudoChannelsDoNotWaitForEachOther() {
    CommandTiming timing = new CommandTiming(Configs.named("hbm2-2000"));
    timing.issue(Command.ACT.index(), 0, 100);
    timing.issue(Command.WR.index(), 0, 113);
    for (Command command : Command.ALL) {
      if (!command.isForScope()) {
        assertThat(timing.earliest(command.index(), 16)).isNegative();
      }
    }
  }

  @Test
  void theFifthActivateWaitsForTheFirst() {
    CommandTiming timing = new CommandTiming(Configs.named("gddr5-6000"));
    for (int i = 0; i < 4; i++) {
      timing.issue(Command.ACT.index(), i, 9L * i);
    }
    // FAW 35 asks less than RRD 9 after the fourth.
    assertThat(timing.earliest(Command.ACT.index(), 4)).isEqualTo(36);
    CommandTiming faster = new CommandTiming(Configs.named("p100"));
    for (int i = 0; i < 4; i++) {
      faster.issue(Command.ACT.index(), 4 * i, 3L * i);
    }
    assertThat(faster.earliest(Command.ACT.index(), 1)).isEqualTo(14);
  }

  @Test
  void the33rdActivateWaitsForTheFirst() {
    CommandTiming timing = new CommandTiming(Configs.named("gtx580"));
    for (int i = 0; i < 32; i++) {
      timing.issue(Command.ACT.index(), i % 16, 2L * i);
    }
    assertThat(timing.earliest(Command.ACT.index(), 15)).isEqualTo(184);
  }
}
