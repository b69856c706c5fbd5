package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
  @Test
  void listsTheCommands() {
    for (Ran ran : List.of(Ran.magpie(), Ran.magpie("--help"), Ran.magpie("help"))) {
      assertThat(ran.status()).isZero();
      assertThat(ran.out()).contains("analyze", "codecs", "examples", "Exit status");
      assertThat(ran.err()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"analyze", "train", "codecs", "examples"})
  void everyCommandShowsExamples(String command) {
    Ran ran = Ran.magpie(command, "--help");
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).contains("Usage: magpie " + command, "Example", "  magpie " + command);
    assertThat(Ran.magpie("help", command).out()).isEqualTo(ran.out());
  }

  @Test
  void versionTellsWhatRuns() {
    assertThat(Ran.magpie("--version").out())
        .containsPattern("magpie \\d+\\.\\d+\\.\\d+")
        .contains("java 25")
        .contains(Codecs.acceleration());
  }

  @Test
  void codecsListsEveryOne() {
    List<String> names = Codecs.families().stream().map(CodecFamily::name).toList();
    Ran json = Ran.magpie("codecs", "--format", "json");
    assertThat(json.json().get("schema").asString()).isEqualTo("magpie.codecs/1");
    assertThat(json.json().get("codecs").valueStream().map(codec -> codec.get("name").asString()))
        .isEqualTo(names);
    assertThat(Ran.magpie("codecs", "--format", "csv").out().lines().count())
        .isEqualTo(1 + names.size());
    assertThat(Ran.magpie("codecs").out()).contains(names);
  }
}
