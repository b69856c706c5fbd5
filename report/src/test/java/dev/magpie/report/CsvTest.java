package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTest {
  @Test
  void numbersKeepAllDigitsAndTextIsQuoted() {
    Table table =
        Table.titled("not written")
            .text("name, of it")
            .number("speed", 1, "GB/s")
            .number("bytes", 0)
            .column(Column.verdict("verdict"))
            .row("a \"b\"\nc", 1.0 / 3, 4_294_967_296L, Verdict.SAME_DIRECTION)
            .total("all", Double.POSITIVE_INFINITY, null, null)
            .row("tiny", 1e-7, 0, Verdict.ERROR)
            .build();
    String csv =
        """
        "name, of it",speed (GB/s),bytes,verdict
        "a ""b""
        c",0.3333333333333333,4294967296,same direction
        all,inf,,
        tiny,0.0000001,0,error
        """;
    assertThat(Csv.render(table)).isEqualTo(csv);
    assertThat(Csv.parse(csv)).isEqualTo(Csv.records(table));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "=1+2; '=1+2",
        "@SUM(A1); '@SUM(A1)",
        "+cmd|' /C calc'!A0; '+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!D2; '-2+3+cmd|' /C calc'!D2",
        "'=1; ''=1",
        "-0.6 %; -0.6 %",
        "-1.5e-7; -1.5e-7",
        "-inf; -inf",
        "-; -",
        "'it; 'it",
        "a=1; a=1",
      })
  void whatASpreadsheetWouldComputeIsText(String text, String field) {
    String csv = Csv.render(List.of(List.of("a", "b"), List.of(text, "1")));
    assertThat(csv).isEqualTo("a,b\n" + field + ",1\n");
    assertThat(Csv.parse(csv).get(1)).containsExactly(text, "1");
    assertThat(Csv.field(text)).isEqualTo(field);
  }

  @Test
  void whatIsNoTableIsRefused() {
    for (String text : List.of("", "a,b\n1\n", "a,b\n1,2,3\n", "a,\"b\n1,2\n")) {
      assertThatThrownBy(() -> Csv.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
