package dev.magpie.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DtypeTest {
  @ParameterizedTest
  @EnumSource
  void nameGivesTheType(Dtype dtype) {
    assertThat(Dtype.parse(dtype.toString())).isEqualTo(dtype);
    assertThat(dtype.bytes() * 8).isEqualTo(Integer.parseInt(dtype.name().replaceAll("\\D", "")));
  }

  @Test
  void unknownNameGetsTheNearestOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dtype.parse("bf61"))
        .withMessageContaining("unknown dtype 'bf61'; the nearest are bf16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dtype.parse("fp32"))
        .withMessageContaining("the nearest are f32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dtype.parse("F32"))
        .withMessageContaining("the nearest are f32");
  }
}
