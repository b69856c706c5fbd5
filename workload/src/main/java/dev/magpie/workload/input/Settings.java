package dev.magpie.workload.input;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Values for all of a program's parameters. */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = values;
  }

  /**
   * The defaults of a size, and what the user chose instead.
   *
   * @throws WorkloadException if a choice is none of the parameters, or not among its values
   */
  public static Settings of(
      List<InputParameter> parameters, InputParameter.Size size, Map<String, String> chosen) {
    Map<String, String> values = new LinkedHashMap<>();
    for (InputParameter parameter : parameters) {
      String value = chosen.getOrDefault(parameter.name(), parameter.value(size));
      if (!parameter.choices().isEmpty() && !parameter.choices().contains(value)) {
        throw new WorkloadException(
            "%s=%s: must be one of %s"
                .formatted(parameter.name(), value, String.join(", ", parameter.choices())));
      }
      values.put(parameter.name(), value);
    }
    for (String name : chosen.keySet()) {
      if (!values.containsKey(name)) {
        throw new WorkloadException(
            "no parameter is called '%s'; there are %s"
                .formatted(
                    name,
                    parameters.stream()
                        .map(InputParameter::name)
                        .collect(Collectors.joining(", "))));
      }
    }
    return new Settings(values);
  }

  /** All values, in the order of the parameters. */
  public Map<String, String> values() {
    return values;
  }

  public String word(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the program has no parameter " + name);
    }
    return value;
  }

  /**
   * A whole number.
   *
   * @throws WorkloadException if it is none, or not from {@code least} to {@code most}
   */
  public int whole(String name, int least, int most) {
    String value = word(name);
    try {
      BigInteger number = new BigInteger(value);
      if (number.bitLength() < Integer.SIZE
          && number.intValue() >= least
          && number.intValue() <= most) {
        return number.intValue();
      }
    } catch (NumberFormatException e) {
      throw new WorkloadException("%s=%s: is no whole number".formatted(name, value), e);
    }
    throw new WorkloadException("%s=%s: must be from %d to %d".formatted(name, value, least, most));
  }

  /** A seed for a generator of random numbers. */
  public long seed() {
    return whole("seed", Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
}
