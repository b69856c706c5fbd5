package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
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
  void whatIsNoRequestIsAnsweredSo() {
    List<JsonNode> answers =
        answers(
            "",
            "codecs",
            "{\"arguments\": []}",
            "{\"arguments\": [null]}",
            "{\"arguments\": [\"serve\"]}",
            "{\"arguments\": [\"explore\", \"x\"]}",
            "null",
            "{\"other\": 1}");
    assertThat(answers).hasSize(8);
    for (JsonNode each : answers) {
      assertThat(each.path("status").asInt()).isEqualTo(2);
      assertThat(each.path("err").asString())
          .startsWith("magpie: the line is no request, as {\"arguments\": [\"codecs\"]}: ")
          .hasLineCount(1);
    }
  }
}
