package dev.magpie.cli.dram;

import dev.magpie.cli.Json;
import dev.magpie.gpu.trace.TraceRun;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;

/** What a trace took as JSON, {@code magpie.dram/1}. */
final class DramJson {
  private DramJson() {}

  static void write(TraceRun run, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      document(run, json);
      json.writeRaw('\n');
    }
  }

  private static void document(TraceRun run, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.dram/1");
    json.writeStringProperty("trace", run.trace().toString());
    json.writeStringProperty("traceFormat", run.traceFormat().toString());
    json.writeStringProperty("dram", run.dram());
    json.writeStringProperty("standard", run.standard());
    json.writeNumberProperty("clockMegahertz", run.clockMegahertz());
    json.writeNumberProperty("channels", run.channels());
    json.writeNumberProperty("requests", run.requests());
    json.writeNumberProperty("reads", run.reads());
    json.writeNumberProperty("writes", run.writes());
    json.writeNumberProperty("cycles", run.cycles());
    json.writeNumberProperty("drainedCycles", run.drainedCycles());
    json.writeNumberProperty("seconds", run.seconds());
    json.writeNumberProperty("hostSeconds", run.hostSeconds());
    json.writeNumberProperty("bytes", run.bytes());
    json.writeNumberProperty("bandwidth", run.bandwidth());
    json.writeNumberProperty("peakBandwidth", run.peakBandwidth());
    json.writeNumberProperty("utilization", run.utilization());
    json.writeNumberProperty("rowHits", run.rowHits());
    json.writeNumberProperty("rowMisses", run.rowMisses());
    json.writeNumberProperty("rowConflicts", run.rowConflicts());
    json.writeNumberProperty("rowHitRate", run.rowHitRate());
    if (run.reads() == 0) {
      json.writeNullProperty("meanLatency");
    } else {
      json.writeNumberProperty("meanLatency", run.meanLatency());
    }
    json.writeNumberProperty("forwardedReads", run.forwardedReads());
    json.writeNumberProperty("mergedWrites", run.mergedWrites());
    json.writeNumberProperty("activates", run.activates());
    json.writeNumberProperty("precharges", run.precharges());
    json.writeNumberProperty("refreshes", run.refreshes());
    TraceRun.Joules joules = run.joules();
    json.writeObjectPropertyStart("joules");
    json.writeNumberProperty("activate", joules.activate());
    json.writeNumberProperty("column", joules.column());
    json.writeNumberProperty("io", joules.io());
    json.writeNumberProperty("total", joules.total());
    json.writeStringProperty("source", joules.source());
    json.writeEndObject();
    json.writeEndObject();
  }
}
