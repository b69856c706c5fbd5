package dev.magpie.bench;

import dev.magpie.codec.Codecs;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Prints the speeds that the documentation quotes, as ratios within one run, so that a slow machine
 * moves both sides.
 *
 * <p>Arguments: the GiB of memory to size (1), and of the file to scan (2).
 */
public final class Speed {
  private static final List<String> KERNELS =
      List.of("mag-bdi", "fpc", "bpc", "zvc", "bdi", "c-pack", "magpie");

  private static final List<String> TRAINED =
      List.of("e2mc", "sc2", "fp-h", "fp-h:type=f32", "hycomp", "latte-cc", "tslc-opt", "fvc");

  private Speed() {}

  /** Measures and prints, table by table. */
  public static void main(String[] arguments) throws IOException {
    long memoryGiB = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1;
    long fileGiB = arguments.length > 1 ? Long.parseLong(arguments[1]) : 2;
    System.out.printf(
        "Java %s, %s; medians of %d rounds%n%n",
        Runtime.version(), Codecs.acceleration(), Measurement.ROUNDS);
    SizingSpeed sizing = new SizingSpeed();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(memoryGiB << 30, 2 << 20);
      MixedData.fill(memory, 1);
      print(sizing.againstReadSum(KERNELS, memory));
      print(sizing.twoThreads(List.of("mag-bdi", "fpc", "bpc"), memory));
      print(TrainedSpeed.of(TRAINED, memory.asSlice(0, Math.min(memory.byteSize(), 64 << 20))));
    }
    CodingSpeed coding = new CodingSpeed();
    print(coding.of(List.of("mag-bdi", "bdi", "fpc", "bpc", "zvc", "c-pack")));
    print(ScanSpeed.of(List.of(List.of("mag-bdi"), KERNELS), fileGiB));
    // Printed, so that what was summed up has to be computed.
    System.out.printf("(check: %x)%n", sizing.sink() + coding.sink());
  }

  private static void print(Table table) {
    System.out.println(TextTable.render(table));
  }
}
