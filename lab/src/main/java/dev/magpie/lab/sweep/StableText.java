package dev.magpie.lab.sweep;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a record of settings holds as text that is the same in every process: records by their
 * components, and maps and sets, whose order is not, by their texts.
 */
final class StableText {
  private StableText() {}

  static String of(@Nullable Object value) {
    return switch (value) {
      case Record record -> components(record);
      case Map<?, ?> map -> sorted("{", map.entrySet().stream().map(StableText::entry).toList());
      case Set<?> set -> sorted("{", set.stream().map(StableText::of).toList());
      case Collection<?> list -> joined("[", list.stream().map(StableText::of).toList());
      case Optional<?> optional -> optional.map(StableText::of).orElse("");
      case Object[] array -> joined("[", List.of(array).stream().map(StableText::of).toList());
      case int[] array -> Arrays.toString(array);
      case long[] array -> Arrays.toString(array);
      case null, default -> String.valueOf(value);
    };
  }

  private static String entry(Map.Entry<?, ?> entry) {
    return of(entry.getKey()) + "=" + of(entry.getValue());
  }

  private static String components(Record record) {
    List<String> texts = new ArrayList<>();
    for (RecordComponent each : record.getClass().getRecordComponents()) {
      try {
        each.getAccessor().setAccessible(true);
        texts.add(each.getName() + "=" + of(each.getAccessor().invoke(record)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(each + " cannot be read", e);
      }
    }
    return joined(record.getClass().getSimpleName() + "(", texts);
  }

  private static String sorted(String begin, List<String> texts) {
    List<String> all = new ArrayList<>(texts);
    Collections.sort(all);
    return joined(begin, all);
  }

  private static String joined(String begin, List<String> texts) {
    return begin + String.join(", ", texts) + ")";
  }
}
