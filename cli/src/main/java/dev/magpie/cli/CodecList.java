package dev.magpie.cli;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Parameter;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The codecs there are. */
final class CodecList implements Report {
  @Override
  public String csv() {
    return Csv.render(table());
  }

  /** For people: who wants a codec, and who wants to set it, look for different things. */
  @Override
  public String text(int width) {
    Table.Builder codecs =
        Table.titled("")
            .text("codec")
            .text("title")
            .text("fidelity")
            .number("compress", 0, "cycles")
            .number("decompress", 0, "cycles")
            .text("source");
    Table.Builder parameters =
        Table.titled("Parameters, given as codec:parameter=value,parameter=value")
            .text("codec")
            .text("parameter")
            .text("default")
            .text("values")
            .text("meaning");
    for (CodecFamily family : Codecs.families()) {
      codecs.row(
          family.name(),
          family.title(),
          family.fidelity(),
          boxed(family.latency().compressionCycles()),
          boxed(family.latency().decompressionCycles()),
          family.source());
      for (Parameter each : family.parameters()) {
        parameters.row(
            family.name(), each.name(), each.defaultValue(), each.legalValues(), each.meaning());
      }
    }
    return TextTable.render(codecs.build(), width)
        + "\n"
        + TextTable.render(parameters.build(), width);
  }

  private static Table table() {
    Table.Builder table =
        Table.titled("")
            .text("codec")
            .text("title")
            .text("source")
            .number("minimumBlockBytes", 0)
            .number("compressionCycles", 0)
            .number("decompressionCycles", 0)
            .text("parameters")
            .text("lossy")
            .text("trained");
    for (CodecFamily family : Codecs.families()) {
      table.row(
          family.name(),
          family.title(),
          family.source(),
          family.minimumBlockBytes(),
          boxed(family.latency().compressionCycles()),
          boxed(family.latency().decompressionCycles()),
          family.parameters().stream()
              .map(each -> each.name() + "=" + each.defaultValue())
              .collect(Collectors.joining(",")),
          family.isLossy(),
          family.isTrained());
    }
    return table.build();
  }

  private static @Nullable Integer boxed(OptionalInt cycles) {
    return cycles.isPresent() ? cycles.getAsInt() : null;
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.codecs/1");
      json.writeArrayPropertyStart("codecs");
      Codecs.families().forEach(family -> write(family, json));
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void write(CodecFamily family, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("name", family.name());
    json.writeStringProperty("title", family.title());
    json.writeStringProperty("source", family.source());
    json.writeBooleanProperty("lossy", family.isLossy());
    json.writeBooleanProperty("trained", family.isTrained());
    json.writeNumberProperty("minimumBlockBytes", family.minimumBlockBytes());
    json.writeObjectPropertyStart("latency");
    write("compressionCycles", family.latency().compressionCycles(), json);
    write("decompressionCycles", family.latency().decompressionCycles(), json);
    json.writeStringProperty("source", family.latency().source());
    json.writeEndObject();
    json.writeArrayPropertyStart("parameters");
    for (Parameter parameter : family.parameters()) {
      json.writeStartObject();
      json.writeStringProperty("name", parameter.name());
      json.writeStringProperty("default", parameter.defaultValue());
      json.writeStringProperty("values", parameter.legalValues());
      json.writeStringProperty("meaning", parameter.meaning());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(String name, OptionalInt cycles, JsonGenerator json) {
    if (cycles.isPresent()) {
      json.writeNumberProperty(name, cycles.getAsInt());
    } else {
      json.writeNullProperty(name);
    }
  }
}
