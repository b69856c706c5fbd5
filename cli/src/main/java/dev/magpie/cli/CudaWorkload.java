package dev.magpie.cli;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Parameter;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.cuda.ProgramSnapshots;
import dev.magpie.workload.cuda.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** A program for CUDA devices, as {@code magpie workload} shows and runs it. */
public record CudaWorkload(CudaProgram program) implements Report {
  static final String KIND = "CUDA";

  static List<CudaWorkload> all() {
    return Stream.concat(MagPrograms.all().stream(), KernelPrograms.all().stream())
        .map(CudaWorkload::new)
        .toList();
  }

  /** The program with a name. */
  public static Optional<CudaWorkload> find(String name) {
    return all().stream().filter(each -> each.program.name().equals(name)).findFirst();
  }

  /** What it takes. */
  private Table parameters() {
    Table.Builder table =
        Table.titled("")
            .text("parameter")
            .text("quick")
            .text("full")
            .text("paper")
            .text("what it is");
    for (Parameter parameter : program.parameters()) {
      table.row(
          parameter.name(),
          parameter.quick(),
          parameter.full(),
          parameter.paper(),
          parameter.description());
    }
    return table.build();
  }

  @Override
  public String csv() {
    return Csv.render(parameters());
  }

  @Override
  public String text(int width) {
    return "%s: %s%nchecked against plain Java: %s%n%n%s"
        .formatted(
            program.name(),
            program.summary(),
            program.check(),
            TextTable.render(parameters(), width));
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.workload/1");
      json.writeStringProperty("name", program.name());
      json.writeStringProperty("kind", KIND);
      json.writeStringProperty("after", program.after());
      json.writeStringProperty("summary", program.summary());
      json.writeStringProperty("check", program.check());
      json.writeArrayPropertyStart("parameters");
      for (Parameter parameter : program.parameters()) {
        json.writeStartObject();
        json.writeStringProperty("name", parameter.name());
        json.writeStringProperty("quick", parameter.quick());
        json.writeStringProperty("full", parameter.full());
        json.writeStringProperty("paper", parameter.paper());
        json.writeStringProperty("description", parameter.description());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /** Checks that there are such parameters, and that they may be so. */
  void check(Parameter.Size size, Map<String, String> chosen) {
    Settings.of(program.parameters(), size, chosen);
  }

  /**
   * Runs the program, checks its result, and runs it again for its memory at ten points.
   *
   * @return what to tell the user
   */
  String write(Parameter.Size size, Map<String, String> chosen, Path directory) {
    CudaProgram.Run run = program.start().apply(Settings.of(program.parameters(), size, chosen));
    long[] launches = new long[1];
    long[] instructions = new long[1];
    ProgramRunner.execute(
        program,
        run,
        program.ptx().text(),
        LaunchOptions.DEFAULT,
        (_, result) -> {
          launches[0]++;
          instructions[0] += result.profile().warpInstructions();
        });
    run.check();
    ProgramSnapshots.write(program, run, LaunchOptions.DEFAULT, launches[0], directory);
    return "%s: %d launches, %d warp-instructions; as in plain Java: %s"
        .formatted(program.name(), launches[0], instructions[0], program.check());
  }
}
