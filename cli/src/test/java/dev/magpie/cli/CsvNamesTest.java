package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What is CSV is bound from the records that JSON is bound from: columns have its names. */
class CsvNamesTest {
  static Stream<List<String>> commands() {
    return Stream.of(
        List.of("codecs"),
        List.of("workload"),
        List.of("workload", "sssp"),
        List.of("simulate", "--list"),
        List.of("simulate", "--workload", "bfs", "--size", "quick"),
        List.of("dram", "--list"),
        List.of("layout", "../examples/network"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void columnsHaveTheNamesOfTheJson(List<String> command) {
    String header = Ran.magpie(with(command, "csv")).out().lines().findFirst().orElseThrow();
    Set<String> names = new HashSet<>();
    collect(Ran.magpie(with(command, "json")).json(), names);

    assertThat(Arrays.asList(header.split("[,.]"))).isSubsetOf(names);
  }

  private static void collect(JsonNode json, Set<String> names) {
    names.addAll(json.propertyNames());
    json.forEach(child -> collect(child, names));
  }

  private static Object[] with(List<String> command, String format) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--format", format));
    return all.toArray();
  }
}
