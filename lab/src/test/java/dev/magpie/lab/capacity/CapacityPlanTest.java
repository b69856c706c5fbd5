package dev.magpie.lab.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.memory.buddy.AllocationFailedException;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What fits is what a Buddy memory takes, and one more is what it refuses. */
class CapacityPlanTest {
  private static final long MIB = 1 << 20;

  private static ProfiledAllocation growing(String name, long bytes, TargetRatio target) {
    return new ProfiledAllocation(name, name, bytes, target, 0.1, true);
  }

  private static ProfiledAllocation fixed(String name, long bytes, TargetRatio target) {
    return new ProfiledAllocation(name, name, bytes, target, 0, false);
  }

  private static final List<ProfiledAllocation> MIXED =
      List.of(
          fixed("weights", 1_000_000, TargetRatio.FOUR_THIRDS),
          growing("activations", 300_001, TargetRatio.TWO),
          growing("gradients", 123_457, TargetRatio.ONE),
          growing("mask", 40_000, TargetRatio.FOUR),
          growing("zeros", 9_999, TargetRatio.SIXTEEN));

  private static CapacityPlan plan(List<ProfiledAllocation> allocations, Growth growth, Room room) {
    return new CapacityPlan(allocations, growth, room);
  }

  @Test
  void aBuddyMemoryTakesWhatFitsAndRefusesOneMore() {
    Room room = new Room(16 * MIB, 0, 4, PageSize.KIB_64);
    CapacityPlan plan = plan(MIXED, new Growth.WithBatch(8), room);
    long most = plan.buddy().step();

    allocate(plan, most);
    assertThatThrownBy(() -> allocate(plan, most + 1))
        .isInstanceOf(AllocationFailedException.class)
        .hasMessageContaining("device memory");
    assertThat(plan.buddy().limit()).isEqualTo("device memory");
  }

  @Test
  void aSmallCarveOutIsTheLimit() {
    Room room = new Room(16 * MIB, 0, 2, PageSize.KIB_64);
    List<ProfiledAllocation> zeros = List.of(growing("zeros", 100_000, TargetRatio.FOUR));
    CapacityPlan plan = plan(zeros, new Growth.WithBatch(1), room);
    long most = plan.buddy().step();

    assertThat(plan.buddy().limit()).isEqualTo("carve-out");
    assertThat(most).isEqualTo(16 * MIB / (96L * Math.ceilDiv(100_000, 128)));
    allocate(plan, most);
    assertThatThrownBy(() -> allocate(plan, most + 1))
        .isInstanceOf(AllocationFailedException.class)
        .hasMessageContaining("carve-out");
  }

  private static void allocate(CapacityPlan plan, long step) {
    BuddyConfig config =
        BuddyConfig.ofDevice(plan.room().memoryBytes()).withMaxRatio(plan.room().maxRatio());
    assertThat(config.metadataBytes()).isEqualTo(plan.room().metadataBytes());
    assertThat(config.carveOutBytes()).isEqualTo(plan.room().carveOutBytes());
    double scale = plan.growth().scale(step);
    try (BuddyMemory memory = new BuddyMemory(config)) {
      for (ProfiledAllocation each : plan.allocations()) {
        memory.allocate(each.bytesAt(scale), each.target());
      }
    }
  }

  @Test
  void pagesThatReachFurtherLetMoreFit() {
    List<ProfiledAllocation> all = List.of(growing("a", MIB, TargetRatio.FOUR_THIRDS));
    long gib = 1L << 30;
    Fit small =
        plan(all, new Growth.WithBatch(1), new Room(80 * gib, 0, 4, PageSize.KIB_64)).buddy();
    Fit large =
        plan(all, new Growth.WithBatch(1), new Room(80 * gib, 0, 4, PageSize.MIB_2)).buddy();

    assertThat(small.buddyBytes()).isEqualTo(16 * gib);
    assertThat(small.limit()).contains("4/3x");
    assertThat(large.limit()).isEqualTo("device memory");
    assertThat(large.bytes()).isGreaterThan(small.bytes());
  }

  @Test
  void withoutCompressionItIsADivision() {
    Room room = new Room(16 * MIB, MIB, 4, PageSize.KIB_64);
    Fit fit =
        plan(
                List.of(fixed("w", 3 * MIB, TargetRatio.FOUR), growing("a", MIB, TargetRatio.FOUR)),
                new Growth.WithBatch(4),
                room)
            .uncompressed();

    assertThat(fit.step()).isEqualTo(48);
    assertThat(fit.bytes()).isEqualTo(15 * MIB);
    assertThat(fit.freeBytes()).isZero();
    assertThat(fit.buddyBytes()).isZero();
  }

  @Test
  void targetsOfOneLoseTheirMetadata() {
    Room room = new Room(256 * MIB, 0, 1, PageSize.KIB_64);
    CapacityPlan plan =
        plan(List.of(growing("a", MIB, TargetRatio.ONE)), new Growth.Freely(), room);

    assertThat(plan.uncompressed().scale()).isEqualTo(256);
    assertThat(plan.buddy().scale()).isEqualTo(255);
  }

  @Test
  void allExtentsOfAGridGrowAlike() {
    Room room = new Room(64 * MIB, 0, 4, PageSize.KIB_64);
    List<ProfiledAllocation> field = List.of(growing("u", 8 * 64 * 32, TargetRatio.ONE));
    Fit fit = plan(field, new Growth.WithGrid(List.of(64L, 32L)), room).uncompressed();

    assertThat(fit.size()).isEqualTo("4096x2048");
    assertThat(fit.scale()).isEqualTo(64 * 64);
    assertThat(new Growth.WithGrid(List.of(3L, 2L)).text(5)).isEqualTo("5x3");
  }

  @Test
  void whatIsFixedMayBeTooMuch() {
    Room room = new Room(16 * MIB, 0, 4, PageSize.KIB_64);
    CapacityPlan plan =
        plan(
            List.of(fixed("w", 24 * MIB, TargetRatio.TWO), growing("a", MIB, TargetRatio.ONE)),
            new Growth.WithBatch(1),
            room);

    assertThat(plan.uncompressed().isPossible()).isFalse();
    assertThat(plan.uncompressed().freeBytes()).isNegative();
    assertThat(plan.buddy().step()).isEqualTo(3);
    CapacityResult result = CapacityResult.of(plan, new LinkCost(900, 150, 32, 1, null));
    assertThat(result.gain()).isNaN();
  }

  @Test
  void somethingHasToGrow() {
    Room room = new Room(MIB, 0, 4, PageSize.KIB_64);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(List.of(fixed("w", 1, TargetRatio.ONE)), new Growth.Freely(), room));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> plan(List.of(growing("w", 0, TargetRatio.ONE)), new Growth.Freely(), room));
  }

  @Test
  void aByteThatGrowsEndsSomewhere() {
    Room room = new Room(1L << 50, 0, 4, PageSize.MIB_2);
    Fit fit =
        plan(
                List.of(growing("a", 1, TargetRatio.ONE)),
                new Growth.WithGrid(List.of(1_000_000L, 1_000_000L, 1_000_000L)),
                room)
            .buddy();
    assertThat(fit.scale()).isCloseTo(1 << 20, within(10.0));
  }

  @Test
  void theLinksTimeIsBytesOverBandwidth() {
    List<ProfiledAllocation> all =
        List.of(
            new ProfiledAllocation("a", "a", 1 << 20, TargetRatio.TWO, 0.2, true),
            new ProfiledAllocation("b", "b", 1 << 20, TargetRatio.ONE, 0, true));
    LinkCost.Bounds bounds = new LinkCost(900, 100, 32, 0.5, null).at(3, all);

    assertThat(bounds.buddyAccessFraction()).isCloseTo(0.1, within(1e-12));
    assertThat(bounds.mostLinkFraction()).isCloseTo(0.1 * (64 + 32) / 128, within(1e-12));
    assertThat(bounds.leastLinkFraction()).isCloseTo(0.1 * 16 / 128, within(1e-12));
    assertThat(bounds.mostLinkTime()).isCloseTo(0.075 * 0.5 * 9, within(1e-12));
    assertThat(bounds.mostSlowdown()).isCloseTo(1 + 0.3375, within(1e-12));
    assertThat(bounds.leastSlowdown()).isEqualTo(1);
    assertThat(new LinkCost(900, 4, 32, 1, null).at(1, all).leastSlowdown())
        .isCloseTo(0.0125 * 225, within(1e-12));
  }

  @Test
  void aMeasuredShareOfAccessesIsTakenForTheProfiles() {
    List<ProfiledAllocation> all =
        List.of(
            new ProfiledAllocation("a", "a", 1 << 20, TargetRatio.FOUR, 0.2, true),
            new ProfiledAllocation("b", "b", 1 << 20, TargetRatio.TWO, 0, true));
    LinkCost.Bounds bounds = new LinkCost(900, 100, 32, 1, 0.4).at(3, all);

    assertThat(bounds.buddyAccessFraction()).isEqualTo(0.4);
    assertThat(bounds.mostLinkFraction()).isCloseTo(0.4 * (96 + 32) / 128, within(1e-12));
    assertThat(bounds.leastLinkFraction()).isCloseTo(0.4 * 16 / 128, within(1e-12));
    assertThat(bounds.mostSlowdown()).isCloseTo(1 + 0.4 * 9, within(1e-12));
    List<ProfiledAllocation> none = List.of(growing("b", 1 << 20, TargetRatio.ONE));
    assertThat(new LinkCost(900, 100, 32, 1, 0.4).at(3, none).mostSlowdown()).isEqualTo(1);
  }

  @Test
  void whatDoesNotGrowIsAccessedTheLess() {
    List<ProfiledAllocation> all =
        List.of(
            new ProfiledAllocation("w", "w", 128, TargetRatio.TWO, 1, false),
            new ProfiledAllocation("a", "a", 128, TargetRatio.TWO, 0, true));
    LinkCost cost = new LinkCost(900, 100, 0, 1, null);

    assertThat(cost.at(1, all).buddyAccessFraction()).isEqualTo(0.5);
    assertThat(cost.at(9, all).buddyAccessFraction()).isEqualTo(0.1);
  }
}
