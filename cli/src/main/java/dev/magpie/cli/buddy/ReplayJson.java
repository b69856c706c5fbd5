package dev.magpie.cli.buddy;

import dev.magpie.buddy.Replay;
import dev.magpie.cli.Json;
import dev.magpie.memory.Transfers;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** What a replay found as JSON, {@code magpie.replay/1}. */
final class ReplayJson {
  private final JsonGenerator json;

  private ReplayJson(JsonGenerator json) {
    this.json = json;
  }

  static void write(ReplayTables replay, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new ReplayJson(json).document(replay);
      json.writeRaw('\n');
    }
  }

  private void document(ReplayTables replay) {
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.replay/1");
    json.writeStringProperty("codec", replay.codec());
    json.writeNumberProperty("deviceBytes", replay.result().deviceBytes());
    json.writeNumberProperty("carveOutBytes", replay.result().carveOutBytes());
    json.writeBooleanProperty("unchanged", true);
    json.writeObjectPropertyStart("total");
    sum(replay.total());
    json.writeEndObject();
    json.writeArrayPropertyStart("snapshots");
    for (Replay.Step step : replay.result().steps()) {
      json.writeStartObject();
      json.writeStringProperty("name", step.name());
      sum(ReplayTables.sum(step.visits()));
      json.writeArrayPropertyStart("allocations");
      step.visits().forEach(this::visit);
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void visit(Replay.Visit visit) {
    json.writeStartObject();
    json.writeStringProperty("name", visit.key().name());
    json.writeStringProperty("path", visit.key().path());
    json.writeStringProperty("target", visit.target().toString());
    sum(ReplayTables.sum(List.of(visit)));
    json.writeEndObject();
  }

  private void sum(ReplayTables.Sum sum) {
    Transfers moved = sum.moved;
    json.writeNumberProperty("entries", sum.entries);
    json.writeNumberProperty("spilled", sum.spilled);
    json.writeNumberProperty("deviceReads", moved.deviceReads);
    json.writeNumberProperty("deviceWrites", moved.deviceWrites);
    json.writeNumberProperty("buddyReads", moved.buddyReads);
    json.writeNumberProperty("buddyWrites", moved.buddyWrites);
    json.writeNumberProperty("metadataAccesses", moved.metadataAccesses);
    json.writeNumberProperty("metadataMisses", moved.metadataMisses);
    json.writeNumberProperty("overflows", moved.overflows);
  }
}
