package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ServeTest {
  private static List<JsonNode> answers(String... lines) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)));
    try {
      Ran ran = Ran.magpie("serve");
      assertThat(ran.status()).isZero();
      assertThat(ran.err()).isEmpty();
      return ran.out().lines().map(JsonMapper.shared()::readTree).toList();
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void eachLineIsACommandAndOneThatFailsLeavesTheOthers() {
    String codecs = "{\"arguments\": [\"codecs\", \"--format\", \"json\"]}";
    List<JsonNode> answers =
        answers(codecs, "{\"arguments\": [\"analyze\", \"nowhere.npy\"]}", codecs);
    Ran alone = Ran.magpie("codecs", "--format", "json");
    assertThat(answers).hasSize(3);
    assertThat(answers.get(0).path("status").asInt()).isZero();
    assertThat(answers.get(0).path("out").asString()).isEqualTo(alone.out());
    assertThat(answers.get(1).path("status").asInt()).isEqualTo(2);
    assertThat(answers.get(1).path("err").asString())
        .isEqualTo("magpie: nowhere.npy: no such file or directory\n");
    assertThat(answers.get(2)).isEqualTo(answers.get(0));
  }

  @Test
  void aLineWithoutAnEndIsRefused() {
    InputStream before = System.in;
    System.setIn(
        new SequenceInputStream(
            new ByteArrayInputStream(new byte[1 << 24]), new ByteArrayInputStream(new byte[1])));
    try {
      Ran ran = Ran.magpie("serve");
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.err()).contains("a line is longer than 16 MiB").hasLineCount(1);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void whatIsNoRequestIsAnsweredSo() {
    List<JsonNode> answers =
        answers(
            "",
            "codecs",
            "{\"arguments\": []}",
            "{\"arguments\": [null]}",
            "{\"arguments\": [\"serve\"]}",
            "{\"arguments\": [\"explore\", \"x\"]}",
            "{\"arguments\": [\"exec\", \"./app\"]}",
            "{\"arguments\": [\"capture\", \"./app\"]}",
            "{\"arguments\": [\"run\", \"app.cu\"]}",
            "{\"arguments\": 5}",
            "{\"arguments\": [\"codecs\", 5]}",
            "[]",
            "{\"arguments\": [\"codecs\"]} []",
            "{\"arguments\": " + "[".repeat(5000),
            "null",
            "{\"other\": 1}");
    assertThat(answers).hasSize(16);
    for (JsonNode each : answers) {
      assertThat(each.path("status").asInt()).isEqualTo(2);
      assertThat(each.path("err").asString())
          .startsWith("magpie: the line is no request, as {\"arguments\": [\"codecs\"]}: ")
          .hasLineCount(1)
          .doesNotContain("java", "Json", "dev.magpie");
    }
  }
}
