package dev.magpie.codec;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A codec with its settings, as people write it: {@code name:key=value,key=value}.
 *
 * <pre>{@code
 * CodecSpec spec = CodecSpec.parse("mag-bdi:mag=16,bases=8+4+2");
 * BlockCodec codec = spec.create(new Granularity(128, 32));
 * }</pre>
 */
public final class CodecSpec {
  private static final String TABLE = "table";

  private final String text;
  private final CodecFamily family;
  private final Map<String, String> settings;

  private CodecSpec(String text, CodecFamily family, Map<String, String> settings) {
    this.text = text;
    this.family = family;
    this.settings = settings;
  }

  /** A family with its defaults. */
  public static CodecSpec of(CodecFamily family) {
    return new CodecSpec(family.name(), family, Map.of());
  }

  /**
   * Reads a specification.
   *
   * @throws CodecSpecException if no codec, parameter or value is called so; the message names the
   *     nearest legal ones
   */
  public static CodecSpec parse(String text) {
    int colon = text.indexOf(':');
    CodecFamily family = Codecs.family(colon < 0 ? text : text.substring(0, colon));
    Map<String, String> settings = new LinkedHashMap<>();
    if (colon >= 0) {
      for (String setting : text.substring(colon + 1).split(",", -1)) {
        addSetting(family, setting, settings);
      }
    }
    return new CodecSpec(text, family, settings);
  }

  private static void addSetting(CodecFamily family, String setting, Map<String, String> settings) {
    int equals = setting.indexOf('=');
    String name = equals < 0 ? setting : setting.substring(0, equals);
    Parameter parameter = parameter(family, name);
    if (equals < 0 && !(parameter instanceof Parameter.Flag)) {
      throw new CodecSpecException(
          "parameter '%s' of codec '%s' needs a value: %s"
              .formatted(name, family.name(), parameter.legalValues()));
    }
    String value = equals < 0 ? "true" : setting.substring(equals + 1);
    if (!parameter.accepts(value)) {
      throw new CodecSpecException(
          "parameter '%s' of codec '%s' is %s, not '%s'"
              .formatted(name, family.name(), parameter.legalValues(), value));
    }
    if (settings.put(name, value) != null) {
      throw new CodecSpecException(
          "parameter '%s' of codec '%s' is given twice".formatted(name, family.name()));
    }
  }

  private static Parameter parameter(CodecFamily family, String name) {
    List<String> legal = family.parameters().stream().map(Parameter::name).toList();
    return family.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new CodecSpecException(
                legal.isEmpty()
                    ? "codec '%s' has no parameters, so '%s' means nothing to it"
                        .formatted(family.name(), name)
                    : "codec '%s' has no parameter '%s'; it has %s"
                        .formatted(family.name(), name, String.join(", ", legal))));
  }

  /**
   * Makes the codec; a trained one with the table that its parameter {@code table} names.
   *
   * @throws CodecSpecException if the codec is not defined for this block size or MAG, or needs a
   *     table and has none that it can use
   */
  public BlockCodec create(Granularity granularity) {
    return create(granularity, table());
  }

  /**
   * The table that the parameter {@code table} names; one without fields where the codec needs
   * none.
   *
   * @throws CodecSpecException if a table is needed and none is named, or it cannot be read, or is
   *     not for this codec; the message names the file
   */
  public CodecTable table() {
    if (!family.isTrained()) {
      return new CodecTable(List.of());
    }
    if (!isGiven(TABLE)) {
      throw new CodecSpecException(
          "codec '%s' has to be trained: give it a table, as in %s:table=FILE"
              .formatted(family.name(), family.name()));
    }
    CodecTable table = CodecTableText.read(value(TABLE));
    try {
      family.trainedOn().apply(this).forEach(table::field);
    } catch (CodecSpecException e) {
      throw new CodecSpecException("%s: %s".formatted(value(TABLE), e.getMessage()));
    }
    return table;
  }

  /**
   * The files that the specification names.
   *
   * @throws CodecSpecException if a name is none of a file
   */
  public List<Path> files() {
    try {
      return isGiven(TABLE) ? List.of(Path.of(value(TABLE))) : List.of();
    } catch (InvalidPathException e) {
      throw new CodecSpecException(
          "parameter '%s' names no file: %s".formatted(TABLE, e.getReason()));
    }
  }

  /** The same codec without the name of a table, for where the table itself is at hand. */
  public CodecSpec withoutTable() {
    if (!isGiven(TABLE)) {
      return this;
    }
    StringBuilder rest = new StringBuilder(family.name());
    settings.forEach((name, value) -> {
      if (!name.equals(TABLE)) {
        rest.append(rest.length() == family.name().length() ? ':' : ',');
        rest.append(name).append('=').append(value);
      }
    });
    return parse(rest.toString());
  }

  /**
   * Makes the codec with this table, whatever its parameter {@code table} says.
   *
   * @throws CodecSpecException if the codec is not defined for this block size or MAG, or the table
   *     is not for it
   */
  public BlockCodec create(Granularity granularity, CodecTable table) {
    if (!family.supports(granularity)) {
      throw new CodecSpecException(
          "codec '%s' needs blocks of at least %d bytes, not %d"
              .formatted(family.name(), family.minimumBlockBytes(), granularity.blockBytes()));
    }
    return family.constructor().create(this, granularity, table);
  }

  /** Whether the codec needs a table that the specification does not name. */
  public boolean needsTraining() {
    return family.isTrained() && !isGiven(TABLE);
  }

  /** A trainer for the table of this codec; one of a codec without a table counts nothing. */
  public CodecTrainer trainer() {
    return new CodecTrainer(family.trainedOn().apply(this));
  }

  public CodecFamily family() {
    return family;
  }

  /** Whether the specification itself gives the parameter a value. */
  public boolean isGiven(String parameter) {
    return settings.containsKey(parameter);
  }

  /** The value of a parameter: the one given, else its default. */
  public String value(String parameter) {
    String given = settings.get(parameter);
    return given != null ? given : parameter(family, parameter).defaultValue();
  }

  /** A parameter as a number; empty where neither a value nor a default is given. */
  public OptionalInt number(String parameter) {
    String value = value(parameter);
    return value.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
  }

  /** The members of a combination such as {@code 8+4+2}, as written. */
  public List<String> combination(String parameter) {
    return List.of(value(parameter).split("\\+"));
  }

  public boolean flag(String parameter) {
    return Boolean.parseBoolean(value(parameter));
  }

  /** The specification as it was given. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CodecSpec that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
