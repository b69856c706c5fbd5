package dev.magpie.lab.run;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import java.util.List;

/** An experiment whose claims find their values by name; to become typed ones. */
public interface NamedExperiment extends Experiment<Findings> {
  Findings run(RunContext context);

  @Override
  default List<Claim<Findings>> claims() {
    return description().claims();
  }

  @Override
  default Findings measure(RunContext context) {
    return run(context);
  }

  @Override
  default Figures draw(Findings measured) {
    return new Figures(measured.charts(), measured.maps(), measured.tables());
  }

  static Claim.Quantity<Findings> of(String name, String text, double paper, Unit unit) {
    return Claim.of(name, text, paper, unit, findings -> findings.value(name));
  }

  static Claim.Quantity<Findings> holds(String name, String text) {
    return of(name, text, 1, Unit.YES_NO);
  }

  static Claim.Quantity<Findings> never(String name, String text, String what) {
    return of(name, text, 0, Unit.whole(what));
  }
}
