package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.Json;
import dev.magpie.codec.CodecSpec;
import dev.magpie.snapshot.Allocation;
import java.io.OutputStream;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
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
    if (analysis.hasLossy()) {
      json.writeArrayPropertyStart("approximate");
      analysis.approximations().patterns().forEach(json::writeString);
      json.writeEndArray();
    }
    json.writeArrayPropertyStart("allocations");
    for (int a = 0; a < analysis.sizes().allocations().size(); a++) {
      allocation(a);
    }
    json.writeEndArray();
    json.writeObjectPropertyStart("total");
    json.writeNumberProperty("bytes", analysis.sizes().bytes());
    json.writeNumberProperty("blocks", analysis.sizes().blocks());
    results(analysis.sizes().total(), analysis.approximations()::total);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void allocation(int index) {
    AllocationSizes sizes = analysis.sizes().allocations().get(index);
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
    results(sizes.byCodec(), codec -> analysis.approximations().error(index, codec));
    json.writeEndObject();
  }

  private void results(
      List<SizeHistogram> byCodec, IntFunction<@Nullable ApproximationError> errors) {
    json.writeArrayPropertyStart("results");
    for (int c = 0; c < byCodec.size(); c++) {
      result(analysis.codecs().get(c), byCodec.get(c), errors.apply(c));
    }
    json.writeEndArray();
  }

  private void result(
      CodecSpec codec, SizeHistogram histogram, @Nullable ApproximationError error) {
    json.writeStartObject();
    json.writeStringProperty("codec", codec.toString());
    if (codec.family().isLossy()) {
      json.writeBooleanProperty("lossy", error != null);
    }
    json.writeNumberProperty("codedBits", histogram.codedBits());
    json.writeNumberProperty("storedBytes", histogram.storedBytes());
    json.writeNumberProperty("effectiveBytes", histogram.effectiveBytes(analysis.granularity()));
    number("rawRatio", histogram.rawRatio());
    number("effectiveRatio", histogram.effectiveRatio(analysis.granularity()));
    json.writeObjectPropertyStart("granules");
    long[] blocks = histogram.blocksByGranules(analysis.granularity());
    for (int granules = 1; granules < blocks.length; granules++) {
      json.writeNumberProperty(String.valueOf(granules), blocks[granules]);
    }
    json.writeEndObject();
    if (error != null) {
      json.writeObjectPropertyStart("approximation");
      json.writeNumberProperty("blocks", error.blocks());
      json.writeNumberProperty("approximatedBlocks", error.approximatedBlocks());
      json.writeNumberProperty("elements", error.elements());
      json.writeNumberProperty("unmeasurable", error.unmeasurable());
      number("meanRelativeError", error.meanRelativeError());
      number("maximumRelativeError", error.maximumRelativeError());
      number("maximumAbsoluteError", error.maximumAbsoluteError());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Null where there is no such number, for want of blocks. */
  private void number(String name, double value) {
    if (Double.isFinite(value)) {
      json.writeNumberProperty(name, value);
    } else {
      json.writeNullProperty(name);
    }
  }
}
