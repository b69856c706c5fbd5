package dev.magpie.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Records as descriptions of tables: a component {@code missQueue} is the key {@code miss-queue}.
 * Their constructors and accessors have to be public.
 */
public final class Records {
  /** What a number may be, both bounds included. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Range {
    /** The lower bound. */
    double least();

    /** The upper bound. */
    double most();

    /** What a number is that is missing; nothing, if it may not be. */
    double[] missing() default {};
  }

  private Records() {}

  /** The keys of a record's table. */
  public static Set<String> keys(Class<? extends Record> type) {
    return Arrays.stream(type.getRecordComponents()).map(Records::key).collect(Collectors.toSet());
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a record of numbers, each with its {@link Range}, booleans, strings, constants and other
   * records.
   *
   * @throws SettingsException if the table is not as it should be
   */
  public static <R extends Record> R read(SettingsTable table, Class<R> type) {
    table.knows(keys(type));
    return made(type, component -> value(table, key(component), component));
  }

  private static Object value(SettingsTable table, String key, RecordComponent component) {
    Class<?> type = component.getType();
    Range range = component.getAnnotation(Range.class);
    if (range != null && range.missing().length > 0 && !table.has(key)) {
      double number = range.missing()[0];
      return type == int.class ? (Object) (int) number : (Object) number;
    }
    if (type == int.class && range != null) {
      return table.number(key, (int) range.least(), (int) range.most());
    }
    if (type == double.class && range != null) {
      return table.decimal(key, range.least(), range.most());
    }
    if (type == boolean.class) {
      return table.yes(key);
    }
    if (type == String.class) {
      return table.text(key);
    }
    if (type.isEnum()) {
      return table.choice(key, (Enum<?>[]) type.getEnumConstants());
    }
    if (type.isRecord()) {
      return read(table.table(key), type.asSubclass(Record.class));
    }
    throw new IllegalArgumentException("no table has a " + component);
  }

  /**
   * The same record with another part, in place of the one of its class, or of none.
   *
   * @throws IllegalArgumentException if it has no such part, or refuses it
   */
  @SuppressWarnings("unchecked") // A record's class is final.
  public static <R extends Record> R with(R record, Object part) {
    Class<R> type = (Class<R>) record.getClass();
    if (Arrays.stream(type.getRecordComponents()).noneMatch(each -> isOf(each, part))) {
      throw new IllegalArgumentException(
          "%s has no %s".formatted(type.getSimpleName(), part.getClass().getSimpleName()));
    }
    return made(
        type,
        component -> {
          if (isOf(component, part)) {
            return component.getType() == Optional.class ? Optional.of(part) : part;
          }
          return value(record, component);
        });
  }

  /**
   * The same record with another value of what a path of keys leads to, such as {@code
   * l2.miss-queue}.
   *
   * @throws IllegalArgumentException if there is no such component, or it refuses the value
   */
  @SuppressWarnings("unchecked") // A record's class is final.
  public static <R extends Record> R with(R record, String path, Object value) {
    Class<R> type = (Class<R>) record.getClass();
    String[] keys = path.split("\\.", 2);
    if (!keys(type).contains(keys[0])) {
      throw new IllegalArgumentException("%s has no %s".formatted(type.getSimpleName(), keys[0]));
    }
    return made(
        type,
        component -> {
          if (!key(component).equals(keys[0])) {
            return value(record, component);
          }
          return keys.length == 1 ? value : with((Record) value(record, component), keys[1], value);
        });
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isOf(RecordComponent component, Object part) {
    Type type = component.getGenericType();
    // Constants with bodies have classes of their own.
    Class<?> wanted =
        part instanceof Enum<?> constant ? constant.getDeclaringClass() : part.getClass();
    return type == wanted
        || (type instanceof ParameterizedType optional
            && optional.getRawType() == Optional.class
            && optional.getActualTypeArguments()[0] == wanted);
  }

  private static <R extends Record> R made(Class<R> type, Function<RecordComponent, Object> value) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      return type.getConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(Arrays.stream(components).map(value).toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException refused
          ? refused
          : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
