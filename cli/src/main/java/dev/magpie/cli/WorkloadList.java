package dev.magpie.cli;

import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import dev.magpie.workload.cuda.Parameter;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.series.SeriesPrograms;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** The programs that {@code magpie workload} lists. */
final class WorkloadList implements Report {

  /** One of them. */
  private record Line(
      String name, String kind, String after, String summary, List<String> parameters) {}

  private static List<Line> all() {
    return Stream.concat(
            SeriesPrograms.all().stream().map(WorkloadList::line),
            CudaWorkload.all().stream()
                .map(CudaWorkload::program)
                .map(each ->
                    new Line(
                        each.name(),
                        CudaWorkload.KIND,
                        each.after(),
                        each.summary(),
                        each.parameters().stream().map(Parameter::name).toList())))
        .toList();
  }

  private static Line line(SeriesProgram program) {
    return new Line(
        program.name(),
        program.training() ? "training" : "HPC",
        program.after(),
        program.summary(),
        List.of());
  }

  private static Table table() {
    Table.Builder table =
        Table.titled("")
            .text("program")
            .text("kind")
            .text("after")
            .text("what it computes")
            .text("parameters");
    all()
        .forEach(each ->
            table.row(
                each.name,
                each.kind,
                each.after,
                each.summary,
                String.join(", ", each.parameters)));
    return table.build();
  }

  @Override
  public String csv() {
    return Csv.render(table());
  }

  @Override
  public String text(int width) {
    return TextTable.render(table(), width);
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.workloads/1");
      json.writeArrayPropertyStart("programs");
      for (Line each : all()) {
        json.writeStartObject();
        json.writeStringProperty("name", each.name);
        json.writeStringProperty("kind", each.kind);
        json.writeStringProperty("after", each.after);
        json.writeStringProperty("summary", each.summary);
        json.writeArrayPropertyStart("parameters");
        each.parameters.forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
