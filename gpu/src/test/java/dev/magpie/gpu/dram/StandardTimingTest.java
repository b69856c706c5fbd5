package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The standards with the figures of a part, worked out by hand: a command of bank 0, the one that
 * follows it, in which bank, and the cycles between. So no row of a table can be missing or wrong.
 */
class StandardTimingTest {
  private static void check(
      String name, Command preceding, Command following, int bank, long cycles) {
    DramConfig config = Configs.named(name);
    CommandTiming timing = new CommandTiming(config);
    timing.issue(preceding.index(), 0, 1000);
    int scope = bank / config.banksPerNode(config.refreshLevel());
    long earliest =
        following.isForScope()
            ? timing.earliestInScope(following.index(), scope)
            : timing.earliest(following.index(), bank);
    assertThat(earliest).isEqualTo(1000 + cycles);
  }

  /** JESD212; bank 1 is in the group of bank 0, bank 4 is not. */
  @ParameterizedTest
  @CsvSource({
    "RD, RD, 0, 3",
    "RD, RD, 1, 3",
    "RD, RD, 4, 2",
    "WR, WR, 1, 3",
    "WR, WR, 4, 2",
    "RD, WR, 1, 12",
    "RD, WR, 4, 12",
    "RDA, WRA, 4, 12",
    "WR, RD, 1, 11",
    "WR, RD, 4, 11",
    "WRA, RDA, 4, 11",
    "ACT, ACT, 0, 40",
    "ACT, ACT, 1, 6",
    "ACT, ACT, 4, 6",
    "ACT, RD, 0, 12",
    "ACT, WR, 0, 7",
    "ACT, PRE, 0, 28",
    "ACT, PREA, 0, 28",
    "ACT, REF, 0, 40",
    "RD, PRE, 0, 2",
    "RD, PREA, 0, 2",
    "RDA, ACT, 0, 14",
    "RDA, REF, 0, 14",
    "WR, PRE, 0, 18",
    "WR, PREA, 0, 18",
    "WRA, ACT, 0, 30",
    "WRA, REF, 0, 30",
    "PRE, ACT, 0, 12",
    "PRE, REF, 0, 12",
    "PRE, PRE, 9, 2",
    "PREA, ACT, 7, 12",
    "PREA, REF, 0, 12",
    "REF, ACT, 9, 110",
    "REF, PREA, 0, 110",
    "REF, REF, 0, 110"
  })
  void gddr5(Command preceding, Command following, int bank, long cycles) {
    check("gtx580", preceding, following, bank, cycles);
  }

  /** JESD250; banks as in GDDR5. */
  @ParameterizedTest
  @CsvSource({
    "RD, RD, 1, 4",
    "RD, RD, 4, 2",
    "WR, WR, 1, 4",
    "WR, WR, 4, 2",
    "RD, WR, 1, 25",
    "RD, WR, 4, 25",
    "WR, RD, 1, 19",
    "WR, RD, 4, 17",
    "ACT, ACT, 0, 79",
    "ACT, ACT, 1, 8",
    "ACT, ACT, 4, 8",
    "ACT, RD, 0, 27",
    "ACT, WR, 0, 16",
    "ACT, PRE, 0, 53",
    "ACT, PREA, 0, 53",
    "ACT, REF, 0, 79",
    "RD, PRE, 0, 4",
    "RD, PREA, 0, 4",
    "RDA, ACT, 0, 31",
    "RDA, REF, 0, 31",
    "WR, PRE, 0, 35",
    "WR, PREA, 0, 35",
    "WRA, ACT, 0, 62",
    "WRA, REF, 0, 62",
    "PRE, ACT, 0, 27",
    "PRE, REF, 0, 27",
    "PRE, PRE, 9, 1",
    "PREA, ACT, 7, 27",
    "PREA, REF, 0, 27",
    "REF, ACT, 9, 211",
    "REF, PREA, 0, 211",
    "REF, REF, 0, 211"
  })
  void gddr6(Command preceding, Command following, int bank, long cycles) {
    check("gddr6-14000", preceding, following, bank, cycles);
  }

  /** JESD235; an activate is known after its second cycle. */
  @ParameterizedTest
  @CsvSource({
    "RD, RD, 0, 4",
    "RD, RD, 1, 4",
    "RD, RD, 4, 2",
    "WR, WR, 1, 4",
    "WR, WR, 12, 2",
    "RD, WR, 1, 13",
    "RD, WR, 4, 13",
    "WR, RD, 0, 15",
    "WR, RD, 4, 13",
    "ACT, ACT, 0, 48",
    "ACT, ACT, 1, 4",
    "ACT, ACT, 4, 4",
    "ACT, RD, 0, 15",
    "ACT, WR, 0, 13",
    "ACT, PRE, 0, 35",
    "ACT, PREA, 0, 35",
    "ACT, REF, 0, 49",
    "RD, PRE, 0, 5",
    "RD, PREA, 0, 5",
    "RDA, ACT, 0, 18",
    "RDA, REF, 0, 19",
    "WR, PRE, 0, 23",
    "WR, PREA, 0, 23",
    "WRA, ACT, 0, 36",
    "WRA, REF, 0, 37",
    "PRE, ACT, 0, 13",
    "PRE, REF, 0, 14",
    "PREA, ACT, 3, 13",
    "PREA, REF, 0, 14",
    "REF, ACT, 7, 259",
    "REF, PREA, 0, 260",
    "REF, REF, 0, 260"
  })
  void hbm2(Command preceding, Command following, int bank, long cycles) {
    check("hbm2-2000", preceding, following, bank, cycles);
  }

  /** JESD238; bank 16 is in the other stack, and activates are as in HBM2. */
  @ParameterizedTest
  @CsvSource({
    "RD, RD, 1, 4",
    "RD, RD, 4, 2",
    "RD, RD, 16, 3",
    "WR, WR, 1, 4",
    "WR, WR, 4, 2",
    "WR, WR, 16, 2",
    "RD, WR, 1, 20",
    "RD, WR, 4, 20",
    "RD, WR, 16, 20",
    "WR, RD, 1, 22",
    "WR, RD, 4, 19",
    "WR, RD, 16, 19",
    "ACT, ACT, 0, 72",
    "ACT, ACT, 1, 5",
    "ACT, ACT, 4, 4",
    "ACT, ACT, 16, 4",
    "ACT, RD, 0, 32",
    "ACT, WR, 0, 16",
    "ACT, PRE, 0, 46",
    "ACT, PREA, 0, 46",
    "ACT, REF, 0, 73",
    "RD, PRE, 0, 9",
    "RD, PREA, 0, 9",
    "RDA, ACT, 0, 34",
    "RDA, REF, 0, 35",
    "WR, PRE, 0, 45",
    "WR, PREA, 0, 45",
    "WRA, ACT, 0, 70",
    "WRA, REF, 0, 71",
    "PRE, ACT, 0, 25",
    "PRE, REF, 0, 26",
    "PRE, PRE, 16, 2",
    "PREA, ACT, 7, 25",
    "PREA, REF, 0, 26",
    "REF, ACT, 9, 559",
    "REF, PREA, 0, 560",
    "REF, REF, 0, 560"
  })
  void hbm3(Command preceding, Command following, int bank, long cycles) {
    check("hbm3-6400", preceding, following, bank, cycles);
  }

  /** Micron's GDDR6X has the commands and the banks of GDDR6, and its rows. */
  @Test
  void gddr6x() {
    assertThat(Configs.named("gddr6x-19000").constraints())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("cycles")
        .isEqualTo(Configs.named("gddr6-14000").constraints());
  }

  /** JESD239; each bank is its own group, activates and accesses are known after two cycles. */
  @ParameterizedTest
  @CsvSource({
    "RD, RD, 0, 4",
    "RD, RD, 4, 2",
    "WR, WR, 0, 4",
    "WR, WR, 1, 2",
    "RD, WR, 0, 24",
    "RD, WR, 9, 24",
    "WR, RD, 0, 19",
    "WR, RD, 4, 17",
    "ACT, ACT, 0, 90",
    "ACT, ACT, 1, 4",
    "ACT, RD, 0, 30",
    "ACT, WR, 0, 19",
    "ACT, PRE, 0, 61",
    "ACT, PREA, 0, 61",
    "ACT, REF, 0, 91",
    "RD, PRE, 0, 5",
    "RD, PREA, 0, 5",
    "RD, REF, 0, 29",
    "RDA, ACT, 0, 34",
    "RDA, REF, 0, 35",
    "WR, PRE, 0, 39",
    "WR, PREA, 0, 39",
    "WRA, ACT, 0, 68",
    "WRA, REF, 0, 69",
    "PRE, ACT, 0, 29",
    "PRE, ACT, 5, 1",
    "PRE, REF, 0, 30",
    "PRE, PRE, 9, 2",
    "PREA, ACT, 7, 29",
    "PREA, REF, 0, 30",
    "REF, ACT, 9, 314",
    "REF, PREA, 0, 315",
    "REF, REF, 0, 315"
  })
  void gddr7(Command preceding, Command following, int bank, long cycles) {
    check("gddr7-28000", preceding, following, bank, cycles);
  }

  /** JESD209-5; banks as in GDDR5, and an activate is known after its second command. */
  @ParameterizedTest
  @CsvSource({
    "RD, RD, 1, 4",
    "RD, RD, 4, 2",
    "WR, WR, 1, 4",
    "WR, WR, 4, 2",
    "RD, WR, 1, 12",
    "RD, WR, 4, 12",
    "WR, RD, 1, 23",
    "WR, RD, 4, 16",
    "ACT, ACT, 0, 49",
    "ACT, ACT, 1, 4",
    "ACT, ACT, 4, 4",
    "ACT, RD, 0, 16",
    "ACT, WR, 0, 16",
    "ACT, PRE, 0, 35",
    "ACT, PREA, 0, 35",
    "ACT, REF, 0, 50",
    "RD, PRE, 0, 8",
    "RD, PREA, 0, 8",
    "RDA, ACT, 0, 22",
    "RDA, REF, 0, 23",
    "WR, PRE, 0, 39",
    "WR, PREA, 0, 39",
    "WRA, ACT, 0, 53",
    "WRA, REF, 0, 54",
    "PRE, ACT, 0, 14",
    "PRE, REF, 0, 15",
    "PRE, PRE, 9, 2",
    "PREA, ACT, 7, 16",
    "PREA, REF, 0, 17",
    "REF, ACT, 9, 167",
    "REF, PREA, 0, 168",
    "REF, REF, 0, 168"
  })
  void lpddr5(Command preceding, Command following, int bank, long cycles) {
    check("lpddr5-6400", preceding, following, bank, cycles);
  }
}
