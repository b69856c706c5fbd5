package dev.magpie.lab.run;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A figure or table of a paper, measured again, or a question of our own. A {@link Description}
 * begins one; to add it, name it in a list, such as that of the depth paper.
 *
 * <p>Experiments keep no state: one may run several times and on any thread.
 *
 * @param description what it is
 * @param measuring measures; the same context gives the same record. If it throws, the experiment
 *     counts as failed, and others go on
 * @param claims what is checked
 * @param values more numbers for result files, that no claim is about
 * @param drawing charts and tables of what was measured
 * @param <T> what it measures: a record that claims, values and figures follow from
 */
public record Experiment<T>(
    Description description,
    Function<RunContext, T> measuring,
    List<Claim<T>> claims,
    List<Value<T>> values,
    Function<T, Figures> drawing) {

  /** The same with more claims. */
  @SafeVarargs
  @SuppressWarnings("varargs") // Only read.
  public final Experiment<T> claims(Claim<T>... more) {
    return claims(Arrays.stream(more));
  }

  /** The same with more claims. */
  public Experiment<T> claims(Stream<Claim<T>> more) {
    return new Experiment<>(
        description, measuring, Stream.concat(claims.stream(), more).toList(), values, drawing);
  }

  /** The same with one more value. */
  public Experiment<T> value(String name, ToDoubleFunction<? super T> function) {
    return values(Stream.of(new Value<>(name, function)));
  }

  /** The same with more values. */
  public Experiment<T> values(Stream<Value<T>> more) {
    return new Experiment<>(
        description, measuring, claims, Stream.concat(values.stream(), more).toList(), drawing);
  }

  /** The same with charts and tables. */
  public Experiment<T> draw(Function<T, Figures> figures) {
    return new Experiment<>(description, measuring, claims, values, figures);
  }
}
