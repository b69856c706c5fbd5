package dev.magpie.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.Experiments;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Bench;
import dev.magpie.lab.run.Experiment;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSetsTest {
  private static final Experiment<?> SIZES =
      Experiments.select(List.of("mag/fig12-data")).getFirst();

  @TempDir Path data;

  private Path npy(String name) {
    Path file = data.resolve(name);
    NpyWriter.write(
        file, new Tensor(Dtype.U8, List.of(256L), MemorySegment.ofArray(new byte[256])));
    return file;
  }

  @Test
  void everyExampleIsInOneDataSet() throws IOException {
    Set<String> named = new TreeSet<>();
    for (List<String> files : DataSets.EXAMPLES.values()) {
      for (String file : files) {
        try (Stream<Path> all = Files.walk(Bench.EXAMPLES.resolve(file))) {
          all.filter(Files::isRegularFile)
              .forEach(each -> assertThat(named.add(each.toString())).as(each + "").isTrue());
        }
      }
    }
    try (Stream<Path> all = Files.walk(Bench.EXAMPLES)) {
      assertThat(named)
          .containsExactlyInAnyOrderElementsOf(
              all.filter(file -> Files.isRegularFile(file) && !file.endsWith("README.md"))
                  .map(Path::toString)
                  .collect(Collectors.toSet()));
    }
  }

  @Test
  void examplesMadeAgainAreTheSame() {
    try (DataSets made = DataSets.open(null, List.of(), Long.MAX_VALUE);
        DataSets kept = DataSets.open(Bench.EXAMPLES, List.of(), Long.MAX_VALUE)) {
      assertThat(made.all()).extracting(DataSet::sha256).doesNotContain("");
      assertThat(made.all())
          .extracting(DataSet::sha256)
          .containsExactlyElementsOf(kept.all().stream().map(DataSet::sha256).toList());
    }
  }

  @Test
  void aFileThatFailsHasARowAndTheOthersGoOn(@TempDir Path results) throws IOException {
    npy("good.npy");
    Files.writeString(data.resolve("bad.npy"), "not an array");
    Bench bench = new Bench(results);
    ExperimentResult result =
        bench.run(List.of(SIZES), List.of(data), RunSize.FULL, false, 1).getFirst().result();

    assertThat(result.isComplete()).isFalse();
    assertThat(result.error()).isNull();
    assertThat(bench.complaints).singleElement().asString().contains("bad.npy");
    List<String> names =
        result.tables().getFirst().rows().stream()
            .map(row -> String.valueOf(row.getFirst()))
            .toList();
    assertThat(names).contains(data.toString());
    assertThat(names).anyMatch(name -> name.contains("bad.npy (failed: "));

    // As long as data fail, nothing is reused.
    Files.delete(data.resolve("bad.npy"));
    assertThat(bench.run(List.of(SIZES), List.of(data), RunSize.FULL, false, 1).getFirst().result())
        .matches(ExperimentResult::isComplete);
    assertThat(Bench.hows(bench.run(List.of(SIZES), List.of(data), RunSize.FULL, false, 1)))
        .containsExactly("reused");
  }

  @Test
  void changedDataRunAgain(@TempDir Path results) throws IOException {
    Path file = npy("array.npy");
    Bench bench = new Bench(results);
    bench.run(List.of(SIZES), List.of(file), RunSize.FULL, false, 1);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1]++;
    Files.write(file, bytes);
    assertThat(Bench.hows(bench.run(List.of(SIZES), List.of(file), RunSize.FULL, false, 1)))
        .containsExactly("ran");
  }

  @Test
  void aShortLastBlockIsFilledUpWithZeros() {
    Path file = data.resolve("short.bin");
    try {
      Files.write(file, new byte[129]);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    try (DataSets sets = DataSets.open(Bench.EXAMPLES, List.of(file), Long.MAX_VALUE)) {
      int[] blocks = new int[1];
      Blocks.visit(
          sets.all().getLast(),
          128,
          (memory, offset) -> {
            assertThat(memory.byteSize() - offset).isGreaterThanOrEqualTo(128);
            blocks[0]++;
          });
      assertThat(blocks[0]).isEqualTo(2);
    }
  }
}
