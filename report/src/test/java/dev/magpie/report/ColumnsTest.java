package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private record Gpu(String name, double clock, OptionalInt links, boolean sold) {}

  private static final List<Gpu> GPUS =
      List.of(
          new Gpu("old", 700.5, OptionalInt.empty(), true),
          new Gpu("new", Double.NaN, OptionalInt.of(6), false));

  @Test
  void eachColumnHasItsValueOfEachSubject() {
    Columns<Gpu> clock = new Columns<Gpu>().number("clock", 1, "MHz", Gpu::clock);
    Table table =
        new Columns<Gpu>()
            .text("gpu", Gpu::name)
            .addAll(clock.of(gpu -> gpu))
            .number("links", 0, Gpu::links)
            .text("from", gpu -> Optional.of(gpu).filter(Gpu::sold).map(Gpu::name))
            .table(GPUS);
    assertThat(Csv.render(table))
        .isEqualTo("gpu,clock (MHz),links,from\nold,700.5,,old\nnew,,6,\n");
  }

  @Test
  void columnsOfAMissingSubjectAreEmpty() {
    Columns<Gpu> all = Columns.ofRecord(Gpu.class);
    Columns<Integer> indirect = all.of(index -> index < GPUS.size() ? GPUS.get(index) : null);
    assertThat(Csv.render(indirect.table(Arrays.asList(0, 7))))
        .isEqualTo("name,clock,links,sold\nold,700.5,,true\n,,,\n");
  }

  @Test
  void recordsWithinARecordHaveColumnsToo() {
    record Energy(double joules, String source) {}
    record Run(String class_, List<Integer> parts, @Nullable Energy energy) {}
    Columns<Run> all = Columns.ofRecord(Run.class);
    assertThat(
            Csv.render(
                all.table(
                    List.of(
                        new Run("a", List.of(1, 2), new Energy(0.5, "page 3")),
                        new Run("b", List.of(), null)))))
        .isEqualTo("class,parts,energy.joules,energy.source\na,\"1, 2\",0.5,page 3\nb,,,\n");
  }
}
