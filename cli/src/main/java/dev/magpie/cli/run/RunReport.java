package dev.magpie.cli.run;

import dev.magpie.cli.output.Report;
import dev.magpie.job.KernelResult;
import dev.magpie.job.RunResult;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a job did, for programs and for people. */
public final class RunReport {
  private static final DocumentType<RunResult> TYPE =
      new DocumentType<>("magpie.run/1", RunResult.class);

  private record Executed(
      String kernel, InstructionClass class_, long warpInstructions, long threadInstructions) {
    static Stream<Executed> by(KernelResult kernel) {
      return kernel.instructions().entrySet().stream()
          .map(each ->
              new Executed(
                  kernel.name(),
                  each.getKey(),
                  each.getValue().warpInstructions(),
                  each.getValue().threadInstructions()));
    }
  }

  private record Accessed(KernelResult kernel, KernelResult.Accesses counts) {}

  private RunReport() {}

  static Report of(RunResult run) {
    List<Executed> executed = run.kernels().stream().flatMap(Executed::by).toList();
    KernelNames names = KernelNames.of(run.kernels().stream().map(KernelResult::name).toList());
    return Report.of(TYPE, run, instructions(executed, names), accesses(run.kernels(), names))
        .withCsv(Executed.class, executed)
        .headed(summary(run));
  }

  /** The same with less to read: what each kernel did in all. */
  public static Report brief(RunResult run) {
    List<Executed> executed = run.kernels().stream().flatMap(Executed::by).toList();
    KernelNames names = KernelNames.of(run.kernels().stream().map(KernelResult::name).toList());
    return Report.of(TYPE, run, kernels(run.kernels(), names))
        .withCsv(Executed.class, executed)
        .headed(summary(run));
  }

  private static Table kernels(List<KernelResult> kernels, KernelNames names) {
    return new Columns<KernelResult>()
        .text("kernel", row -> names.shortest(row.name()))
        .number("launches", 0, KernelResult::launches)
        .number("warp-instructions", 0, KernelResult::warpInstructions)
        .number("seconds", 3, KernelResult::hostSeconds)
        .table(kernels);
  }

  private static String summary(RunResult run) {
    return String.format(
        Locale.ROOT,
        "%,d %s, %,d warp-instructions in %.3f s",
        run.launches(),
        run.launches() == 1 ? "launch" : "launches",
        run.kernels().stream().mapToLong(KernelResult::warpInstructions).sum(),
        run.kernels().stream().mapToDouble(KernelResult::hostSeconds).sum());
  }

  /** Instructions by class. */
  private static Table instructions(List<Executed> executed, KernelNames names) {
    return new Columns<Executed>()
        .text("kernel", row -> names.shortest(row.kernel()))
        .text("class", Executed::class_)
        .number("warp-instructions", 0, Executed::warpInstructions)
        .number("thread-instructions", 0, Executed::threadInstructions)
        .number("lanes", 1, row -> (double) row.threadInstructions() / row.warpInstructions())
        .table(executed);
  }

  /** Accesses to memory by space, kind and width. */
  private static Table accesses(List<KernelResult> kernels, KernelNames names) {
    return new Columns<Accessed>()
        .text("kernel", row -> names.shortest(row.kernel().name()))
        .text("memory", row -> row.counts().space())
        .text("access", row -> row.counts().access())
        .number("bytes a thread", 0, row -> row.counts().bytesPerThread())
        .number("requests", 0, row -> row.counts().requests())
        .number("threads", 0, row -> row.counts().threads())
        .number("sectors a request", 2, row -> row.counts().sectorsPerRequest())
        .table(
            kernels.stream()
                .flatMap(
                    kernel -> kernel.accesses().stream().map(each -> new Accessed(kernel, each)))
                .toList());
  }
}
