package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A layout with its settings, as people write it: {@code name:key=value,key=value}.
 *
 * @param family whose it is
 * @param settings those that differ from their defaults, by name
 */
public record LayoutSpec(LayoutFamily family, Map<String, String> settings) {
  public LayoutSpec {
    Map<String, String> given = new LinkedHashMap<>(settings);
    given
        .entrySet()
        .removeIf(each -> parameter(family, each.getKey()).defaultValue().equals(each.getValue()));
    settings = Map.copyOf(given);
  }

  /** A family with its defaults. */
  public static LayoutSpec of(LayoutFamily family) {
    return new LayoutSpec(family, Map.of());
  }

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if no layout, parameter or value is called so; the message
   *     names the legal ones
   */
  public static LayoutSpec parse(String text) {
    int colon = text.indexOf(':');
    LayoutFamily family = Layouts.family(colon < 0 ? text : text.substring(0, colon));
    Map<String, String> settings = new LinkedHashMap<>();
    if (colon >= 0) {
      for (String setting : text.substring(colon + 1).split(",", -1)) {
        int equals = setting.indexOf('=');
        String name = equals < 0 ? setting : setting.substring(0, equals);
        if (settings.put(name, equals < 0 ? "" : setting.substring(equals + 1)) != null) {
          throw new IllegalArgumentException(
              "parameter '%s' of layout '%s' is given twice".formatted(name, family.name()));
        }
      }
    }
    settings.forEach((name, value) -> check(family, name, value));
    return new LayoutSpec(family, settings);
  }

  private static void check(LayoutFamily family, String name, String value) {
    Parameter parameter = parameter(family, name);
    if (!parameter.accepts(value)) {
      throw new IllegalArgumentException(
          "parameter '%s' of layout '%s' is %s, not '%s'"
              .formatted(name, family.name(), parameter.legalValues(), value));
    }
  }

  private static Parameter parameter(LayoutFamily family, String name) {
    return family.parameters().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "layout '%s' has no parameter '%s'; it has %s"
                    .formatted(
                        family.name(),
                        name,
                        family.parameters().isEmpty()
                            ? "none"
                            : String.join(
                                ", ",
                                family.parameters().stream().map(Parameter::name).toList()))));
  }

  /** The same with another value of a parameter. */
  public LayoutSpec with(String parameter, Object value) {
    check(family, parameter, value.toString());
    Map<String, String> changed = new LinkedHashMap<>(settings);
    changed.put(parameter, value.toString());
    return new LayoutSpec(family, changed);
  }

  /** A parameter: the one given, else its default. */
  public String text(String parameter) {
    String given = settings.get(parameter);
    return given != null ? given : parameter(family, parameter).defaultValue();
  }

  /** A parameter as a number. */
  public int number(String parameter) {
    return Integer.parseInt(text(parameter));
  }

  /**
   * Makes a memory of zeros.
   *
   * @param blocks whole pages, where there are any
   * @param cache the shape of its metadata cache, if it has one
   * @throws IllegalArgumentException if the layout is not defined for such blocks, or the codec is
   *     for others
   */
  public BlockMemory create(
      BlockCodec codec, Granularity granularity, long blocks, BlockMetadataCache.Shape cache) {
    family.requireSupport(granularity);
    if (codec.blockBytes() != granularity.blockBytes()) {
      throw new IllegalArgumentException(
          "the memory's blocks have %d bytes, and the codec's %d"
              .formatted(granularity.blockBytes(), codec.blockBytes()));
    }
    return family.constructor().create(this, codec, granularity, blocks, cache);
  }

  /** The specification as people write it, parameters in the family's order. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(family.name());
    for (Parameter each : family.parameters()) {
      String value = settings.get(each.name());
      if (value != null) {
        text.append(text.length() == family.name().length() ? ':' : ',');
        text.append(each.name()).append('=').append(value);
      }
    }
    return text.toString();
  }
}
