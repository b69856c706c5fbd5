package dev.magpie.cli.dram;

import dev.magpie.cli.Json;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramEnergy;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;

/** What a trace took as JSON, {@code magpie.dram/1}. */
final class DramJson {
  private DramJson() {}

  static void write(DramRun run, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      document(run, json);
      json.writeRaw('\n');
    }
  }

  private static void document(DramRun run, JsonGenerator json) {
    DramConfig config = run.config();
    ChannelCounters counters = run.counters();
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.dram/1");
    json.writeStringProperty("trace", run.trace().toString());
    json.writeStringProperty("traceFormat", run.format().toString());
    json.writeStringProperty("dram", config.name());
    json.writeStringProperty("standard", config.standard());
    json.writeNumberProperty("clockMegahertz", config.clockMegahertz());
    json.writeNumberProperty("channels", run.memory().channels());
    json.writeNumberProperty("requests", counters.requests());
    json.writeNumberProperty("reads", counters.reads);
    json.writeNumberProperty("writes", counters.writes);
    json.writeNumberProperty("cycles", run.cycles());
    json.writeNumberProperty("drainedCycles", run.drainedCycles());
    json.writeNumberProperty("seconds", run.seconds());
    json.writeNumberProperty("hostSeconds", run.hostSeconds());
    json.writeNumberProperty("bytes", run.bytesMoved());
    json.writeNumberProperty("bandwidth", run.bandwidth());
    json.writeNumberProperty("peakBandwidth", run.memory().peakGigabytesPerSecond());
    json.writeNumberProperty("utilization", run.utilization());
    json.writeNumberProperty("rowHits", counters.rowHits);
    json.writeNumberProperty("rowMisses", counters.rowMisses);
    json.writeNumberProperty("rowConflicts", counters.rowConflicts);
    json.writeNumberProperty("rowHitRate", counters.rowHitRate());
    if (counters.reads == 0) {
      json.writeNullProperty("meanLatency");
    } else {
      json.writeNumberProperty("meanLatency", counters.meanReadLatency());
    }
    json.writeNumberProperty("forwardedReads", counters.forwardedReads);
    json.writeNumberProperty("mergedWrites", counters.mergedWrites);
    json.writeNumberProperty("activates", counters.activates);
    json.writeNumberProperty("precharges", counters.precharges);
    json.writeNumberProperty("refreshes", counters.refreshes);
    energy(run, config.energy(), json);
    json.writeEndObject();
  }

  private static void energy(DramRun run, DramEnergy energy, JsonGenerator json) {
    json.writeObjectPropertyStart("joules");
    json.writeNumberProperty("activate", energy.activateJoules(run.counters().activates));
    json.writeNumberProperty("column", energy.columnJoules(run.bytesMoved()));
    json.writeNumberProperty("io", energy.ioJoules(run.bytesMoved()));
    json.writeNumberProperty("total", run.joules());
    json.writeStringProperty("source", energy.source());
    json.writeEndObject();
  }
}
