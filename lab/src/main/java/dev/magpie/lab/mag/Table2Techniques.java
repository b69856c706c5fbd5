package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;

/** Table II: techniques that have BDI inside, with MAG-aware BDI in its place. */
record Table2Techniques(Study study) implements Experiment<RatiosAndSpeedups> {
  private static final List<String> TECHNIQUES = List.of("hycomp", "latte-cc", "caba", "tavana");
  private static final List<String> NAMES = List.of("HyComp", "LATTE-CC", "CABA", "Tavana et al.");

  /** Each technique with BDI, then with MAG-aware BDI. */
  private static ComparedControllers controllers() {
    List<Controller> controllers = new ArrayList<>();
    for (int t = 0; t < TECHNIQUES.size(); t++) {
      controllers.add(Controller.of(NAMES.get(t) + " with BDI", TECHNIQUES.get(t) + ":bdi=full"));
      controllers.add(
          Controller.of(NAMES.get(t) + " with MAG-BDI", TECHNIQUES.get(t) + ":bdi=mag"));
    }
    return new ComparedControllers(controllers);
  }

  @Override
  public Description description() {
    return SimulatedPaper.describe(
            "mag/table2", "Techniques that benefit from MAG-aware BDI", "section IV-A, Table II")
        .method(
            "The paper says that these techniques benefit, and does not measure it. Each runs with"
                + " all of BDI inside, and with MAG-aware BDI.")
        .deviation(
            "BDI inside is all of BDI, with its cases for zeros and repeats, as the techniques' own"
                + " papers have it, and not the paper's baseline.")
        .parameter("codecs", controllers().codecs());
  }

  @Override
  public List<Claim<RatiosAndSpeedups>> claims() {
    List<Claim<RatiosAndSpeedups>> claims = new ArrayList<>();
    for (int t = 0; t < TECHNIQUES.size(); t++) {
      int bdi = 2 * t;
      int magBdi = bdi + 1;
      claims.add(
          Claim.of(
                  "ratio." + TECHNIQUES.get(t),
                  NAMES.get(t) + ": MAG-aware BDI raises the mean effective ratio")
              .holds(both -> both.ratios().mean(magBdi) > both.ratios().mean(bdi)));
      claims.add(
          Claim.of(
                  "speedup." + TECHNIQUES.get(t),
                  NAMES.get(t) + ": MAG-aware BDI raises the mean speedup")
              .holds(both -> both.speedups().mean(magBdi) > both.speedups().mean(bdi)));
    }
    return claims;
  }

  @Override
  public List<Value<RatiosAndSpeedups>> values() {
    List<Value<RatiosAndSpeedups>> values = new ArrayList<>();
    for (int t = 0; t < TECHNIQUES.size(); t++) {
      int bdi = 2 * t;
      values.add(
          Value.of("ratioGain." + TECHNIQUES.get(t), both -> both.ratios().gain(bdi + 1, bdi)));
      values.add(
          Value.of("speedupGain." + TECHNIQUES.get(t), both -> both.speedups().gain(bdi + 1, bdi)));
    }
    return values;
  }

  @Override
  public RatiosAndSpeedups measure(RunContext context) {
    return RatiosAndSpeedups.of(context, study, controllers());
  }

  @Override
  public Figures draw(RatiosAndSpeedups both) {
    return both.draw(
        "Effective ratio with BDI and MAG-aware BDI inside",
        "Speedup with BDI and MAG-aware BDI inside",
        "speedup");
  }
}
