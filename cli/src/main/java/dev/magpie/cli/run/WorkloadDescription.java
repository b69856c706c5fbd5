package dev.magpie.cli.run;

import dev.magpie.cli.output.Report;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.InputParameter;
import java.util.List;

/** What a program for CUDA devices is, and takes. */
record WorkloadDescription(
    String name,
    String kind,
    String after,
    String summary,
    String check,
    List<Setting> parameters) {
  static final DocumentType<WorkloadDescription> TYPE =
      new DocumentType<>("magpie.workload/1", WorkloadDescription.class);

  private record Setting(String name, String quick, String full, String paper, String description) {
    static Setting of(InputParameter parameter) {
      return new Setting(
          parameter.name(),
          parameter.quick(),
          parameter.full(),
          parameter.paper(),
          parameter.description());
    }
  }

  static Report report(CudaProgram program) {
    List<Setting> settings = program.parameters().stream().map(Setting::of).toList();
    return Report.of(
            TYPE,
            new WorkloadDescription(
                program.name(),
                WorkloadProgram.KIND,
                program.after(),
                program.summary(),
                program.check(),
                settings),
            new Columns<Setting>()
                .text("parameter", Setting::name)
                .text("quick", Setting::quick)
                .text("full", Setting::full)
                .text("paper", Setting::paper)
                .text("what it is", Setting::description)
                .table(settings))
        .withCsv(Setting.class, settings)
        .headed(
            "%s: %s%nchecked against plain Java: %s"
                .formatted(program.name(), program.summary(), program.check()));
  }
}
