import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel whose counters were published: {@code hw_perf.csv} of accel-sim-framework, means of all
 * launches.
 *
 * @param benchmark what the file calls the program
 * @param mangled name of the kernel
 * @param dramBytes moved
 * @param l1Hits of sectors that are loaded from global memory; NaN without any
 * @param l2Hits of sectors that L1s read; NaN without any
 * @param isJudged whether nothing may be mended by it: every second one by name
 */
record CountedKernel(
    String benchmark,
    String mangled,
    double cycles,
    double dramBytes,
    double l1Hits,
    double l2Hits,
    boolean isJudged) {
  /** Of a mangled function, also of CUTLASS's, the number of letters and what begins with them. */
  private static final Pattern MANGLED = Pattern.compile("_ZN?(?:\\d+cutlass4gemm)?(\\d+)(.*)");

  private static final int SECTOR_BYTES = 32;

  /** All kernels of a file, by name. */
  static List<CountedKernel> read(Path file) throws IOException {
    List<CountedKernel> all = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord row : rows) {
        try {
          all.add(kernel(row));
        } catch (RuntimeException e) {
          throw new IllegalArgumentException(
              "%s:%d is no line of counters: %s"
                  .formatted(file, row.getStartingLineNumber(), e.getMessage()));
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException("there are no counters in " + file);
    }
    all.sort(Comparator.comparing(CountedKernel::name, String.CASE_INSENSITIVE_ORDER));
    List<CountedKernel> halves = new ArrayList<>();
    for (CountedKernel each : all) {
      halves.add(each.inHalf(halves.size() % 2 == 1));
    }
    return halves;
  }

  private static CountedKernel kernel(NamedCsvRecord row) {
    return new CountedKernel(
        row.getField("Benchmark"),
        row.getField("Kernel"),
        number(row, "Elapsed_Cycles"),
        SECTOR_BYTES * (number(row, "DRAM_Rd") + number(row, "DRAM_Wr")),
        share(number(row, "L1_RH"), number(row, "L1_RM")),
        share(number(row, "L2_RH"), number(row, "L2_RM")),
        false);
  }

  private static double number(NamedCsvRecord row, String column) {
    return Double.parseDouble(row.getField(column));
  }

  private static double share(double hits, double misses) {
    return hits / (hits + misses);
  }

  private CountedKernel inHalf(boolean judged) {
    return new CountedKernel(benchmark, mangled, cycles, dramBytes, l1Hits, l2Hits, judged);
  }

  /** Its program and function, such as {@code mergeSort/mergeSortSharedKernel}. */
  String name() {
    String program = benchmark.replaceAll("-rodinia-3.1|parboil-|_perf_test", "");
    Matcher matcher = MANGLED.matcher(mangled);
    return program
        + "/"
        + (matcher.matches()
            ? matcher.group(2).substring(0, Integer.parseInt(matcher.group(1)))
            : mangled);
  }

  String set() {
    return isJudged ? "judged" : "mended by";
  }
}
