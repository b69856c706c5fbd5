package dev.magpie.lab.study;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.mag.MagPrograms;
import java.util.List;
import java.util.Map;

/** Programs so small that a simulation takes a tenth of a second. */
public final class TinyStudy {
  public static final Study STUDY =
      new Study(
          List.of(
              subject("bfs", Map.of("nodes", "2048")),
              subject("fwt", Map.of("log-data", "12", "log-kernel", "6")),
              subject("lbm", Map.of("x", "32", "y", "6", "z", "6", "steps", "2")),
              subject("sc", Map.of("elements", "4096", "longest", "1024", "bits", "8"))));

  private TinyStudy() {}

  static Study.Subject subject(String name, Map<String, String> settings) {
    CudaProgram program =
        MagPrograms.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    return new Study.Subject(program, settings, settings);
  }
}
