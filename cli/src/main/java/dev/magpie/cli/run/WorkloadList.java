package dev.magpie.cli.run;

import dev.magpie.cli.output.Report;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.stream.Stream;

/** The programs that {@code magpie workload} lists. */
record WorkloadList(List<Program> programs) {
  static final DocumentType<WorkloadList> TYPE =
      new DocumentType<>("magpie.workloads/1", WorkloadList.class);

  private record Program(
      String name, String kind, String after, String summary, List<String> parameters) {
    static Program of(SeriesProgram program) {
      return new Program(
          program.name(),
          program.kind().toString(),
          program.after(),
          program.summary(),
          program.parameters().stream().map(InputParameter::name).toList());
    }

    static Program of(CudaProgram program) {
      return new Program(
          program.name(),
          WorkloadProgram.KIND,
          program.after(),
          program.summary(),
          program.parameters().stream().map(InputParameter::name).toList());
    }
  }

  static Report report() {
    List<Program> all =
        Stream.concat(
                SeriesPrograms.all().stream().map(Program::of),
                WorkloadProgram.all().map(Program::of))
            .toList();
    return Report.of(
            TYPE,
            new WorkloadList(all),
            new Columns<Program>()
                .text("program", Program::name)
                .text("kind", Program::kind)
                .text("after", Program::after)
                .text("what it computes", Program::summary)
                .text("parameters", each -> String.join(", ", each.parameters()))
                .table(all))
        .withCsv(Program.class, all);
  }
}
