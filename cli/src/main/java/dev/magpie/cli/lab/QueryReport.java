package dev.magpie.cli.lab;

import dev.magpie.cli.Json;
import dev.magpie.cli.Report;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.report.Csv;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What a query found. */
record QueryReport(QueryResult found) implements Report {
  @Override
  public String csv() {
    return Csv.render(found.toTable());
  }

  @Override
  public String text(int width) {
    return TextTable.render(found.toTable(), width);
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.query/1");
      json.writeArrayPropertyStart("columns");
      found.columns().forEach(json::writeString);
      json.writeEndArray();
      json.writeArrayPropertyStart("rows");
      for (List<@Nullable Object> row : found.rows()) {
        json.writeStartArray();
        for (Object value : row) {
          writeValue(value, json);
        }
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void writeValue(@Nullable Object value, JsonGenerator json) {
    switch (value) {
      case null -> json.writeNull();
      case Boolean bool -> json.writeBoolean(bool);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case java.math.BigInteger number -> json.writeNumber(number);
      case java.math.BigDecimal number -> json.writeNumber(number);
      case Number number when Double.isFinite(number.doubleValue()) ->
          json.writeNumber(number.doubleValue());
      default -> json.writeString(value.toString());
    }
  }
}
