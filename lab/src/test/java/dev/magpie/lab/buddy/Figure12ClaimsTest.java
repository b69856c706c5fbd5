package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Judged;
import dev.magpie.lab.timed.GivenRun;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRun;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.lab.timed.TimedSetup.Change;
import dev.magpie.report.Verdict;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of runs as the paper describes them does not hold of others. */
class Figure12ClaimsTest {
  private static final int CYCLES = 1_000_000;

  private static final Set<Change> CHANGES =
      Set.of(
          Change.NO_CODEC_LATENCY,
          Change.METADATA_AT_HAND,
          Change.HALF_LATENCY,
          Change.DOUBLE_LATENCY);

  private static TimedRuns runs(ToDoubleBiFunction<String, TimedSetup> slowdown) {
    Map<TimedSetup, List<TimedRun>> bySetup = new HashMap<>();
    Stream.of(
            Stream.of(TimedSetup.BASE, Figure12Speed.BANDWIDTH_ONLY),
            Stream.of(Figure12Speed.BANDWIDTH_ONLY.with(Change.NO_CODEC_LATENCY)),
            Figure12Speed.LINKS.stream().map(Figure12Speed::buddy),
            Figure12Speed.LINKS.stream().map(Figure12Speed::given),
            CHANGES.stream().map(Figure12Speed.BUDDY::with))
        .flatMap(each -> each)
        .forEach(setup ->
            bySetup.put(
                setup,
                TimedProgram.ALL.stream()
                    .map(each -> run(each.label(), setup, slowdown))
                    .toList()));
    return new TimedRuns(TimedProgram.ALL, bySetup);
  }

  private static TimedRun run(
      String label, TimedSetup setup, ToDoubleBiFunction<String, TimedSetup> slowdown) {
    double percent = setup.equals(TimedSetup.BASE) ? 0 : slowdown.applyAsDouble(label, setup);
    long cycles = Math.round(CYCLES * (1 + percent / 100));
    // Copies are all that a link changes of HPGMG.
    long copies = label.equals("hpgmg") ? Math.max(0, cycles - CYCLES * 9L / 10) : 0;
    return GivenRun.of(cycles, copies);
  }

  /** Percent by which a program is slower, as section IV-B tells it. */
  private static double asInThePaper(String label, TimedSetup setup) {
    if (setup.memory() == Lines.BANDWIDTH_ONLY) {
      return switch (label) {
        case "lulesh" -> setup.change() == Change.NO_CODEC_LATENCY ? 0.5 : 2;
        case "cg", "ilbdc" -> 1;
        default -> TRAINING.contains(label) ? -15 : -3;
      };
    }
    double ofLink =
        switch (setup.gigabytesPerSecond()) {
          case 50 -> Set.of("ep", "seismic").contains(label) ? 60 : 25;
          case 100 -> 8;
          case 150 -> Set.of("palm", "seismic").contains(label) ? 3 : 0.3;
          default -> -2;
        };
    return switch (setup.change()) {
      case METADATA_AT_HAND -> ofLink - (ofLink > 2 ? 5 : 0);
      case HALF_LATENCY -> ofLink - 0.1;
      case DOUBLE_LATENCY -> ofLink + 0.1;
      default -> ofLink;
    };
  }

  private static final Set<String> TRAINING =
      Set.of("alexnet", "squeezenet", "vgg16", "resnet50", "inception", "biglstm");

  /** As nothing is in the paper. */
  private static double otherwise(String label, TimedSetup setup) {
    if (setup.memory() == Lines.BANDWIDTH_ONLY) {
      return TRAINING.contains(label) ? 5 : -3;
    }
    return switch (setup.change()) {
      case METADATA_AT_HAND -> label.equals("palm") ? 12 : 5;
      case HALF_LATENCY -> 30;
      case DOUBLE_LATENCY -> -30;
      default ->
          switch (setup.gigabytesPerSecond()) {
            case 150 -> 10;
            case 200 -> 5;
            default -> label.equals("ep") ? -10 : -1;
          };
    };
  }

  @Test
  void allOrderingsHoldAsThePaperTellsIt() {
    assertThat(verdicts(Figure12ClaimsTest::asInThePaper)).containsOnly(Verdict.HOLDS);
  }

  @Test
  void noneHoldsOtherwise() {
    assertThat(verdicts(Figure12ClaimsTest::otherwise)).containsOnly(Verdict.DOES_NOT_HOLD);
  }

  private static Collection<Verdict> verdicts(ToDoubleBiFunction<String, TimedSetup> slowdown) {
    return Judged.byOrderings(Figure12Claims.all(), runs(slowdown)).values();
  }
}
