package dev.magpie.workload.input;

import java.util.List;
import java.util.Locale;

/**
 * Something about a program's input that the user may choose.
 *
 * @param name as the user types it
 * @param description what it is, with its unit
 * @param quick its value for short runs
 * @param full its value for full runs
 * @param paper its value in the literature
 * @param choices what it may be, for words; empty for whole numbers and files
 */
public record InputParameter(
    String name,
    String description,
    String quick,
    String full,
    String paper,
    List<String> choices) {

  public InputParameter {
    choices = List.copyOf(choices);
  }

  /** A whole number. */
  public static InputParameter whole(
      String name, String description, long quick, long full, long paper) {
    return new InputParameter(
        name,
        description,
        String.valueOf(quick),
        String.valueOf(full),
        String.valueOf(paper),
        List.of());
  }

  /** A whole number that does not depend on the size of the run. */
  public static InputParameter whole(String name, String description, long value) {
    return whole(name, description, value, value, value);
  }

  /** One of some words; the first unless the user says otherwise. */
  public static InputParameter choice(String name, String description, String... choices) {
    return new InputParameter(
        name, description, choices[0], choices[0], choices[0], List.of(choices));
  }

  /** The default for a size of run. */
  public String value(Size size) {
    return switch (size) {
      case QUICK -> quick;
      case FULL -> full;
      case PAPER -> paper;
    };
  }

  /** How much of a program to run. */
  public enum Size {
    /** Seconds. */
    QUICK,
    /** At most some fifty million instructions of warps. */
    FULL,
    /** What the literature runs. */
    PAPER;

    /** The name that users type. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
