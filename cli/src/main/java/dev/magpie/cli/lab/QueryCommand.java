package dev.magpie.cli.lab;

import dev.magpie.cli.BadUsageException;
import dev.magpie.cli.Console;
import dev.magpie.cli.Format;
import dev.magpie.cli.Json;
import dev.magpie.lab.LabException;
import dev.magpie.lab.ResultFiles;
import dev.magpie.lab.query.QueryResult;
import dev.magpie.lab.query.ResultQuery;
import dev.magpie.report.Csv;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/** {@code magpie query}: SQL over the results of experiments. */
@Command(
    name = "query",
    description = "Answer SQL over the results of magpie reproduce.",
    sortOptions = false,
    footer = {
      "",
      "Tables:",
      "  experiments   id, title, source, version, quick, parameters, error, started, seconds",
      "  claims        experiment, claim, measure, paper, low, high, unit, measured, verdict,",
      "                notExpected",
      "  measurements  experiment, name, value",
      "  cells         experiment, table, row, column, unit, text, value",
      "  inputs        experiment, name, bytes, sha256, problem",
      "",
      "Examples:",
      "  magpie query \"SELECT verdict, count(*) FROM claims GROUP BY ALL\"",
      "  magpie query \"SELECT * FROM measurements WHERE name LIKE 'gain%%'\" --format csv",
      "  magpie query \"PIVOT (FROM cells WHERE experiment = 'mag/fig13') ON \\\"column\\\""
          + " USING first(text) GROUP BY row\""
    })
public final class QueryCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "SQL", description = "The query.")
  private String sql = "";

  @Option(
      names = {"-o", "--results"},
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The directory of results. Default: ${DEFAULT-VALUE}.")
  private Path results = Path.of("results");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "What is written: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  /** Made by the command line, which sets the options. */
  public QueryCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    QueryResult found;
    try {
      found = ResultQuery.run(ResultFiles.of(results, console::say), sql);
    } catch (LabException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
    switch (format) {
      case JSON -> writeJson(found);
      case CSV -> write(Csv.render(found.toTable()));
      case TABLE ->
          write(
              TextTable.render(
                  found.toTable(),
                  console.columns() == 0 ? TextTable.UNLIMITED : console.columns()));
    }
    return 0;
  }

  private void write(String text) throws IOException {
    console.out().write(text.getBytes(StandardCharsets.UTF_8));
    console.out().flush();
  }

  private void writeJson(QueryResult found) throws IOException {
    try (JsonGenerator json = Json.generator(console.out())) {
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
    }
    write("\n");
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
