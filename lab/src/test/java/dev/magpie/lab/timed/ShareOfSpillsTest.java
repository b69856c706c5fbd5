package dev.magpie.lab.timed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShareOfSpillsTest {
  /** A buffer of 1000 entries, of which some need more than one, two and three sectors. */
  private static AllocationHistory buffer(String name, int overOne, int overTwo, int overThree) {
    return new AllocationHistory(
        new Allocation.Key("", name),
        name,
        128_000,
        List.of(
            new EntrySizes(
                1000, 1000L + overOne + overTwo + overThree, 0, overOne, overTwo, overThree, 0)));
  }

  private static Map<String, TargetRatio> targets(double share, AllocationHistory... buffers) {
    return ShareOfSpills.targets(new SeriesSizes(List.of("0"), Stream.of(buffers).toList()), share);
  }

  @Test
  void whatCostsNothingIsTakenInAnyCase() {
    assertThat(targets(0, buffer("fits", 500, 0, 0), buffer("noise", 1000, 1000, 1000)))
        .isEqualTo(Map.of("fits", TargetRatio.TWO, "noise", TargetRatio.ONE));
  }

  @Test
  void targetsGoUpToTheShareThatIsNearest() {
    AllocationHistory small = buffer("small", 100, 40, 0);
    AllocationHistory large = buffer("large", 1000, 1000, 200);
    assertThat(targets(0.02, small, large))
        .isEqualTo(Map.of("small", TargetRatio.TWO, "large", TargetRatio.ONE));
    assertThat(targets(0.05, small, large))
        .isEqualTo(Map.of("small", TargetRatio.FOUR, "large", TargetRatio.ONE));
    assertThat(targets(0.15, small, large))
        .isEqualTo(Map.of("small", TargetRatio.FOUR, "large", TargetRatio.FOUR_THIRDS));
  }

  @Test
  void aShareThatNoBufferComesNearIsLeft() {
    assertThat(targets(0.054, buffer("noise", 1000, 1000, 1000)))
        .isEqualTo(Map.of("noise", TargetRatio.ONE));
  }
}
