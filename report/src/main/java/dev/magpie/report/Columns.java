package dev.magpie.report;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table, each with the value that it has for a row's subject.
 *
 * <pre>{@code
 * Table gpus =
 *     new Columns<Gpu>()
 *         .text("gpu", Gpu::name)
 *         .number("clock", 0, "MHz", Gpu::clockMegahertz)
 *         .table(all);
 * }</pre>
 *
 * @param <T> what a row is about
 */
public final class Columns<T> {
  private final List<Entry<T>> entries = new ArrayList<>();

  private record Entry<T>(Column column, Function<? super T, ? extends @Nullable Object> value) {}

  /**
   * A column for each component of a record, with its name as in a {@link DocumentType}; those of a
   * record within it have its name and a point before theirs, and a list is one text: of whole
   * numbers, which are dimensions, as {@code 2x3}, of others with commas. A map by constants of an
   * enum is a column for each, with its name and a point before theirs.
   */
  public static <R extends Record> Columns<R> ofRecord(Class<R> type) {
    Columns<R> columns = new Columns<>();
    columns.addComponents("", type, row -> row);
    return columns;
  }

  private void addComponents(
      String prefix, Class<?> type, Function<? super T, ? extends @Nullable Record> owner) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name = prefix + DocumentType.property(component.getName());
      if (component.getType().isRecord()) {
        addComponents(
            name + ".", component.getType(), row -> (Record) value(component, owner.apply(row)));
      } else if (enumKeys(component).length > 0) {
        for (Object key : enumKeys(component)) {
          add(
              Column.number(name + "." + key, 0),
              row ->
                  value(component, owner.apply(row)) instanceof Map<?, ?> map
                      ? map.containsKey(key) ? map.get(key) : 0
                      : null);
        }
      } else {
        add(column(name, component.getType()), row -> value(component, owner.apply(row)));
      }
    }
  }

  /** The constants that a map's keys can be; none if it is no such map. */
  private static Object[] enumKeys(RecordComponent component) {
    if (component.getType() == Map.class
        && component.getGenericType() instanceof ParameterizedType type
        && type.getActualTypeArguments()[0] instanceof Class<?> key
        && key.isEnum()) {
      return key.getEnumConstants();
    }
    return new Object[0];
  }

  private static Column column(String name, Class<?> type) {
    boolean number =
        Number.class.isAssignableFrom(type)
            || type == OptionalInt.class
            || (type.isPrimitive() && type != boolean.class);
    return number ? Column.number(name, 0) : Column.text(name);
  }

  private static @Nullable Object value(RecordComponent component, @Nullable Record row) {
    if (row == null) {
      return null;
    }
    Method accessor = component.getAccessor();
    accessor.setAccessible(true);
    try {
      Object value = accessor.invoke(row);
      return value instanceof List<?> list
          ? list.stream().map(String::valueOf).collect(Collectors.joining(separator(list)))
          : value;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }

  private static String separator(List<?> list) {
    return list.stream().allMatch(Long.class::isInstance) ? "x" : ", ";
  }

  /** Adds a column whose values are as {@link Cell#of} takes them. */
  public Columns<T> add(Column column, Function<? super T, ? extends @Nullable Object> value) {
    entries.add(new Entry<>(column, value));
    return this;
  }

  /** Adds columns. */
  public Columns<T> addAll(Columns<? super T> others) {
    others.entries.forEach(each -> add(each.column, each.value));
    return this;
  }

  /** The same columns for what has the subject; they are empty where it has none. */
  public <S> Columns<S> of(Function<? super S, ? extends @Nullable T> subject) {
    Columns<S> columns = new Columns<>();
    for (Entry<T> entry : entries) {
      columns.add(
          entry.column,
          row -> {
            T found = subject.apply(row);
            return found == null ? null : entry.value.apply(found);
          });
    }
    return columns;
  }

  public Columns<T> text(String title, Function<? super T, ? extends @Nullable Object> value) {
    return add(Column.text(title), value);
  }

  public Columns<T> verdict(String title, Function<? super T, Verdict> value) {
    return add(Column.verdict(title), value);
  }

  public Columns<T> number(
      String title, int decimals, Function<? super T, ? extends @Nullable Object> value) {
    return add(Column.number(title, decimals), value);
  }

  public Columns<T> number(
      String title,
      int decimals,
      String unit,
      Function<? super T, ? extends @Nullable Object> value) {
    return add(Column.number(title, decimals, unit), value);
  }

  /** A table with a row for each subject. */
  public Table table(Iterable<? extends T> subjects) {
    return table("", subjects);
  }

  /** The same with a title. */
  public Table table(String title, Iterable<? extends T> subjects) {
    return builder(title, subjects).build();
  }

  /** The same, to be completed. */
  public Table.Builder builder(String title, Iterable<? extends T> subjects) {
    Table.Builder table = Table.titled(title);
    entries.forEach(each -> table.column(each.column));
    for (T subject : subjects) {
      table.row(cells(subject), false);
    }
    return table;
  }

  /** The cells of one row. */
  public List<Cell> cells(T subject) {
    return entries.stream().map(each -> Cell.of(each.value.apply(subject))).toList();
  }
}
