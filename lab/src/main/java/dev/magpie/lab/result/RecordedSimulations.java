package dev.magpie.lab.result;

import dev.magpie.lab.result.ExperimentResult.Simulated;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Simulations among recorded results. One that was recorded when the code did the same as now need
 * not be made again.
 *
 * @param byName of each its counters as they are recorded, and its behaviour among them
 * @param behaviour of the code now, as a digest, by the simulation's name; asked where it is needed
 */
public record RecordedSimulations(
    Map<String, Map<String, String>> byName, UnaryOperator<String> behaviour) {
  /** No simulations. */
  public static final RecordedSimulations NONE = new RecordedSimulations(Map.of(), _ -> "");

  static final String PROGRAM = "program";
  static final String MEMORY = "memory";

  /** What the code did when it simulated; only where results are recorded. */
  static final String BEHAVIOUR = "behaviour";

  private static final JsonMapper MAPPER = new JsonMapper();

  /** Those that are recorded. */
  static RecordedSimulations of(List<List<String>> records, UnaryOperator<String> behaviour) {
    Map<String, Map<String, String>> byName = new LinkedHashMap<>();
    List<String> heading = records.isEmpty() ? List.of() : records.getFirst();
    for (List<String> line : records.stream().skip(1).toList()) {
      Map<String, String> counters = new LinkedHashMap<>();
      for (int c = 0; c < heading.size(); c++) {
        counters.put(heading.get(c), line.get(c));
      }
      byName.put(name(line), counters);
    }
    return new RecordedSimulations(byName, behaviour);
  }

  /** The name of a simulation, from a line, which begins with program and memory. */
  static String name(List<String> line) {
    return line.stream()
        .limit(RecordedResults.NAME_OF_SIMULATION)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** A simulation, if it is recorded whole and the code does now what it did then. */
  public <T extends Record> Optional<T> find(String name, Class<T> type) {
    Map<String, String> counters = byName.get(name);
    if (counters == null || !behaviour.apply(name).equals(counters.get(BEHAVIOUR))) {
      return Optional.empty();
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String text = counters.get(component.getName());
      if (text == null) {
        return Optional.empty();
      }
      values.put(component.getName(), value(text, component.getType()));
    }
    try {
      return Optional.of(MAPPER.convertValue(values, type));
    } catch (JacksonException e) {
      // Damaged, or of another time: it is simulated again.
      return Optional.empty();
    }
  }

  /** A line a simulation, however many experiments share it. */
  static List<List<String>> lines(Collection<ExperimentResult> results) {
    SortedMap<String, Simulated> byName = new TreeMap<>();
    results.forEach(each -> each.simulations().forEach(one -> byName.put(one.name(), one)));
    List<String> counters =
        byName.values().stream()
            .flatMap(each -> each.counters().keySet().stream())
            .distinct()
            // Whatever was recorded first.
            .sorted()
            .toList();
    return Stream.concat(
            Stream.of(RecordedResults.and(List.of(PROGRAM, MEMORY), counters)),
            byName.values().stream()
                .map(each -> {
                  // The program's input is in braces.
                  int input = each.name().indexOf("}, ") + 1;
                  return RecordedResults.and(
                      List.of(
                          each.name().substring(0, input),
                          each.name().substring(input).replaceFirst("^, ", "")),
                      counters.stream().map(name -> text(each.counters().get(name))).toList());
                }))
        .toList();
  }

  private static String text(@Nullable Object counter) {
    return switch (counter) {
      case null -> "";
      case List<?> several ->
          several.stream().map(RecordedSimulations::text).collect(Collectors.joining(" "));
      case Map<?, ?> byKey ->
          text(byKey.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()).toList());
      default -> counter.toString();
    };
  }

  /** The reverse of {@link #text}, for a counter of a type. */
  private static Object value(String text, Class<?> type) {
    List<String> several = text.isEmpty() ? List.of() : List.of(text.split(" "));
    if (List.class.isAssignableFrom(type)) {
      return several;
    }
    if (Map.class.isAssignableFrom(type)) {
      Map<String, String> byKey = new LinkedHashMap<>();
      several.forEach(each -> {
        int colon = each.indexOf(':');
        byKey.put(each.substring(0, Math.max(0, colon)), each.substring(colon + 1));
      });
      return byKey;
    }
    return text;
  }
}
