package dev.magpie.report;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One value of a table. */
public sealed interface Cell {

  /** Nothing to show, where a column has no value for a row. */
  Cell MISSING = new Missing();

  /**
   * Text.
   *
   * @param text shown as it is
   */
  record Text(String text) implements Cell {}

  /**
   * A number.
   *
   * @param value shown with its column's decimals; not NaN
   */
  record Figure(double value) implements Cell {
    public Figure {
      if (Double.isNaN(value)) {
        throw new IllegalArgumentException("NaN is no value of a table; use Cell.MISSING");
      }
    }
  }

  /**
   * A verdict.
   *
   * @param verdict shown as a badge
   */
  record Badge(Verdict verdict) implements Cell {}

  /**
   * Text that leads to a section of the page.
   *
   * @param text shown
   * @param section the section's id
   */
  record Link(String text, String section) implements Cell {}

  /** {@link #MISSING}. */
  record Missing() implements Cell {}

  /**
   * The cell for a Java value: a number, a verdict, a cell, nothing for null, NaN and an empty
   * optional, and for all else its text.
   */
  static Cell of(@Nullable Object value) {
    return switch (value) {
      case null -> MISSING;
      case Cell cell -> cell;
      case Optional<?> optional -> of(optional.orElse(null));
      case OptionalInt optional -> optional.isPresent() ? of(optional.getAsInt()) : MISSING;
      case Number number when Double.isNaN(number.doubleValue()) -> MISSING;
      case Number number -> new Figure(number.doubleValue());
      case Verdict verdict -> new Badge(verdict);
      default -> new Text(value.toString());
    };
  }
}
