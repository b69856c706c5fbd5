package dev.magpie.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.job.expression.NumericValue;
import dev.magpie.snapshot.Dtype;
import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers in the types of elements and arguments. */
class NumbersTest {
  private static NumericValue value(String number) {
    return number.contains(".")
        ? NumericValue.of(Double.parseDouble(number))
        : new NumericValue.Whole(new BigInteger(number));
  }

  @ParameterizedTest
  @CsvSource({
    "u8, 255, ff",
    "i8, -128, ffffffffffffff80",
    "u64, 18446744073709551615, ffffffffffffffff",
    "i64, -9223372036854775808, 8000000000000000",
    "i32, 7.0, 7",
    "f32, 16777217, 4b800000",
    "f32, 0.5, 3f000000",
    "f64, 9007199254740993, 4340000000000000",
    "f16, 65504, 7bff",
    "f16, -0.5, b800",
    "bf16, 1.0, 3f80",
    "bf16, 257, 4380",
  })
  void typesHoldWhatTheyReach(String dtype, String number, String bits) {
    long expected = Long.parseUnsignedLong(bits, 16);
    assertThat(Numbers.bits(Dtype.parse(dtype), value(number))).isEqualTo(expected);
    assertThat(Numbers.bits(Dtype.parse(dtype), number)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "u8, 256, u8 does not reach 256",
    "u32, -1, u32 does not reach -1",
    "i64, 9223372036854775808, i64 does not reach 9223372036854775808",
    "i32, 2.5, 2.5 is not a whole number",
    "f32, 1.0e39, f32 does not reach 1.0E39",
    "f16, 65520, f16 does not reach 65520",
    "f16, -70000.0, f16 does not reach -70000.0",
    "bf16, 3.4e38, bf16 does not reach 3.4E38",
  })
  void whatTheyDoNotReachIsTold(String dtype, String number, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Numbers.bits(Dtype.parse(dtype), value(number)))
        .withMessage(problem);
  }
}
