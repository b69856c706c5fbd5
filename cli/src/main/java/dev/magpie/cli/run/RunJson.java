package dev.magpie.cli.run;

import dev.magpie.cli.Json;
import dev.magpie.ptx.execute.AccessCounts;
import java.io.OutputStream;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** What a job did as JSON, {@code magpie.run/1}. */
final class RunJson {
  private final JsonGenerator json;

  private RunJson(JsonGenerator json) {
    this.json = json;
  }

  static void write(RunTables run, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new RunJson(json).document(run);
      json.writeRaw('\n');
    }
  }

  private void document(RunTables run) {
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.run/1");
    json.writeNumberProperty("launches", run.launches());
    json.writeArrayPropertyStart("kernels");
    run.kernels().forEach(this::kernel);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void kernel(KernelTotals kernel) {
    json.writeStartObject();
    json.writeStringProperty("name", kernel.name());
    json.writeNumberProperty("launches", kernel.launches());
    json.writeNumberProperty("hostSeconds", kernel.hostSeconds());
    executed(kernel.executed());
    json.writeObjectPropertyStart("instructions");
    kernel
        .byClass()
        .forEach((kind, executed) -> {
          json.writeObjectPropertyStart(kind.toString());
          executed(executed);
          json.writeEndObject();
        });
    json.writeEndObject();
    json.writeNumberProperty("branches", kernel.branches());
    json.writeNumberProperty("divergentBranches", kernel.divergentBranches());
    json.writeArrayPropertyStart("accesses");
    kernel.accesses().forEach(this::access);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void executed(KernelTotals.Executed executed) {
    json.writeNumberProperty("warpInstructions", executed.warps());
    json.writeNumberProperty("threadInstructions", executed.threads());
  }

  private void access(AccessCounts.Row row) {
    json.writeStartObject();
    json.writeStringProperty("space", row.space().toString());
    json.writeStringProperty("access", row.access().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty("bytesPerThread", row.bytes());
    json.writeNumberProperty("requests", row.requests());
    json.writeNumberProperty("threads", row.threads());
    if (row.sectors() > 0) {
      json.writeNumberProperty("sectors", row.sectors());
      json.writeNumberProperty("sectorsPerRequest", (double) row.sectors() / row.requests());
    }
    json.writeEndObject();
  }
}
