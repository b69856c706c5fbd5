package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.Json;
import dev.magpie.snapshot.Allocation;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The result as JSON, {@code magpie.analyze/1}. */
final class AnalyzeJson {
  private final Analysis analysis;
  private final JsonGenerator json;

  private AnalyzeJson(Analysis analysis, JsonGenerator json) {
    this.analysis = analysis;
    this.json = json;
  }

  static void write(Analysis analysis, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new AnalyzeJson(analysis, json).document();
      json.writeRaw('\n');
    }
  }

  private void document() {
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.analyze/1");
    json.writeNumberProperty("blockBytes", analysis.granularity().blockBytes());
    json.writeNumberProperty("magBytes", analysis.granularity().magBytes());
    if (!analysis.training().isEmpty()) {
      json.writeStringProperty("training", analysis.training());
    }
    json.writeArrayPropertyStart("allocations");
    analysis.sizes().allocations().forEach(this::allocation);
    json.writeEndArray();
    json.writeObjectPropertyStart("total");
    json.writeNumberProperty("bytes", analysis.sizes().bytes());
    json.writeNumberProperty("blocks", analysis.sizes().blocks());
    results(analysis.sizes().total());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void allocation(AllocationSizes sizes) {
    Allocation allocation = sizes.allocation();
    json.writeStartObject();
    json.writeStringProperty("source", allocation.source().toString());
    json.writeStringProperty("name", allocation.name());
    json.writeStringProperty("dtype", allocation.dtype().toString());
    json.writeArrayPropertyStart("shape");
    allocation.shape().forEach(json::writeNumber);
    json.writeEndArray();
    json.writeNumberProperty("bytes", allocation.bytes());
    json.writeNumberProperty("blocks", sizes.blocks());
    results(sizes.byCodec());
    json.writeEndObject();
  }

  private void results(List<SizeHistogram> byCodec) {
    json.writeArrayPropertyStart("results");
    for (int c = 0; c < byCodec.size(); c++) {
      result(analysis.codecs().get(c).toString(), byCodec.get(c));
    }
    json.writeEndArray();
  }

  private void result(String codec, SizeHistogram histogram) {
    json.writeStartObject();
    json.writeStringProperty("codec", codec);
    json.writeNumberProperty("codedBits", histogram.codedBits());
    json.writeNumberProperty("storedBytes", histogram.storedBytes());
    json.writeNumberProperty("effectiveBytes", histogram.effectiveBytes(analysis.granularity()));
    ratio("rawRatio", histogram.rawRatio());
    ratio("effectiveRatio", histogram.effectiveRatio(analysis.granularity()));
    json.writeObjectPropertyStart("granules");
    long[] blocks = histogram.blocksByGranules(analysis.granularity());
    for (int granules = 1; granules < blocks.length; granules++) {
      json.writeNumberProperty(String.valueOf(granules), blocks[granules]);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Null where there are no blocks. */
  private void ratio(String name, double value) {
    if (Double.isFinite(value)) {
      json.writeNumberProperty(name, value);
    } else {
      json.writeNullProperty(name);
    }
  }
}
