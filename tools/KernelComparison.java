import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A kernel as it was counted and as it is simulated, of a launch.
 *
 * @param l1Hits of lines of loads, those included that were on their way
 * @param l2Hits of requests, those included that were on their way
 */
record KernelComparison(
    CountedKernel there, double cycles, double dramBytes, double l1Hits, double l2Hits) {
  /** What a kernel hardly moves says little. */
  private static final double FEW_BYTES = 1e6;

  /** The same from what {@code magpie exec} says of the kernel. */
  static KernelComparison of(CountedKernel there, JsonNode kernel) {
    double launches = kernel.get("launches").asDouble();
    JsonNode counters = kernel.get("counters");
    return new KernelComparison(
        there,
        counters.get("core").get("cycles").asDouble() / launches,
        counters.get("dram").get("bytes").asDouble() / launches,
        counters.get("core").get("l1").get("hitRate").asDouble(Double.NaN),
        counters.get("l2").get("hitRate").asDouble(Double.NaN));
  }

  double errorPercent() {
    return 100 * (cycles / there.cycles() - 1);
  }

  double bytesErrorPercent() {
    return there.dramBytes() < FEW_BYTES ? Double.NaN : 100 * (dramBytes / there.dramBytes() - 1);
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-46s %-9s %11.0f %11.0f %+7.1f %% %9.2f %9.2f",
        there.name(),
        there.set(),
        there.cycles(),
        cycles,
        errorPercent(),
        there.dramBytes() / 1e6,
        dramBytes / 1e6);
  }

  static String head() {
    return "%-46s %-9s %11s %11s %9s %9s %9s"
        .formatted("kernel", "set", "cycles", "simulated", "error", "DRAM, MB", "simulated");
  }

  /** How far kernels of a set are off. */
  static String summary(String set, List<KernelComparison> all) {
    double[] errors =
        all.stream()
            .filter(each -> each.there.set().equals(set))
            .mapToDouble(each -> Math.abs(each.errorPercent()))
            .sorted()
            .toArray();
    if (errors.length == 0) {
      return set + ": no kernel";
    }
    int middle = errors.length / 2;
    double median =
        errors.length % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2;
    return String.format(
        Locale.ROOT,
        "%s: %d kernels, median error %.1f %%, mean %.1f %%",
        set,
        errors.length,
        median,
        Arrays.stream(errors).average().orElseThrow());
  }

  /** Writes all as {@code magpie reproduce --record} writes tables. */
  static void write(Path file, List<KernelComparison> all) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().build(file)) {
      csv.writeRecord(
          "kernel",
          "set",
          "GV100 (cycles)",
          "simulated (cycles)",
          "error (%)",
          "DRAM there (MB)",
          "DRAM here (MB)",
          "error of DRAM bytes (%)",
          "L1 hits there, of sectors (%)",
          "L1 hits here, of lines (%)",
          "L2 hits there, of sectors (%)",
          "L2 hits here, of requests (%)");
      for (KernelComparison each : all) {
        csv.writeRecord(each.cells());
      }
    }
  }

  private List<String> cells() {
    return Stream.of(
            Stream.of(there.name(), there.set()),
            Stream.of(cell(0, there.cycles()), cell(0, cycles), cell(2, errorPercent())),
            Stream.of(cell(3, there.dramBytes() / 1e6), cell(3, dramBytes / 1e6)),
            Stream.of(cell(2, bytesErrorPercent())),
            Stream.of(cell(1, 100 * there.l1Hits()), cell(1, 100 * l1Hits)),
            Stream.of(cell(1, 100 * there.l2Hits()), cell(1, 100 * l2Hits)))
        .flatMap(each -> each)
        .toList();
  }

  /** What there is nothing of stays empty. */
  private static String cell(int digits, double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
