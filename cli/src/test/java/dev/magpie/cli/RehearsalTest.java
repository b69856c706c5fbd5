package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RehearsalTest {
  static Stream<String> commands() {
    return Rehearsal.COMMANDS.stream();
  }

  /** One that fails would load few classes, and nobody would be told. */
  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandIsOne(String command) {
    assertThat(Rehearsal.run(Rehearsal.words(command, "../examples"))).isZero();
  }
}
