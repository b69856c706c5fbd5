package dev.magpie.lab.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.magpie.lab.data.Sha256;
import dev.magpie.report.BarChart;
import dev.magpie.report.Chart;
import dev.magpie.report.LineChart;
import dev.magpie.report.ScatterChart;
import dev.magpie.report.StackedBarChart;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The text of a result file. A checksum over the rest of it tells a damaged one. */
final class ResultFile {
  /** A result takes some hundred KiB; what is none should not fill the memory. */
  static final int MOST_BYTES = 256 << 20;

  private static final String CHECKSUM = "checksum";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addMixIn(Chart.class, ChartKinds.class)
          .addMixIn(ExperimentResult.class, ResultFields.class)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(tools.jackson.databind.MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(tools.jackson.databind.MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  /** Tells charts apart in JSON. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = BarChart.class, name = "bars"),
    @JsonSubTypes.Type(value = StackedBarChart.class, name = "stack"),
    @JsonSubTypes.Type(value = LineChart.class, name = "lines"),
    @JsonSubTypes.Type(value = ScatterChart.class, name = "scatter")
  })
  private interface ChartKinds {}

  /** What is derived from other fields. */
  @JsonIgnoreProperties({"complete"})
  private interface ResultFields {}

  private ResultFile() {}

  static byte[] write(ExperimentResult result) {
    ObjectNode json = MAPPER.valueToTree(result);
    json.put(CHECKSUM, checksum(json));
    return MAPPER
        .writer()
        .with(SerializationFeature.INDENT_OUTPUT)
        .writeValueAsString(json)
        .concat("\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a result.
   *
   * @throws IllegalArgumentException if the bytes are not what {@link #write} made
   */
  static ExperimentResult read(byte[] bytes) {
    try {
      if (!(MAPPER.readTree(bytes) instanceof ObjectNode json)) {
        throw new IllegalArgumentException("it is no JSON object");
      }
      JsonNode checksum = json.remove(CHECKSUM);
      if (checksum == null || !checksum.asString("").equals(checksum(json))) {
        throw new IllegalArgumentException("its checksum is wrong");
      }
      // As before there were any.
      json.putIfAbsent("maps", MAPPER.createArrayNode());
      json.withArray("maps").forEach(ResultFile::withFields);
      json.putIfAbsent("simulations", MAPPER.createArrayNode());
      JsonNode quick = json.remove("quick");
      if (quick != null) {
        // As before there were more than two sizes.
        json.put("size", quick.asBoolean() ? "quick" : "full");
      }
      return MAPPER.treeToValue(json, ExperimentResult.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /** A map as before it said what a field of it is, and had rows left out. */
  private static void withFields(JsonNode map) {
    if (map instanceof ObjectNode json) {
      json.putIfAbsent("fields", MAPPER.createObjectNode().put("name", "tile").put("bytes", 0));
      for (JsonNode layer : json.withArray("layers")) {
        if (layer instanceof ObjectNode each && !each.has("step")) {
          each.put("step", 1);
        }
      }
    }
  }

  private static String checksum(ObjectNode json) {
    return Sha256.of(MAPPER.writeValueAsBytes(json));
  }
}
