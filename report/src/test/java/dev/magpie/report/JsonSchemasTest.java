package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JsonSchemasTest {
  private enum Kind {
    LOSSY,
    EXACT
  }

  private record Row(@JsonUnwrapped Named named, Optional<Kind> kind) {}

  private record Named(String name, @Nullable Integer cycles) {}

  private record Found(double ratio, List<@Nullable Long> sizes, Map<String, Row> rows) {}

  private record Less(double ratio, List<@Nullable Long> sizes, Map<String, LessRow> rows) {}

  private record LessRow(String name, Optional<Integer> cycles) {}

  private final DocumentType<Found> found = new DocumentType<>("magpie.found/1", Found.class);

  @Test
  void aRecordIsAnObjectWhosePropertiesAreAllThereButOptionals() {
    assertThat(JsonSchemas.of(found))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"$schema": "https://json-schema.org/draft/2020-12/schema",
                     "title": "magpie.found/1",
                     "type": "object",
                     "properties": {
                       "schema": {"const": "magpie.found/1"},
                       "ratio": {"type": ["number", "null"]},
                       "sizes": {"type": "array", "items": {"type": ["integer", "null"]}},
                       "rows": {
                         "type": "object",
                         "additionalProperties": {
                           "type": "object",
                           "properties": {
                             "name": {"type": "string"},
                             "cycles": {"type": ["integer", "null"]},
                             "kind": {"type": "string", "enum": ["LOSSY", "EXACT"]}},
                           "required": ["name", "cycles"]}}},
                     "required": ["schema", "ratio", "sizes", "rows"]}
                    """));
  }

  @Test
  void addingBreaksNothingAndLosingOrRetypingDoes() {
    var more = JsonSchemas.of(found);
    var less = JsonSchemas.of(new DocumentType<>("magpie.found/1", Less.class));
    assertThat(JsonSchemas.breaks(more, more)).isEmpty();
    assertThat(JsonSchemas.breaks(more, less))
        .containsExactly(
            "/rows/*: \"cycles\" is not required any more",
            "/rows/*/cycles was [\"integer\",\"null\"], is \"integer\"",
            "/rows/*/kind is gone");
    assertThat(
            JsonSchemas.breaks(
                JsonSchemas.of(new DocumentType<>("a/1", LessRow.class)),
                JsonSchemas.of(new DocumentType<>("a/1", Added.class))))
        .isEmpty();
  }

  private record Added(String name, int bytes, Optional<Integer> cycles) {}
}
