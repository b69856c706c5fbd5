package dev.magpie.cli.run;

import dev.magpie.cli.Json;
import dev.magpie.job.KernelResult;
import dev.magpie.job.RunResult;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;

/** What a job did as JSON, {@code magpie.run/1}. */
final class RunJson {
  private final JsonGenerator json;

  private RunJson(JsonGenerator json) {
    this.json = json;
  }

  static void write(RunResult run, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new RunJson(json).document(run);
      json.writeRaw('\n');
    }
  }

  private void document(RunResult run) {
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.run/1");
    json.writeNumberProperty("launches", run.launches());
    json.writeArrayPropertyStart("kernels");
    run.kernels().forEach(this::kernel);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void kernel(KernelResult kernel) {
    json.writeStartObject();
    json.writeStringProperty("name", kernel.name());
    json.writeNumberProperty("launches", kernel.launches());
    json.writeNumberProperty("hostSeconds", kernel.hostSeconds());
    json.writeNumberProperty("warpInstructions", kernel.warpInstructions());
    json.writeNumberProperty("threadInstructions", kernel.threadInstructions());
    json.writeObjectPropertyStart("instructions");
    kernel
        .instructions()
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

  private void executed(KernelResult.Executed executed) {
    json.writeNumberProperty("warpInstructions", executed.warpInstructions());
    json.writeNumberProperty("threadInstructions", executed.threadInstructions());
  }

  private void access(KernelResult.Accesses row) {
    json.writeStartObject();
    json.writeStringProperty("space", row.space());
    json.writeStringProperty("access", row.access());
    json.writeNumberProperty("bytesPerThread", row.bytesPerThread());
    json.writeNumberProperty("requests", row.requests());
    json.writeNumberProperty("threads", row.threads());
    row.sectors().ifPresent(sectors -> json.writeNumberProperty("sectors", sectors));
    row.sectorsPerRequest()
        .ifPresent(sectors -> json.writeNumberProperty("sectorsPerRequest", sectors));
    json.writeEndObject();
  }
}
