package dev.magpie.job.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arithmetic, as C has it. */
class ExpressionParserTest {
  private static final Map<String, NumericValue> CONSTANTS =
      Map.of(
          "n",
          NumericValue.of(1000),
          "half",
          NumericValue.of(0.5),
          "most",
          NumericValue.of(Long.MAX_VALUE));

  private static final ExpressionParser.Names NAMES =
      new ExpressionParser.Names() {
        @Override
        public NumericValue constant(String name) {
          NumericValue value = CONSTANTS.get(name);
          if (value == null) {
            throw new IllegalArgumentException("no constant " + name);
          }
          return value;
        }

        @Override
        public void buffer(String name) {
          if (!name.startsWith("x")) {
            throw new IllegalArgumentException("no buffer " + name);
          }
        }

        @Override
        public void iteration() {}
      };

  private static final Expression.Scope SCOPE =
      new Expression.Scope() {
        @Override
        public long iteration() {
          return 3;
        }

        @Override
        public long elements(String buffer) {
          return 10L * buffer.length();
        }

        @Override
        public long bytes(String buffer) {
          return 40L * buffer.length();
        }
      };

  private static String value(String text, boolean real) {
    return ExpressionParser.parse(text, NAMES).value(SCOPE, real).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | 7",
        " ( n + 255 ) / 256 | 4",
        "1 + 2 * 3 | 7",
        "(1 + 2) * 3 | 9",
        "10 - 4 - 3 | 3",
        "100 / 10 / 5 | 2",
        "1 << 2 + 1 | 8",
        "n >> $i | 125",
        "-7 / 2 | -3",
        "-7 % 3 | -1",
        "7 % -3 | 1",
        "-7 >> 1 | -4",
        "--7 | 7",
        "-+-7 | 7",
        "2 - -3 | 5",
        "$i*$i | 9",
        "0x10 + 0XfF | 271",
        "min(n, 7) + max(n, 7) | 1007",
        "max(min(1, 2), min(3, 4)) | 3",
        "len(x) | 10",
        "bytes( x y ) | 120",
        "most | 9223372036854775807",
        "most * 2 + 1 | 18446744073709551615",
        "-most - 1 | -9223372036854775808",
        "(-most - 1) / -1 | 9223372036854775808",
        "9007199254740993 + 0 | 9007199254740993",
        "half * 3 | 1.5",
        "1 / 2. | 0.5",
        ".5 + 1e1 | 10.5",
        "n * 1.0 | 1000.0",
        "1e-2 | 0.01",
      })
  void numbersAreAsInC(String text, String value) {
    assertThat(value(text, false)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1 / 4 | 0.25", "1 / (2 + 2) * 8 | 2.0", "7 % 3 | 1", "n / 3. | 333.3333333333333"})
  void wholeNumbersDivideWithoutARestWhereARealOneIsWanted(String text, String value) {
    assertThat(value(text, true)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | expected a number, a constant or (, not the end at character 1",
        "1 + | expected a number, a constant or (, not the end at character 4",
        "(1 + 2 | expected ), not the end at character 7",
        "1 2 | expected an operator, not '2' at character 3",
        "1 + 2) | expected an operator, not ')' at character 6",
        "2 & 3 | expected an operator, not '&' at character 3",
        "0x | expected an operator, not 'x' at character 2",
        "5f | expected an operator, not 'f' at character 2",
        "m + 1 | no constant m",
        "$j | expected a number, a constant or (, not '$' at character 1",
        "len(y) | no buffer y",
        "len(x | expected ), not the end at character 6",
        "sqrt(2) | no function is called 'sqrt'; there are len, bytes, min, max",
        "min(1) | expected ,, not ')' at character 6",
        "1 / 0 | division by zero",
        "1 % (n - 1000) | division by zero",
        "1 / 0.0 | division by zero",
        "most * 3 | 27670116110564327421 does not fit into 64 bits",
        "-most - 2 | -9223372036854775809 does not fit into 64 bits",
        "18446744073709551616 | 18446744073709551616 does not fit into 64 bits",
        "1 << 64 | << shifts by 0 to 63, not by 64",
        "1 >> -1 | >> shifts by 0 to 63, not by -1",
        "2 << 63 | 18446744073709551616 does not fit into 64 bits",
        "1.5 % 1 | % is for whole numbers",
        "1.0 << 1 | << is for whole numbers",
        "1e308 * 10 | 1.0E308 * 10.0 is beyond double precision",
        "1e999 | 1e999 is beyond double precision",
      })
  void whatHasNoValueSaysWhy(String text, String problem) {
    assertThatIllegalArgumentException().isThrownBy(() -> value(text, false)).withMessage(problem);
  }

  @Test
  void lengthAndDepthAreBounded() {
    String deep = "(".repeat(101) + "1" + ")".repeat(101);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> value(deep, false))
        .withMessage("is nested more than 100 deep");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> value("-".repeat(101) + "1", false))
        .withMessage("is nested more than 100 deep");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> value("1+".repeat(500) + "1", false))
        .withMessage("is longer than 1000 characters");
    assertThat(value("1+".repeat(499) + "1", false)).isEqualTo("500");
    assertThat(value("(".repeat(99) + "1" + ")".repeat(99), false)).isEqualTo("1");
  }

  @Test
  void constantsAreCalledWhatNothingElseIs() {
    assertThat(ExpressionParser.isName("n_2")).isTrue();
    assertThat(ExpressionParser.isName("_")).isTrue();
    for (String name : new String[] {"", "2n", "a-b", "NaN", "inf", "Random", "len", "min", "é"}) {
      assertThat(ExpressionParser.isName(name)).as(name).isFalse();
    }
  }
}
