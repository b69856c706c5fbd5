package dev.magpie.lab.mag;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.burst.BurstModes;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.hardware.CodecCosts;
import dev.magpie.lab.hardware.Cost;
import dev.magpie.lab.hardware.Side;
import dev.magpie.lab.hardware.Synthesis;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.Points;
import dev.magpie.report.ScatterChart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What a codec gains, and what it takes of time and gates. */
final class RatioAndCost {
  /** Modes of high parts alone: what each word is does not depend on any other. */
  static final String PARTS = "magpie:modes=zquad32+zpair32+zquad64+quad16";

  /** Those whose parts are counted, and that lose nothing. */
  private static final List<Codec> CODECS =
      Stream.concat(
              Stream.of(new Codec("magpie-parts", PARTS)),
              CodecCosts.all().stream()
                  .map(CodecCosts.Entry::codec)
                  .filter(each -> !each.equals("magpie-parts"))
                  .distinct()
                  .map(each -> new Codec(each, each)))
          .toList();

  private RatioAndCost() {}

  /** A codec, and what its cost is called. */
  private record Codec(String name, String spec) {
    private Cost cost(Side side) {
      return CodecCosts.of(name, side).cost();
    }

    /** What a chart calls it: those that are of one kind are one series. */
    private String series() {
      return switch (name) {
        case "bdi+fpc", "hycomp", "latte-cc", "tavana" -> "several codecs";
        case "exponent-palette", "exponent-window" -> "exponents";
        default -> name;
      };
    }
  }

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/cost", "Effective ratio against decoders' depth and gates", "sections II and V-B")
        .method(
            "Designs of MAG-aware BDI, magpie and FPC, synthesised as for `mag/fig8`; of all"
                + " others adders, comparators, selectors and so on are counted from their"
                + " descriptions, each costed alone by the same tools, and scaled by what the"
                + " designs that take as many steps, one or several, take over their counts. A"
                + " design's own count is scaled by the others.")
        .method(
            "Depth is that of all steps that a block takes at most; each step takes whole cycles. Ratios are geometric means over"
                + " the data sets.")
        .method(
            "Bounds: the best of all these codecs for each block; for each block whole bursts of"
                + " the entropy of its bytes by their own counts; the entropy of a program's words"
                + " of 32 bits. The two last are of codes of single symbols, whose counts cost"
                + " nothing: what codecs know of neighbours may take less, and tables more.")
        .deviation(
            "The paper has BDI and MAG-aware BDI in 1 cycle, FPC in 6 and 10, C-PACK in 12 and 13,"
                + " SLC in 60 and 20, as their papers say.")
        .otherCodecs(CODECS.stream().map(Codec::spec).toList())
        .ofData()
        .measure(RatioAndCost::measure)
        .claims(
            Claim.consistency(
                    "parts.depth", "Decoder of magpie with high parts alone over MAG-aware BDI's")
                .atMost(2, new Unit("x", 2), _ -> over("magpie-parts", Cost::depth)),
            Claim.consistency("parts.ratio", "Its effective ratio is above MAG-aware BDI's")
                .holds(measured -> measured.ratio("magpie-parts") > measured.ratio("mag-bdi")),
            Claim.consistency("best", "No codec has more than the best for each block")
                .holds(measured ->
                    CODECS.stream().allMatch(each -> measured.ratio(each.name) <= measured.best)))
        .value("magpie.depth", _ -> over("magpie", Cost::depth))
        .value("magpie.gates", _ -> over("magpie", Cost::gates))
        .value("parts.gates", _ -> over("magpie-parts", Cost::gates))
        .value("magpie.ratio", measured -> measured.ratio("magpie"))
        .value("parts.ratio.value", measured -> measured.ratio("magpie-parts"))
        .value("mag-bdi.ratio", measured -> measured.ratio("mag-bdi"))
        .draw(RatioAndCost::draw);
  }

  /** A decoder's cost over that of MAG-aware BDI. */
  private static double over(String codec, ToDoubleFunction<Cost> of) {
    return of.applyAsDouble(CodecCosts.of(codec, Side.DECODER).cost())
        / of.applyAsDouble(CodecCosts.of("mag-bdi", Side.DECODER).cost());
  }

  private static Ratios measure(RunContext context) {
    List<String> specs = CODECS.stream().map(Codec::spec).toList();
    List<double[]> ratios = new ArrayList<>();
    List<Double> best = new ArrayList<>();
    List<Double> blocks = new ArrayList<>();
    List<Double> programs = new ArrayList<>();
    for (DataSet data : context.readable()) {
      BestOfCodecs observer = new BestOfCodecs(specs.size());
      Survey survey =
          Survey.of(List.of(data), context.threads(), Granularity.DEFAULT, specs, observer);
      double[] each = new double[specs.size()];
      for (int codec = 0; codec < each.length; codec++) {
        each[codec] = survey.effectiveRatios(codec)[0];
      }
      ratios.add(each);
      best.add(observer.ratio());
      blocks.add(RatioBounds.entropyOfBlocks(data));
      programs.add(RatioBounds.entropyOfProgram(data));
    }
    List<Double> means = new ArrayList<>();
    for (int codec = 0; codec < specs.size(); codec++) {
      int index = codec;
      means.add(Survey.geometricMean(ratios.stream().mapToDouble(each -> each[index]).toArray()));
    }
    return new Ratios(means, mean(best), mean(blocks), mean(programs));
  }

  private static double mean(List<Double> values) {
    return Survey.geometricMean(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * Geometric means over the data.
   *
   * @param codecs effective ratios, in the order of {@link #CODECS}
   * @param best the best for each block
   * @param blocks the entropy of each block's bytes in whole bursts
   * @param programs the entropy of each program's words
   */
  record Ratios(List<Double> codecs, double best, double blocks, double programs) {
    private double ratio(String codec) {
      return codecs.get(CODECS.stream().map(Codec::name).toList().indexOf(codec));
    }
  }

  private static OptionalInt published(Codec codec, Side side) {
    if (codec.spec.startsWith(BurstModes.FAMILY.name())) {
      return OptionalInt.empty(); // Our own, from here.
    }
    Latency latency = CodecSpec.parse(codec.spec).family().latency();
    if (latency.clock() != Latency.Clock.CORE) {
      return OptionalInt.empty();
    }
    return side == Side.DECODER ? latency.decompressionCycles() : latency.compressionCycles();
  }

  private static Figures draw(Ratios ratios) {
    return Figures.none()
        .with(chart("Effective ratio and depth of the decoder", "FO4", ratios, Cost::depth))
        .with(chart("Effective ratio and gates of the decoder", "NAND2", ratios, Cost::gates))
        .with(
            "ratios",
            new Columns<Codec>()
                .text("codec", Codec::name)
                .number("ratio", 3, each -> ratios.ratio(each.name))
                .table("Effective ratio, geometric mean", CODECS))
        .with(
            "bounds",
            Table.titled("Bounds")
                .text("bound")
                .number("ratio", 3)
                .row("the best codec for each block", ratios.best)
                .row("entropy of a block's bytes, in whole bursts", ratios.blocks)
                .row("entropy of a program's words", ratios.programs)
                .build())
        .with("decoders", costs("Decoders", Side.DECODER))
        .with("encoders", costs("Encoders", Side.ENCODER))
        .with("modes", modes())
        .with("errors", errors());
  }

  private static Table costs(String title, Side side) {
    return new Columns<Codec>()
        .text("codec", Codec::name)
        .number("gates", 0, "NAND2", each -> each.cost(side).gates())
        .number("path", 1, "FO4", each -> each.cost(side).depth())
        .number("1 GHz", 0, "cycles", each -> each.cost(side).cycles())
        .number("published", 0, "cycles", each -> published(each, side))
        .number("tables", 0, "bits", each -> each.cost(side).memoryBits())
        .text("from", each -> CodecCosts.of(each.name, side).isDesign() ? "synthesis" : "count")
        .table(title, CODECS);
  }

  /** What decoders of single modes of magpie take; those of a mask share one. */
  private static Table modes() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("pair32", "parts_decoder");
    modes.put("zpair32", "parts_decoder:ZERO=1");
    modes.put("zquad32", "parts_decoder:PARTS=4 ZERO=1");
    modes.put("pair64", "parts_decoder:WORD=64");
    modes.put("zquad64", "parts_decoder:WORD=64 PARTS=4 ZERO=1");
    modes.put("quad16", "parts_decoder:WORD=16 PARTS=4");
    modes.put("zplane32, plane32 and zdelta32", "masked_decoder:WORD=32");
    return new Columns<Map.Entry<String, String>>()
        .text("modes", Map.Entry::getKey)
        .number("gates", 0, "NAND2", each -> Synthesis.design(each.getValue()).gates())
        .number("path", 1, "FO4", each -> Synthesis.design(each.getValue()).depth())
        .table("Decoders of single modes", List.copyOf(modes.entrySet()));
  }

  /** What leaving a design out and counting it shows. */
  private static Table errors() {
    return new Columns<CodecCosts.Entry>()
        .text("design", each -> each.codec() + " " + each.side())
        .number("gates", 0, "NAND2", each -> each.cost().gates())
        .number("counted", 0, "NAND2", each -> each.counted().gates())
        .number("error", 0, "%", each -> each.error(Cost::gates))
        .number("path", 1, "FO4", each -> each.cost().depth())
        .number("counted path", 1, "FO4", each -> each.counted().depth())
        .number("path error", 0, "%", each -> each.error(Cost::depth))
        .table(
            "Designs, and what counts alone say of them",
            CodecCosts.all().stream().filter(CodecCosts.Entry::isDesign).toList());
  }

  private static ScatterChart chart(
      String title, String unit, Ratios ratios, ToDoubleFunction<Cost> of) {
    List<Points> points = new ArrayList<>();
    CODECS.stream()
        .collect(groupingBy(Codec::series, LinkedHashMap::new, toList()))
        .forEach((name, codecs) ->
            points.add(
                Points.of(
                    name,
                    codecs.stream()
                        .map(each ->
                            new Points.Point(
                                of.applyAsDouble(each.cost(Side.DECODER)),
                                ratios.ratio(each.name),
                                each.name))
                        .toList())));
    double[] ends =
        CODECS.stream()
            .mapToDouble(each -> of.applyAsDouble(each.cost(Side.DECODER)))
            .sorted()
            .toArray();
    double[] range = {ends[0], ends[ends.length - 1]};
    points.add(Points.of("the best for each block", range, level(ratios.best)));
    points.add(Points.of("entropy of blocks", range, level(ratios.blocks)));
    return ScatterChart.of(title, Axis.log2(unit), Axis.fitted("effective ratio"), points)
        .withCaption(
            "To the left is cheaper, above is better. The entropy of programs' words would give %.1f."
                .formatted(ratios.programs));
  }

  private static double[] level(double ratio) {
    return new double[] {ratio, ratio};
  }
}
