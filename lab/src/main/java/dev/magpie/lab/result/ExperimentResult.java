package dev.magpie.lab.result;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.report.BlockMap;
import dev.magpie.report.Chart;
import dev.magpie.report.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a result file holds: {@code magpie.experiment/1}.
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
    @Nullable String error,
    Timing timing) {
  public static final String SCHEMA = "magpie.experiment/1";

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
   * @param text the statement
   * @param paper the paper's value
   * @param low least value that counts as the paper's; null for no limit
   * @param high greatest value that counts as the paper's; null for no limit
   * @param unit what the values are; {@code yes/no} for 1 and 0
   * @param decimals digits to print
   * @param measured null where nothing could be measured
   * @param verdict what follows
   * @param notExpected why the paper's value cannot be expected here; empty where it can
   */
  public record JudgedClaim(
      String measure,
      String text,
      double paper,
      @Nullable Double low,
      @Nullable Double high,
      String unit,
      int decimals,
      @Nullable Double measured,
      Verdict verdict,
      String notExpected) {

    public static JudgedClaim of(Claim<?> claim, double measured) {
      return new JudgedClaim(
          claim.name(),
          claim.text(),
          claim.paper(),
          finite(claim.band().low()),
          finite(claim.band().high()),
          claim.unit().name(),
          claim.unit().decimals(),
          finite(measured),
          claim.judge(measured),
          claim.notExpected());
    }

    /** The paper's value as printed. */
    public String paperText() {
      return new Unit(unit, decimals).format(paper);
    }

    /** The measured value as printed. */
    public String measuredText() {
      return new Unit(unit, decimals).format(measured == null ? Double.NaN : measured);
    }
  }

  /**
   * When and for how long an experiment ran.
   *
   * @param started UTC, ISO 8601
   * @param seconds wall-clock time
   */
  public record Timing(String started, double seconds) {}

  /** Whether it neither failed itself nor met data that could not be read. */
  public boolean isComplete() {
    return error == null && inputs.stream().allMatch(input -> input.problem().isEmpty());
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
