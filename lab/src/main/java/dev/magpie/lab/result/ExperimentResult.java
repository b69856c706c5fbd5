package dev.magpie.lab.result;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Statement;
import dev.magpie.lab.claim.Unit;
import dev.magpie.report.BlockMap;
import dev.magpie.report.Chart;
import dev.magpie.report.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a result file holds: {@code magpie.experiment/2}.
 *
 * @param schema {@link #SCHEMA}
 * @param id the experiment's
 * @param title the experiment's
 * @param source the experiment's
 * @param version version of the program and digest of its code
 * @param size how much was measured
 * @param parameters the settings that decided the result
 * @param inputs the data that was read
 * @param method how it was measured
 * @param deviations where that differs from the paper
 * @param claims the claims with what was measured for them
 * @param measurements all values measured
 * @param tables the tables
 * @param charts the charts
 * @param maps the maps of small levels
 * @param simulations what it shares with other experiments
 * @param error why the experiment failed; null if it did not
 * @param timing when it ran and for how long: all that differs between two runs
 */
public record ExperimentResult(
    String schema,
    String id,
    String title,
    String source,
    String version,
    RunSize size,
    Map<String, String> parameters,
    List<Input> inputs,
    List<String> method,
    List<String> deviations,
    List<JudgedClaim> claims,
    List<Measurement> measurements,
    List<ResultTable> tables,
    List<Chart> charts,
    List<BlockMap> maps,
    List<Simulated> simulations,
    @Nullable String error,
    Timing timing) {
  public static final String SCHEMA = "magpie.experiment/2";

  /**
   * Data that an experiment read.
   *
   * @param name the data set's
   * @param bytes how many were measured
   * @param sha256 digest of names, types, shapes and bytes; empty if it could not be read
   * @param problem why it could not be read; empty if it could
   */
  public record Input(String name, long bytes, String sha256, String problem) {}

  /**
   * A measured value.
   *
   * @param name the value's name
   * @param value null where nothing could be measured
   */
  public record Measurement(String name, @Nullable Double value) {
    public static Measurement of(String name, double value) {
      return new Measurement(name, finite(value));
    }
  }

  /**
   * A claim beside what was measured.
   *
   * @param measure name of the measurement
   * @param kind measurement, ordering, consistency or open
   * @param text the statement
   * @param stated the paper's value in its own digits
   * @param paper the number of a measurement; else null
   * @param unit what the values are; {@code no/yes} for 0 and 1
   * @param decimals digits to print
   * @param measured null where nothing could be measured
   * @param error of a measurement: how far the value is above the paper's, as a fraction of that;
   *     null where that is zero or nothing could be measured
   * @param verdict what follows
   * @param reason why the value differs, or what an open claim needs; empty where nothing is known
   * @param counterExamples names of what an ordering does not hold for
   */
  public record JudgedClaim(
      String measure,
      String kind,
      String text,
      String stated,
      @Nullable Double paper,
      String unit,
      int decimals,
      @Nullable Double measured,
      @Nullable Double error,
      Verdict verdict,
      String reason,
      List<String> counterExamples) {

    /** Judges what an experiment has measured. */
    public static <T> JudgedClaim of(Claim<T> claim, T measured) {
      return of(claim, claim.in(measured), claim.counterExamples().apply(measured));
    }

    /** What remains to say of a claim whose experiment has failed. */
    public static JudgedClaim failed(Claim<?> claim) {
      return of(claim, Double.NaN, List.of());
    }

    /**
     * Judges a value.
     *
     * @param value what was measured; NaN where nothing could be
     */
    public static JudgedClaim of(Claim<?> claim, double value, List<String> counterExamples) {
      Statement.Measurement number =
          claim.statement() instanceof Statement.Measurement is ? is : null;
      return new JudgedClaim(
          claim.name(),
          claim.statement().kind(),
          claim.text(),
          claim.stated(),
          number == null ? null : number.paper(),
          claim.unit().name(),
          claim.unit().decimals(),
          finite(value),
          number == null ? null : finite(number.error(value)),
          claim.judge(value),
          claim.reason(),
          counterExamples);
    }

    /** The same with its value printed in the digits of a unit. */
    public JudgedClaim inDigitsOf(Unit digits) {
      return new JudgedClaim(
          measure,
          kind,
          text,
          stated,
          paper,
          unit,
          digits.decimals(),
          measured,
          error,
          verdict,
          reason,
          counterExamples);
    }

    /** The measured value as printed. */
    public String measuredText() {
      return new Unit(unit, decimals).format(measured == null ? Double.NaN : measured);
    }

    /** The signed error as printed; empty for what has none. */
    public String errorText() {
      return error == null ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * error);
    }
  }

  /**
   * A simulation that the result rests on.
   *
   * @param name all that decides it: program, input, GPU and memory
   * @param counters what it counted, by name
   */
  public record Simulated(String name, Map<String, Object> counters) {}

  /**
   * When and for how long an experiment ran.
   *
   * @param started UTC, ISO 8601
   * @param seconds wall-clock time
   */
  public record Timing(String started, double seconds) {}

  /** The same with how it was measured, where that differs from the paper, and these claims. */
  public ExperimentResult with(
      List<String> ways, List<String> differences, List<JudgedClaim> judged) {
    return new ExperimentResult(
        schema,
        id,
        title,
        source,
        version,
        size,
        parameters,
        inputs,
        ways,
        differences,
        judged,
        measurements,
        tables,
        charts,
        maps,
        simulations,
        error,
        timing);
  }

  /** Whether it neither failed itself nor met data that could not be read. */
  public boolean isComplete() {
    return error == null && inputs.stream().allMatch(input -> input.problem().isEmpty());
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
