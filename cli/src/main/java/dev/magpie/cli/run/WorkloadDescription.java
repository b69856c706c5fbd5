package dev.magpie.cli.run;

import dev.magpie.cli.output.Report;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;

/** What a program is, and takes. */
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
    return report(
        program.name(),
        WorkloadProgram.KIND,
        program.after(),
        program.summary(),
        program.check(),
        program.parameters(),
        "checked against plain Java");
  }

  static Report report(SeriesProgram program) {
    return report(
        program.name(),
        program.kind().toString(),
        program.after(),
        program.summary(),
        program.check(),
        program.parameters(),
        "what shows that it computes that");
  }

  private static Report report(
      String name,
      String kind,
      String after,
      String summary,
      String check,
      List<InputParameter> parameters,
      String checked) {
    List<Setting> settings = parameters.stream().map(Setting::of).toList();
    return Report.of(
            TYPE,
            new WorkloadDescription(name, kind, after, summary, check, settings),
            new Columns<Setting>()
                .text("parameter", Setting::name)
                .text("quick", Setting::quick)
                .text("full", Setting::full)
                .text("paper", Setting::paper)
                .text("what it is", Setting::description)
                .table(settings))
        .withCsv(Setting.class, settings)
        .headed("%s: %s%n%s: %s".formatted(name, summary, checked, check));
  }
}
