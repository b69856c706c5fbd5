package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void numbersAlignUnderHeadingsWithUnits() {
    assertThat(TextTable.render(SamplePage.ratioTable()))
        .isEqualTo(
            """
            The same in numbers

                                                     bulk
                       raw  effective  coded size  sizing
            codec    ratio      ratio       bytes    GB/s
            -------  -----  ---------  ----------  ------
            bdi       1.47       1.22  91,241,472     9.6
            mag-bdi   1.44       1.41  93,204,480    10.6
            fpc       1.39       1.15  96,563,200     5.2
            c-pack    1.52       1.24  88,301,568
            bpc       1.71       1.38  78,489,600     4.0
            -------  -----  ---------  ----------  ------
            mean      1.51       1.28  89,560,064
            """);
  }

  @Test
  void scoreboardNamesVerdicts() {
    assertThat(TextTable.render(SamplePage.scoreboard()))
        .isEqualTo(
            """
            Claims

            claim                                 source          paper   ours  verdict
            ------------------------------------  --------------  -----  -----  --------------
            Raw ratio of BDI over all benchmarks  MAG, Fig. 13     1.49   1.47  within 5 %
            Effective ratio of MAG-aware BDI      MAG, Fig. 13     1.38   1.41  within 5 %
            Blocks with 6 or more leading zeros   MAG, Fig. 6     88.00  71.25  contradicts
            Compression ratio of DL training      Buddy, Fig. 5    1.90   1.52  same direction
            Buddy accesses at threshold 30 %      Buddy, Fig. 10   0.08         error

            A verdict comes from the measured number alone.
            """);
  }

  @Test
  void narrowTerminalCutsNamesInTheMiddleAndNoNumbers() {
    Table table =
        Table.titled("")
            .text("allocation")
            .number("bytes", 0)
            .row("model.layers.0.self_attn.q_proj.weight", 1_048_576)
            .row("short", 12)
            .build();
    assertThat(TextTable.render(table, 30))
        .isEqualTo(
            """
            allocation               bytes
            -------------------  ---------
            model.lay..j.weight  1,048,576
            short                       12
            """);
    assertThat(TextTable.render(table, 1))
        .isEqualTo(
            """
            allocation            bytes
            ----------------  ---------
            model.l...weight  1,048,576
            short                    12
            """);
  }

  @Test
  void narrowTerminalBreaksProseBetweenWords() {
    Table table =
        Table.titled("")
            .text("codec")
            .text("source")
            .row("bdi", "Pekhimenko et al., PACT 2012")
            .row("mag-bdi", "Lal et al., Memory Access Granularity Aware Lossless Compression")
            .note("Of each the paper that it is from.")
            .build();
    assertThat(TextTable.render(table, 34))
        .isEqualTo(
            """
            codec    source
            -------  -------------------------
            bdi      Pekhimenko et al., PACT
                     2012
            mag-bdi  Lal et al., Memory Access
                     Granularity Aware
                     Lossless Compression

            Of each the paper that it is from.
            """);
  }

  @Test
  void columnsThatDoNotFitStandBelowTheOthers() {
    Table table =
        Table.titled("Sizes")
            .text("tensor")
            .number("bytes", 0)
            .number("saved", 0)
            .text("codec")
            .row("model.layers.0.q_proj.weight", 1_048_576, 524_288, "exponent-window")
            .row("norm", 12, 0, "none")
            .build();
    assertThat(TextTable.render(table, 37))
        .isEqualTo(
            """
            Sizes

            tensor                 bytes    saved
            -----------------  ---------  -------
            model.la...weight  1,048,576  524,288
            norm                      12        0

            tensor             codec
            -----------------  ---------------
            model.la...weight  exponent-window
            norm               none
            """);
  }

  @Test
  void namesThatWouldLookTheSameAreBroken() {
    Table table =
        Table.titled("")
            .text("tensor")
            .number("bytes", 0)
            .row("layers.0.mlp.gate_proj.weight", 1)
            .row("layers.0.mlp.down_proj.weight", 2)
            .build();
    assertThat(TextTable.render(table, 23))
        .isEqualTo(
            """
            tensor            bytes
            ----------------  -----
            layers.0.mlp.         1
            gate_proj.weight
            layers.0.mlp.         2
            down_proj.weight
            """);
  }

  @Test
  void rowsKeepTheirNamesInAllParts() {
    Table table =
        Table.titled("")
            .text("saves")
            .text("by")
            .number("MiB", 0)
            .number("of all", 0)
            .row("memory bus", "one codec", 1, 2)
            .row("", "the best", 3, 4)
            .build();
    assertThat(TextTable.render(table, 26))
        .isEqualTo(
            """
            saves       by         MiB
            ----------  ---------  ---
            memory bus  one codec    1
                        the best     3

                                    of
            saves       by         all
            ----------  ---------  ---
            memory bus  one codec    2
                        the best     4
            """);
  }

  @Test
  void controlCharactersDoNotReachTheTerminal() {
    Table table = Table.titled("a\u001b[31m").text("b\n").row("c\u202ed\u0007\ud800").build();
    assertThat(TextTable.render(table)).isEqualTo("a?[31m\n\nb?\n-----\nc?d??\n");
  }

  @Test
  void tableWithoutRowsShowsItsHeadings() {
    Table table = Table.titled("").text("name").number("size", 0, "B").build();
    assertThat(TextTable.render(table)).isEqualTo("      size\nname     B\n----  ----\n");
  }
}
