package dev.magpie.cli.lab;

import dev.magpie.cli.Json;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What {@code magpie reproduce} writes as JSON. */
final class ScoreboardJson {
  private ScoreboardJson() {}

  /** {@code magpie.experiments/1}. */
  static String list(List<Experiment<?>> experiments) {
    return document(
        "magpie.experiments/1",
        json -> {
          for (Experiment<?> experiment : experiments) {
            Description description = experiment.description();
            json.writeStartObject();
            json.writeStringProperty("id", description.id());
            json.writeStringProperty("title", description.title());
            json.writeStringProperty("source", description.source());
            json.writeNumberProperty("claims", experiment.claims().size());
            json.writeBooleanProperty("readsData", description.readsData());
            json.writeEndObject();
          }
        },
        null);
  }

  /** {@code magpie.scoreboard/1}. */
  static String outcomes(List<Outcome> outcomes, Path report) {
    return document(
        "magpie.scoreboard/1",
        json -> outcomes.forEach(outcome -> write(outcome, json)),
        report.toString());
  }

  private static void write(Outcome outcome, JsonGenerator json) {
    ExperimentResult result = outcome.result();
    json.writeStartObject();
    json.writeStringProperty("id", result.id());
    json.writeStringProperty("how", outcome.how().toString());
    json.writeStringProperty("size", result.size().toString());
    json.writeStringProperty("error", result.error());
    json.writeArrayPropertyStart("failedData");
    for (ExperimentResult.Input input : result.inputs()) {
      if (!input.problem().isEmpty()) {
        json.writeStartObject();
        json.writeStringProperty("name", input.name());
        json.writeStringProperty("problem", input.problem());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("claims");
    for (JudgedClaim claim : result.claims()) {
      json.writeStartObject();
      json.writeStringProperty("measure", claim.measure());
      json.writeStringProperty("text", claim.text());
      json.writeNumberProperty("paper", claim.paper());
      write("measured", claim.measured(), json);
      json.writeStringProperty("unit", claim.unit());
      json.writeStringProperty("verdict", claim.verdict().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("notExpected", claim.notExpected());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(String name, @Nullable Double value, JsonGenerator json) {
    if (value == null) {
      json.writeNullProperty(name);
    } else {
      json.writeNumberProperty(name, value);
    }
  }

  private static String document(
      String schema, Consumer<JsonGenerator> experiments, @Nullable String report) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.generator(bytes)) {
      json.writeStartObject();
      json.writeStringProperty("schema", schema);
      if (report != null) {
        json.writeStringProperty("report", report);
      }
      json.writeArrayPropertyStart("experiments");
      experiments.accept(json);
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toString(StandardCharsets.UTF_8) + "\n";
  }
}
