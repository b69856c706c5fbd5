package dev.magpie.explore.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a page asks for.
 *
 * @param changes whether it changes something, as {@code POST} does, or only looks
 * @param values what stands behind the question mark
 */
public record PageRequest(boolean changes, Map<String, String> values) {
  public PageRequest {
    values = Map.copyOf(values);
  }

  /** One that looks at something, with values as their texts. */
  public static PageRequest of(Map<String, ?> values) {
    Map<String, String> texts = new HashMap<>();
    values.forEach((name, value) -> texts.put(name, String.valueOf(value)));
    return new PageRequest(false, texts);
  }

  /** Reads what stands behind the question mark of an address, if anything does. */
  static PageRequest of(boolean changes, @Nullable String query) {
    Map<String, String> values = new HashMap<>();
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String name = decode(part.substring(0, equals));
        if (values.put(name, decode(part.substring(equals + 1))) != null) {
          throw RefusedException.wrong("'%s' is given twice".formatted(name));
        }
      }
    }
    return new PageRequest(changes, values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong("'%s' is not encoded as addresses are".formatted(text));
    }
  }

  /** The value of this name, if there is one. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * The value of this name.
   *
   * @throws RefusedException if there is none
   */
  public String requiredText(String name) {
    return text(name).orElseThrow(() -> RefusedException.wrong("'%s' is missing".formatted(name)));
  }

  /**
   * A whole number.
   *
   * @param least it may be
   * @param most it may be
   * @throws RefusedException if it is missing, no number, or beyond these
   */
  public long number(String name, long least, long most) {
    String text = requiredText(name);
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw RefusedException.wrong("'%s' is a whole number, not '%s'".formatted(name, text));
    }
    throw RefusedException.wrong(
        most < least
            ? "there is nothing that '%s' could be".formatted(name)
            : "'%s' is %d to %d, not %s".formatted(name, least, most, text));
  }

  /** The same, or another number where it is not given. */
  public long number(String name, long least, long most, long otherwise) {
    return values.containsKey(name) ? number(name, least, most) : otherwise;
  }

  /**
   * A number that need not be whole, if there is one.
   *
   * @throws RefusedException if it is no number
   */
  public Optional<Double> decimal(String name) {
    Optional<String> text = text(name);
    try {
      return text.map(Double::valueOf);
    } catch (NumberFormatException e) {
      throw RefusedException.wrong("'%s' is a number, not '%s'".formatted(name, text.orElse("")));
    }
  }
}
