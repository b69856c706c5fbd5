package dev.magpie.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arrays are found by name, and what is not found is told by what is near. */
class AllocationNamesTest {
  private final List<Allocation> all = new ArrayList<>();

  private void add(String file, String name) {
    Tensor tensor = new Tensor(Dtype.U8, List.of(1L), MemorySegment.ofArray(new byte[1]));
    all.add(
        new Allocation(
            Path.of(file), new Allocation.Key(file, name), "u8", tensor.shape(), tensor));
  }

  @Test
  void inOneFileANameIsAnArray() {
    add("a.npz", "x");
    add("a.npz", "y");
    AllocationNames names = new AllocationNames(all);
    assertThat(names.called("y")).containsExactly(all.get(1));
    assertThat(names.called("z")).isEmpty();
    assertThat(names.nearest("z")).isEqualTo("x, y");
    assertThat(names.nearest("")).isEqualTo("x, y");
  }

  @Test
  void inSeveralFilesItMayBeMore() {
    add("d/a.npz", "x");
    add("d/a.npz", "y");
    add("d/b.npz", "x");
    AllocationNames names = new AllocationNames(all);
    assertThat(names.called("x")).hasSize(2);
    assertThat(names.alike("x")).isEqualTo("a.npz: x, b.npz");
    assertThat(names.called("b.npz")).containsExactly(all.get(2));
    assertThat(names.called("a.npz: x")).containsExactly(all.getFirst());
  }

  @Test
  void listsAreShortAndTheNearestComeFirst() {
    for (int i = 0; i < 30_000; i++) {
      add("a.npz", "layers.%d.weight".formatted(i));
    }
    AllocationNames names = new AllocationNames(all);
    assertThat(names.nearest("Layers.17.weigth"))
        .startsWith("layers.17.weight, ")
        .endsWith(" and 29,992 more");
    assertThat(names.nearest("")).startsWith("layers.0.weight, layers.1.weight, ");
  }

  @Test
  void longNamesAreCut() {
    add("a.npz", "x".repeat(60_000) + ".end");
    assertThat(new AllocationNames(all).nearest("y")).isEqualTo("..." + "x".repeat(96) + ".end");
  }
}
