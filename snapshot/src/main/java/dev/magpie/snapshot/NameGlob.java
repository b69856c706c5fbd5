package dev.magpie.snapshot;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Allocations by name: {@code *} stands for any characters and {@code ?} for one. The path matchers
 * of the JDK stop {@code *} at a slash, which is a usual character in a tensor's name.
 *
 * <pre>{@code
 * NameGlob weights = new NameGlob("*.weight");
 * boolean fixed = weights.describes("layers/0/attention.weight"); // true
 * }</pre>
 *
 * @param text as a person writes it
 */
public record NameGlob(String text) {
  /** Whether it stands for all of the name. */
  public boolean describes(String name) {
    String expression =
        text.codePoints()
            .mapToObj(c ->
                switch (c) {
                  case '*' -> ".*";
                  case '?' -> ".";
                  default -> Pattern.quote(Character.toString(c));
                })
            .collect(Collectors.joining());
    return Pattern.compile(expression, Pattern.DOTALL).matcher(name).matches();
  }
}
