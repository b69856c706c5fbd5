package dev.magpie.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GivenCommandTest {
  @Test
  void aPageCanBeMadeTheSameAgain() {
    assertThat(GivenCommand.at(Optional.of("1790000000"))).isEqualTo("2026-09-21 14:13");
    assertThat(GivenCommand.at(Optional.empty())).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "today", "1e9", "9223372036854775807"})
  void whatIsNoSecondIsSaid(String epoch) {
    assertThatExceptionOfType(BadUsageException.class)
        .isThrownBy(() -> GivenCommand.at(Optional.of(epoch)))
        .withMessage("SOURCE_DATE_EPOCH is seconds since 1970, not '%s'", epoch);
  }
}
