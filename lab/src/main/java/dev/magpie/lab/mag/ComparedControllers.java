package dev.magpie.lab.mag;

import dev.magpie.analysis.SizeHistogram;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The memory controllers that a figure compares, in its order. */
record ComparedControllers(List<Controller> all) {
  /** How many of its half-written lines leave the L2 moves means more than codecs do. */
  private static final String CHANCE = "TP";

  /**
   * A controller in a figure.
   *
   * @param name what the figure calls it
   * @param setup what it is
   * @param paper the paper's mean in its own digits; empty where it gives none
   */
  record Controller(String name, Setup setup, String paper) {
    static Controller of(String name, String codec, String paper) {
      return new Controller(name, Setup.of(codec), paper);
    }

    static Controller of(String name, String codec) {
      return of(name, Setup.of(codec));
    }

    static Controller of(String name, Setup setup) {
      return new Controller(name, setup, "");
    }

    /** What claims about it end in. */
    String codec() {
      return setup.codec();
    }

    private Comparison.Column column(double[] values) {
      return new Comparison.Column(
          name, paper.isEmpty() ? Double.NaN : Double.parseDouble(paper), values);
    }
  }

  static ComparedControllers of(Controller... all) {
    return new ComparedControllers(List.of(all));
  }

  Controller get(int index) {
    return all.get(index);
  }

  int count() {
    return all.size();
  }

  List<String> codecs() {
    return all.stream().map(Controller::codec).toList();
  }

  /** These, and then others. */
  ComparedControllers withMore(ComparedControllers others) {
    return new ComparedControllers(Stream.of(all, others.all).flatMap(List::stream).toList());
  }

  /** The same on another GPU. */
  ComparedControllers with(Variation variation) {
    return new ComparedControllers(
        all.stream()
            .map(each -> new Controller(each.name, each.setup.with(variation), each.paper))
            .toList());
  }

  /** The same with other means of the paper. */
  ComparedControllers withPaper(String... means) {
    return new ComparedControllers(
        IntStream.range(0, all.size())
            .mapToObj(c -> new Controller(get(c).name, get(c).setup, means[c]))
            .toList());
  }

  /** Simulates all programs under these controllers. */
  Simulations simulate(RunContext context, Study study) {
    return Simulations.of(context, study, all.stream().map(Controller::setup).distinct().toList());
  }

  /** The same, and what their speedups are over. */
  Simulations simulateWithBaselines(RunContext context, Study study) {
    return Simulations.of(
        context,
        study,
        all.stream()
            .map(Controller::setup)
            .flatMap(setup -> Stream.of(setup, setup.baseline()))
            .distinct()
            .toList());
  }

  /** A value of every program under each. */
  Comparison compare(
      Simulations simulations, Function<Setup, double[]> values, ToDoubleFunction<double[]> mean) {
    return new Comparison(
        simulations.subjects(),
        all.stream().map(each -> each.column(values.apply(each.setup))).toList(),
        mean);
  }

  /** A ratio of every data set under each codec, as the survey has sized them. */
  Comparison compare(Survey survey, ToDoubleFunction<SizeHistogram> ratio) {
    return new Comparison(
        survey.subjects(),
        IntStream.range(0, count()).mapToObj(c -> get(c).column(survey.each(c, ratio))).toList(),
        Survey::geometricMean);
  }

  /** The effective ratio of what moves. */
  Comparison effectiveRatios(Simulations simulations) {
    return compare(
        simulations,
        setup -> simulations.each(setup, Simulation::effectiveRatio),
        Survey::geometricMean);
  }

  /** The raw ratio of what moves. */
  Comparison rawRatios(Simulations simulations) {
    return compare(
        simulations, setup -> simulations.each(setup, Simulation::rawRatio), Survey::geometricMean);
  }

  /**
   * The speedup over no compression, which has to be {@linkplain #simulateWithBaselines simulated}.
   */
  Comparison speedups(Simulations simulations) {
    return compare(simulations, simulations::speedups, Survey::geometricMean);
  }

  /**
   * Percent of the bytes that DRAM moves without compression, which are saved; the mean is 1 less
   * the geometric mean of what is left.
   */
  Comparison bandwidthReductions(Simulations simulations) {
    return compare(
        simulations,
        setup -> Arrays.stream(simulations.bandwidthReductions(setup)).map(r -> 100 * r).toArray(),
        percent ->
            100
                * (1
                    - Survey.geometricMean(
                        Arrays.stream(percent).map(p -> 1 - p / 100).toArray())));
  }

  /**
   * Claims that means are the paper's.
   *
   * @param kind what the claims' names begin with, before the codec
   * @param what the means are of
   * @param why they differ, by codec, where it is known
   */
  <T> Stream<Claim<T>> means(
      String kind,
      String what,
      Unit unit,
      Map<String, String> why,
      Function<T, Comparison> measured) {
    return IntStream.range(0, count())
        .filter(c -> !get(c).paper.isEmpty())
        .mapToObj(c -> {
          Controller each = get(c);
          return Claim.of(kind + each.codec(), each.name + ", " + what)
              .because(why.getOrDefault(each.codec(), ""))
              .is(each.paper, unit, record -> measured.apply(record).mean(c));
        });
  }

  /**
   * What the paper calls percent, from its own means.
   *
   * @param what one has over the other
   * @param why a format of both means: what the paper's number is
   */
  <T> Claim<T> gainOfPaper(String what, int entry, int over, String percent, String why) {
    Controller one = get(entry);
    Controller other = get(over);
    return Claim.consistency(
            "paper.%s.over.%s".formatted(one.codec(), other.codec()),
            "%s's %s over %s in the paper, from its own means"
                .formatted(one.name, what, other.name))
        .because(why.formatted(one.paper, other.paper))
        .percent(
            percent,
            _ -> 100 * (Double.parseDouble(one.paper) / Double.parseDouble(other.paper) - 1));
  }

  /**
   * The means of all programs but TP.
   *
   * @param kind what the values' names begin with, before what names the controller
   * @param name of a controller
   */
  <T> Stream<Value<T>> meansWithoutTp(
      String kind, Function<Controller, String> name, Function<T, Comparison> measured) {
    return IntStream.range(0, count())
        .mapToObj(c ->
            new Value<>(
                kind + name.apply(get(c)) + ".withoutTP",
                record -> meanWithoutTp(measured.apply(record), c)));
  }

  static double meanWithoutTp(Comparison measured, int column) {
    return measured.meanWithout(column, CHANCE);
  }
}
