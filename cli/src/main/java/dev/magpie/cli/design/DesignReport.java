package dev.magpie.cli.design;

import dev.magpie.analysis.design.BurstCosts;
import dev.magpie.analysis.design.ModeSearch;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.burst.BurstMode;
import dev.magpie.codec.burst.BurstModes;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Modes that were chosen, for people or programs.
 *
 * @param codec of these modes, as options take it
 * @param steps the modes in the order in which they were chosen
 * @param compared the modes and other codecs over all programs
 * @param programs in the order given
 */
record DesignReport(
    int blockBytes,
    int magBytes,
    String codec,
    List<Step> steps,
    List<Compared> compared,
    List<Program> programs) {
  static final DocumentType<DesignReport> TYPE =
      new DocumentType<>("magpie.design/1", DesignReport.class);

  /**
   * A mode, and effective ratios with it and those before it.
   *
   * @param total of all programs together, each as if it had as many blocks
   * @param mean of their ratios, geometric
   */
  record Step(String mode, int decoderCycles, double total, double mean) {}

  /** Effective ratios under something. */
  record Compared(String codec, double total, double mean) {}

  /**
   * A program.
   *
   * @param blocks that were looked at
   * @param ratio under the chosen modes
   * @param unseenRatio under modes that were chosen without it; empty where there is no other
   * @param unseenModes those
   * @param others ratios under other codecs
   */
  record Program(
      String name,
      int blocks,
      double ratio,
      Optional<Double> unseenRatio,
      List<String> unseenModes,
      List<Other> others) {}

  /** The ratio under another codec. */
  record Other(String codec, double ratio) {}

  private static final String UNSEEN = "modes chosen without each";

  static DesignReport of(
      ModeSearch search,
      List<BurstCosts> costs,
      double[] weights,
      List<BurstMode> candidates,
      int modes,
      Granularity granularity) {
    List<Integer> chosen = search.choose(modes, -1);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      ModeSearch.Gain gain = search.gain(chosen.subList(0, i + 1));
      BurstMode mode = candidates.get(chosen.get(i));
      steps.add(new Step(mode.name(), mode.decoderCycles(), gain.total(), gain.mean()));
    }
    List<Program> programs = new ArrayList<>();
    for (int p = 0; p < costs.size(); p++) {
      BurstCosts of = costs.get(p);
      boolean isAlone = costs.size() == 1;
      List<Integer> unseen = isAlone ? List.of() : search.choose(modes, p);
      programs.add(
          new Program(
              of.program(),
              of.blocks(),
              search.ratio(p, chosen),
              isAlone ? Optional.empty() : Optional.of(search.ratio(p, unseen)),
              unseen.stream().map(each -> candidates.get(each).name()).toList(),
              IntStream.range(0, DesignCommand.OTHERS.size())
                  .mapToObj(
                      o -> new Other(DesignCommand.OTHERS.get(o), of.ratio(candidates.size() + o)))
                  .toList()));
    }
    String codec = BurstModes.of(steps.stream().map(Step::mode).toList()).toString();
    List<Compared> compared = new ArrayList<>();
    compared.add(compared("these modes", programs, weights, Program::ratio));
    if (programs.size() > 1) {
      compared.add(compared(UNSEEN, programs, weights, each -> each.unseenRatio().orElseThrow()));
    }
    for (int o = 0; o < DesignCommand.OTHERS.size(); o++) {
      int other = o;
      compared.add(
          compared(
              DesignCommand.OTHERS.get(o),
              programs,
              weights,
              each -> each.others().get(other).ratio()));
    }
    return new DesignReport(
        granularity.blockBytes(), granularity.magBytes(), codec, steps, compared, programs);
  }

  private static Compared compared(
      String name, List<Program> programs, double[] weights, ToDoubleFunction<Program> ratio) {
    double inverse = 0;
    double logs = 0;
    double weight = 0;
    for (int p = 0; p < weights.length; p++) {
      double of = ratio.applyAsDouble(programs.get(p));
      inverse += weights[p] / of;
      logs += weights[p] * Math.log(of);
      weight += weights[p];
    }
    return new Compared(name, weight / inverse, Math.exp(logs / weight));
  }

  Report report() {
    return Report.of(TYPE, this, stepTable(), comparedTable(), programTable())
        .headed(
            "%s of %s in the mean, %d B and MAG %d B"
                .formatted(
                    Quantity.count(programs.size(), "program"),
                    Quantity.count(
                        Math.round(programs.stream().mapToInt(Program::blocks).average().orElse(0)),
                        "block"),
                    blockBytes,
                    magBytes))
        .ended("--codec " + codec)
        .withCsv(csv());
  }

  private Table stepTable() {
    return new Columns<Step>()
        .text("mode", Step::mode)
        .number("decoder", 0, "cycles", Step::decoderCycles)
        .number("total", 3, Step::total)
        .number("mean", 3, Step::mean)
        .builder("Modes, one after the other", steps)
        .note(
            "Effective ratios with a mode and those above it: of all programs together, each as if"
                + " it had as many blocks or as its weight says, and the geometric mean of the programs'. Cycles are"
                + " estimates.")
        .build();
  }

  private Table comparedTable() {
    return new Columns<Compared>()
        .text("codec", Compared::codec)
        .number("total", 3, Compared::total)
        .number("mean", 3, Compared::mean)
        .builder("Against others", compared)
        .build();
  }

  private Table programTable() {
    Columns<Program> columns =
        new Columns<Program>()
            .text("program", Program::name)
            .number("these modes", 3, Program::ratio)
            .number("chosen without it", 3, Program::unseenRatio);
    addOthers(columns, 3);
    long below =
        programs.stream()
            .filter(each ->
                each.unseenRatio().isPresent()
                    && each.unseenRatio().get() < each.others().getFirst().ratio())
            .count();
    return columns
        .builder("Programs", programs)
        .note(
            programs.size() == 1
                ? "One program tells nothing of data that the modes were not chosen on."
                : "Modes that were chosen without the program they code are below %s on %d of %s."
                    .formatted(
                        DesignCommand.OTHERS.getFirst(),
                        below,
                        Quantity.count(programs.size(), "program")))
        .build();
  }

  private Table csv() {
    Columns<Program> columns =
        new Columns<Program>()
            .text("name", Program::name)
            .number("blocks", 0, Program::blocks)
            .text("codec", _ -> codec)
            .number("ratio", 0, Program::ratio)
            .number("unseenRatio", 0, Program::unseenRatio)
            .text("unseenModes", each -> String.join("+", each.unseenModes()));
    addOthers(columns, 0);
    return columns.table(programs);
  }

  private static void addOthers(Columns<Program> columns, int decimals) {
    for (int o = 0; o < DesignCommand.OTHERS.size(); o++) {
      int other = o;
      columns.number(
          DesignCommand.OTHERS.get(o), decimals, each -> each.others().get(other).ratio());
    }
  }
}
