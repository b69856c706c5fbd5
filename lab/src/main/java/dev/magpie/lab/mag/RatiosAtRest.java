package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.RunContext;
import java.util.List;

/** Effective ratios of all data under some codecs, and the blocks that one makes larger. */
record RatiosAtRest(Comparison ratios, LargerBlocks larger) {
  static RatiosAtRest of(RunContext context, List<String> codecs, String... names) {
    LargerBlocks larger = new LargerBlocks(codecs.size());
    return new RatiosAtRest(
        context.survey(Granularity.DEFAULT, codecs, larger).compareEffectiveRatios(names), larger);
  }

  Figures draw(String title) {
    return Figures.none()
        .with(ratios.chart(title, "effective ratio"))
        .with("ratios", ratios.table("Effective ratios by data set", 3, ""));
  }
}
