package dev.magpie.lab.timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.buddy.Design;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.lab.timed.TimedMemory.Unified;
import dev.magpie.lab.timed.TimedSetup.Change;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.kernel.KernelPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What of a program is timed, and that its memories do what they are said to. */
class TimedRunsTest {
  private static final TimedSetup CODED = TimedSetup.of(Lines.BANDWIDTH_ONLY, 150);
  private static final TimedSetup BUDDY = TimedSetup.of(Lines.BUDDY, 150);

  private static final SeriesSizes NO_SIZES = new SeriesSizes(List.of(), List.of());

  private static TimedProgram program(String label) {
    return TimedProgram.ALL.stream()
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static TimedProgram spilling(int share) {
    CudaProgram stream =
        KernelPrograms.all().stream()
            .filter(each -> each.name().equals("spill-stream"))
            .findFirst()
            .orElseThrow();
    return TimedProgram.of(stream, Map.of("planes", "24", "share", String.valueOf(share)));
  }

  private static MemoryProfile profile(int launches, Double... ratios) {
    return new MemoryProfile(
        Map.of(), new Design(List.of(), 1, 0), NO_SIZES, List.of(ratios), launches);
  }

  private static TimedRun run(long cycles) {
    return new TimedRun(
        cycles, 0, 1, 1, 1, 0.5, 0.5, 1, 0, 200, 50, 400, 10, 2, 1, 0, 0, 0, 0, 0.1);
  }

  @Test
  void theTypicalPartOfARunCompressesAsAllOfItDoes() {
    // All together: 4 snapshots in 1/8 + 1/2 + 1/2 + 1 of their bytes, a ratio of 1.88.
    assertThat(profile(8, 8.0, 2.0, 2.0, 1.0).typicalPart()).isEqualTo(0.5);
    assertThat(profile(8, 1.0, 1.0, 1.0, 1.0).typicalPart()).isEqualTo(0.25);
  }

  @Test
  void theTypicalStepIsTheLastOfATimedRun() {
    TimedProgram seismic = program("seismic");
    MemoryProfile half = profile(500, 8.0, 2.0, 2.0, 1.0);
    assertThat(seismic.profiledSettings(RunSize.QUICK).values())
        .isEqualTo(Map.of("x", "64", "y", "28", "z", "24", "steps", "100"));
    assertThat(seismic.profiledSettings(RunSize.FULL).values())
        .as("layers are as thick on every grid")
        .isEqualTo(Map.of("x", "64", "y", "64", "z", "64", "steps", "100"));
    assertThat(seismic.timedSettings(RunSize.FULL, half).values()).containsEntry("steps", "50");
    assertThat(seismic.window(RunSize.FULL, half)).isEqualTo(new LaunchWindow(245, 5, 1));
    TimedProgram blast = program("lulesh");
    assertThat(blast.profiledSettings(RunSize.FULL).values()).containsEntry("before", "0");
    assertThat(blast.timedSettings(RunSize.QUICK, half).values())
        .containsEntry("before", "0")
        .containsEntry("edge", "19")
        .containsEntry("steps", "270");
  }

  @Test
  void ofTrainingTheSecondStepIsTimedAndOfOthersEverything() {
    assertThat(program("alexnet").window(RunSize.QUICK, profile(224, 1.0)))
        .isEqualTo(new LaunchWindow(112, 112, 1));
    assertThat(program("palm").window(RunSize.QUICK, profile(32, 1.0))).isEqualTo(LaunchWindow.ALL);
  }

  @Test
  void speedIsAgainstMemoryWithoutCompressionAndMeansAreGeometric() {
    TimedRuns runs =
        new TimedRuns(
            List.of(program("palm"), program("ep"), program("alexnet")),
            Map.of(
                TimedSetup.BASE,
                List.of(run(100), run(100), run(100)),
                BUDDY,
                List.of(run(50), run(400), run(125))));
    assertThat(runs.speed(program("palm"), BUDDY)).isEqualTo(2);
    assertThat(runs.slowdown(program("alexnet"), BUDDY)).isCloseTo(25, within(1e-9));
    assertThat(runs.hpc().meanSpeed(BUDDY)).isCloseTo(Math.sqrt(0.5), within(1e-12));
    assertThat(runs.training().meanSlowdown(BUDDY)).isCloseTo(25, within(1e-9));
    assertThat(run(1).metadataHitPercent()).isEqualTo(75);
    assertThat(run(1).buddyPercent()).isEqualTo(2.5);
  }

  @Test
  void changesChangeTheGpuAndNames() {
    assertThat(BUDDY.with(Change.METADATA_4K))
        .hasToString("Buddy, 150 GB/s, 4 KiB of metadata cache");
    for (Change change : Change.values()) {
      assertThat(BUDDY.with(change).gpu(RunSize.QUICK).equals(BUDDY.gpu(RunSize.QUICK)))
          .as(change.name())
          .isEqualTo(
              change == Change.NONE || change == Change.THREE_SWEEPS || change.usedBytes() > 0);
    }
    assertThat(TimedSetup.of(Lines.BUDDY, 50).gpu(RunSize.FULL).buddy().orElseThrow())
        .extracting(link -> link.peakGigabytesPerSecond())
        .isEqualTo(50.0);
  }

  @Test
  void whatSpillsIsWhatWasChosen(@TempDir Path directory) throws IOException {
    TimedProgram program = spilling(1600);
    MemoryProfile profile = MemoryProfile.of(program, RunSize.QUICK);
    assertThat(profile.targets()).isEqualTo(Map.of("in", TargetRatio.TWO, "out", TargetRatio.TWO));
    assertThat(profile.design().buddyAccessFraction()).isCloseTo(0.16, within(1e-4));
    assertThat(profile.ratios()).isEqualTo(Collections.nCopies(10, profile.ratios().getFirst()));

    Path recording = directory.resolve("recording");
    new ProgramTimer(program, TimedSetup.BASE, RunSize.QUICK).record(recording);
    TimedRun none = new ProgramTimer(program, TimedSetup.BASE, RunSize.QUICK).replay(recording);
    TimedRun coded = new ProgramTimer(program, CODED, RunSize.QUICK).replay(recording);
    TimedRun fast = new ProgramTimer(program, BUDDY, RunSize.QUICK).replay(recording);
    TimedRun slow =
        new ProgramTimer(program, TimedSetup.of(Lines.BUDDY, 50), RunSize.QUICK).replay(recording);

    assertThat(none.linkBusyShare()).isZero();
    assertThat(none.codedAccesses()).isZero();
    assertThat(coded.buddyAccesses()).isZero();
    assertThat(none.checkedLines()).isZero();
    assertThat(fast.checkedLines()).isEqualTo(fast.coveredBytes() / 128);
    assertThat(coded.checkedLines()).isGreaterThanOrEqualTo(fast.checkedLines());
    // What is copied: a line that is read, and a line that is written.
    assertThat(none.sectorsOfAccess()).isCloseTo(4, within(0.1));
    assertThat(fast.savedPercent()).isEqualTo(50);
    // Lines that do not spill take two sectors, so that the stream is bound by fewer bytes.
    assertThat(coded.dramBytes()).isLessThan(none.dramBytes() * 6 / 10);
    assertThat(coded.cycles()).isLessThan(none.cycles());
    assertThat(fast.coveredBytes()).isEqualTo(2 * fast.deviceBytes());
    assertThat(fast.buddyPercent()).isCloseTo(16, within(0.6));
    assertThat(slow.buddyPercent()).isCloseTo(16, within(0.6));
    assertThat(slow.linkBusyShare()).isGreaterThan(fast.linkBusyShare());
    assertThat(slow.cycles()).isGreaterThan(fast.cycles());
    assertThat(new ProgramTimer(program, BUDDY, RunSize.QUICK).replay(recording)).isEqualTo(fast);
    // A run that is killed goes on from what was kept.
    JsonMapper json = JsonMapper.shared();
    assertThat(json.readValue(json.writeValueAsString(fast), TimedRun.class)).isEqualTo(fast);
  }

  @Test
  void sweepsAreTimedAfterOne_whichLeavesMemoryAsItIsInTheMidst(@TempDir Path directory)
      throws IOException {
    TimedProgram program = spilling(0);
    Path recording = directory.resolve("recording");
    new ProgramTimer(program, TimedSetup.BASE, RunSize.QUICK).record(recording);
    TimedRun none = replay(program, Lines.NONE, Change.THREE_SWEEPS, recording);
    TimedRun fits = replay(program, Unified.of(0), Change.THREE_SWEEPS, recording);
    TimedRun first = replay(program, Unified.of(20), Change.NONE, recording);
    TimedRun again = replay(program, Unified.of(20), Change.THREE_SWEEPS, recording);
    TimedRun buddy = replay(program, Lines.BUDDY, Change.THREE_SWEEPS, recording);

    assertThat(none.warpInstructions())
        .isEqualTo(3 * replay(program, Lines.NONE, Change.NONE, recording).warpInstructions());
    assertThat(fits.cycles()).isEqualTo(none.cycles());
    assertThat(fits.faults()).isZero();
    assertThat(again.faults()).isGreaterThan(first.faults());
    assertThat(again.checkedLines()).isGreaterThanOrEqualTo(buddy.checkedLines());
    assertThat(buddy.checkedLines()).isEqualTo(buddy.coveredBytes() / 128);
  }

  private static TimedRun replay(
      TimedProgram program, TimedMemory memory, Change change, Path recording) {
    return new ProgramTimer(program, TimedSetup.of(memory, 75).with(change), RunSize.QUICK)
        .replay(recording);
  }
}
