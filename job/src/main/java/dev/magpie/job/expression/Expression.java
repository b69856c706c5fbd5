package dev.magpie.job.expression;

/** Arithmetic as it was written; {@link ExpressionParser} reads it. */
public sealed interface Expression {
  /** What an expression may ask for. */
  interface Scope {
    /** The iteration of the loop that it is in. */
    long iteration();

    /** How many elements a buffer has. */
    long elements(String buffer);

    /** How many bytes a buffer has. */
    long bytes(String buffer);
  }

  /** A number. */
  record Literal(NumericValue number) implements Expression {}

  /** The iteration of a loop. */
  record Iteration() implements Expression {}

  /** The size of a buffer, in its elements or in bytes. */
  record Size(String buffer, boolean inBytes) implements Expression {}

  /** A number with the other sign. */
  record Negation(Expression of) implements Expression {}

  /** Two numbers combined. */
  record Operation(ArithmeticOperator operator, Expression left, Expression right)
      implements Expression {}

  /**
   * The number that it is.
   *
   * @param real whether it is to be a real number, so that whole numbers divide without a rest;
   *     otherwise they divide as in C
   * @throws IllegalArgumentException if there is none: a division by zero, a number beyond 64 bits
   */
  default NumericValue value(Scope scope, boolean real) {
    return switch (this) {
      case Literal(NumericValue number) -> number;
      case Iteration() -> NumericValue.of(scope.iteration());
      case Size(String buffer, boolean inBytes) ->
          NumericValue.of(inBytes ? scope.bytes(buffer) : scope.elements(buffer));
      case Negation(Expression of) ->
          switch (of.value(scope, real)) {
            case NumericValue.Whole(var number) -> new NumericValue.Whole(number.negate());
            case NumericValue.Real(double number) -> NumericValue.of(-number);
          };
      case Operation(ArithmeticOperator operator, Expression left, Expression right) ->
          operator.apply(left.value(scope, real), right.value(scope, real), real);
    };
  }

  /** Whether it asks for the iteration. */
  default boolean hasIteration() {
    return switch (this) {
      case Iteration() -> true;
      case Literal _, Size _ -> false;
      case Negation(Expression of) -> of.hasIteration();
      case Operation(_, Expression left, Expression right) ->
          left.hasIteration() || right.hasIteration();
    };
  }

  /** Whether it asks for the size of a buffer. */
  default boolean hasSize() {
    return switch (this) {
      case Size _ -> true;
      case Literal _, Iteration() -> false;
      case Negation(Expression of) -> of.hasSize();
      case Operation(_, Expression left, Expression right) -> left.hasSize() || right.hasSize();
    };
  }
}
