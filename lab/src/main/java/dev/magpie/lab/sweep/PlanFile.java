package dev.magpie.lab.sweep;

import dev.magpie.analysis.Shard;
import dev.magpie.lab.result.LabException;
import dev.magpie.report.DocumentType;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The file of a plan. */
final class PlanFile {
  private static final int MOST_BYTES = 256 << 20;
  private static final String SCHEMA = "magpie.sweep-plan/1";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final DocumentType<Content> TYPE = new DocumentType<>(SCHEMA, Content.class);

  private record Content(
      String version,
      String sweep,
      int all,
      String shard,
      List<SweepPlan.Planned> points,
      List<Sweep.LeftOut> leftOut) {}

  private PlanFile() {}

  static void write(Path file, SweepPlan plan) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TYPE.write(
        new Content(
            plan.version(),
            plan.sweep(),
            plan.all(),
            plan.shard().toString(),
            plan.points(),
            plan.leftOut()),
        bytes);
    try {
      WholeFile.write(file, bytes.toByteArray());
    } catch (IOException e) {
      throw IoReason.unwritten(file, e);
    }
  }

  /**
   * Reads a plan.
   *
   * @throws LabException if it is none
   */
  static SweepPlan read(Path file) {
    try {
      JsonNode json = MAPPER.readTree(InputFiles.bytes(file, MOST_BYTES));
      if (!json.path("schema").asString("").equals(SCHEMA)) {
        throw new LabException(file + ": is no plan of a sweep; 'magpie sweep' writes it again");
      }
      List<SweepPlan.Planned> points = new ArrayList<>();
      for (JsonNode each : json.path("points")) {
        points.add(
            new SweepPlan.Planned(
                name(file, each.path("file").asString("")),
                each.path("key").asString(""),
                texts(each.path("axes"))));
      }
      List<Sweep.LeftOut> leftOut = new ArrayList<>();
      for (JsonNode each : json.path("leftOut")) {
        leftOut.add(new Sweep.LeftOut(texts(each.path("axes")), each.path("reason").asString("")));
      }
      return new SweepPlan(
          json.path("version").asString(""),
          json.path("sweep").asString(""),
          json.path("all").asInt(0),
          Shard.parse(json.path("shard").asString("")),
          points,
          leftOut);
    } catch (IOException e) {
      throw new LabException(IoReason.withFile(e), e);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new LabException(
          "%s: damaged (%s); 'magpie sweep' writes it again"
              .formatted(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  /** A point's file is beside others, wherever a plan says it is. */
  private static String name(Path plan, String file) {
    if (file.isEmpty() || !file.equals(String.valueOf(Path.of(file).getFileName()))) {
      throw new LabException(plan + ": damaged: names no file of a point: " + file);
    }
    return file;
  }

  /** An object's texts by name. */
  static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asString("")));
    return texts;
  }
}
