package dev.magpie.explore.form;

import dev.magpie.codec.Parameter;
import java.util.List;

/**
 * A parameter of a codec or a layout, as a form asks for it.
 *
 * @param kind of input it wants
 * @param values that it may be, or that it is made of
 */
public record ParameterForm(
    String name,
    String kind,
    String default_,
    List<String> values,
    int least,
    int most,
    String meaning) {
  /** What a form needs to know of a parameter. */
  public static ParameterForm of(Parameter parameter) {
    return switch (parameter) {
      case Parameter.Choice each -> of(each, "choice", each.values(), 0, 0);
      case Parameter.Combination each -> of(each, "combination", each.members(), 0, 0);
      case Parameter.Whole each -> of(each, "whole", List.of(), each.least(), each.most());
      case Parameter.Flag each -> of(each, "flag", List.of(), 0, 0);
      case Parameter.File each -> of(each, "file", List.of(), 0, 0);
    };
  }

  private static ParameterForm of(
      Parameter parameter, String kind, List<String> values, int least, int most) {
    return new ParameterForm(
        parameter.name(), kind, parameter.defaultValue(), values, least, most, parameter.meaning());
  }
}
