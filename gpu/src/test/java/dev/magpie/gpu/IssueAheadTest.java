package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.CoreConfig.IssueOrder;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.OperationClass;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cycles of warps that issue as compiled, worked out by hand; gtx580 unless a test changes it. */
class IssueAheadTest extends MultiprocessorCycles {
  private static final MachineForm LOAD = new MachineForm(1, 1, MachineForm.GLOBAL, 0);
  private static final MachineForm STORE = new MachineForm(1, 1, 0, MachineForm.GLOBAL);
  private static final MachineForm OTHER = new MachineForm(1, 1, 0, 0);
  private static final int LOADED = MEMORY + L1;

  @BeforeEach
  void asCompiled() {
    variant.with("core.order", IssueOrder.AS_COMPILED);
  }

  private ScriptedKernel kernel() {
    return new ScriptedKernel(1, 32);
  }

  private List<Long> asked() {
    return requests.stream().map(FixedLatencyMemory.Entry::cycle).toList();
  }

  @Test
  void loadsGoAheadOfArithmeticThatWaits() {
    ScriptedKernel kernel = kernel();
    for (int i = 0; i < 3; i++) {
      kernel.as(LOAD).load(1, 128L * i).as(OTHER).then(OperationClass.INTEGER_ADD, reads(1, 2), 2);
    }
    kernel.then(OperationClass.CONTROL);
    run(kernel);
    assertThat(asked()).containsExactly(0L, 2L, 4L);
    // The end is behind the last sum, which waits for the sums before it.
    assertThat(kernel.cycles(0)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, LOADED + 2L * ADD + 1);
  }

  @Test
  void aChainTakesItsLatencies() {
    ScriptedKernel kernel = kernel().as(OTHER);
    for (int i = 0; i < 4; i++) {
      kernel.then(OperationClass.INTEGER_ADD, reads(1), 1);
    }
    run(kernel.then(OperationClass.CONTROL));
    assertThat(kernel.cycles(0)).containsExactly(0L, 1L, 2L, 3L, 3L * ADD + 1);
  }

  @Test
  void anAddressThatIsLoadedIsWaitedFor() {
    ScriptedKernel kernel = kernel().as(LOAD);
    for (int i = 0; i < 2; i++) {
      kernel.load(1, 256L * i).loadAt(1, 2, 256L * i + 128);
    }
    run(kernel.as(OTHER).then(OperationClass.CONTROL));
    assertThat(kernel.cycles(0).subList(0, 4)).containsExactly(0L, 1L, 2L, 3L);
    // One after the other, though both of the first kind are there at once.
    assertThat(asked()).containsExactly(0L, 2L, (long) LOADED, LOADED + 2L);
  }

  @Test
  void nothingPassesABranch() {
    ScriptedKernel kernel = kernel();
    for (int i = 0; i < 2; i++) {
      kernel.as(LOAD).load(1, 128L * i).as(OTHER).then(OperationClass.INTEGER_ADD, reads(1), 2);
      kernel.then(OperationClass.CONTROL);
    }
    run(kernel);
    assertThat(asked().getFirst()).isZero();
    assertThat(asked().getLast()).isGreaterThan(LOADED);
  }

  @Test
  void roundsOfAnUnrolledLoopAreOrderedAsOne() {
    ScriptedKernel kernel = kernel();
    for (int i = 0; i < 8; i++) {
      kernel.as(LOAD).load(1, 128L * i).as(OTHER).then(OperationClass.INTEGER_ADD, reads(1, 2), 2);
      kernel.as(new MachineForm(1, 4, 0, 0)).then(OperationClass.CONTROL);
    }
    run(kernel);
    assertThat(asked().get(3)).isLessThan(LOADED);
    assertThat(asked().get(4)).isGreaterThan(LOADED);
    assertThat(asked().get(7)).isLessThan(2 * LOADED);
  }

  @Test
  void loadsStayBehindStoresOfTheirSpaceThatWait() {
    ScriptedKernel kernel = kernel();
    kernel.as(LOAD).load(1, 0).as(STORE).storeOf(1, 128);
    kernel.as(new MachineForm(1, 1, MachineForm.SHARED, 0)).load(2, 256);
    kernel.as(LOAD).load(3, 384);
    run(kernel.as(OTHER).then(OperationClass.CONTROL));
    assertThat(requests.stream().map(FixedLatencyMemory.Entry::line))
        .containsExactly(0L, 256L, 128L, 384L);
    assertThat(asked()).containsExactly(0L, 2L, (long) LOADED, LOADED + 1L);
  }

  @Test
  void whatStoresAndLoadsKeepsItsPlace() {
    ScriptedKernel kernel = kernel();
    kernel.as(LOAD).load(1, 0).as(OTHER).then(OperationClass.INTEGER_ADD, reads(1), 2);
    kernel.as(MachineForm.AS_WRITTEN).load(3, 128);
    run(kernel.as(OTHER).then(OperationClass.CONTROL));
    assertThat(asked()).containsExactly(0L, LOADED + 1L);
  }

  @Test
  void aWarpHasTwelveLoadsUnderWay() {
    ScriptedKernel kernel = kernel().as(LOAD);
    for (int i = 0; i < 13; i++) {
      kernel.load(i, 128L * i);
    }
    run(kernel.as(OTHER).then(OperationClass.CONTROL));
    assertThat(asked().get(11)).isEqualTo(11);
    assertThat(asked().get(12)).isGreaterThanOrEqualTo(MEMORY);
  }

  @Test
  void partsOfOthersAreNotIssued() {
    ScriptedKernel kernel = kernel().as(new MachineForm(0, 1, 0, 0));
    kernel.then(OperationClass.INTEGER_ADD, reads(1), 2);
    kernel.as(OTHER).then(OperationClass.INTEGER_ADD, reads(2), 3);
    kernel.as(new MachineForm(2, 1, 0, 0)).then(OperationClass.INTEGER_ADD, reads(4), 5);
    kernel.as(OTHER).then(OperationClass.INTEGER_ADD, reads(6), 7);
    run(kernel.then(OperationClass.CONTROL));
    // The first is done on the way to the second; the third takes two turns.
    assertThat(kernel.cycles(0)).containsExactly(0L, 0L, 1L, 3L, 4L);
    assertThat(counts.warpInstructions()).isEqualTo(4);
  }

  @Test
  void aPartOfALoadIsThereWhenTheLoadIs() {
    ScriptedKernel kernel = kernel();
    kernel.as(new MachineForm(1, 1, MachineForm.SHARED, 0)).load(1, 0);
    kernel.as(new MachineForm(0, 1, MachineForm.SHARED, 0)).load(2, 128);
    kernel.as(OTHER).then(OperationClass.INTEGER_ADD, reads(2), 3);
    run(kernel.then(OperationClass.CONTROL));
    assertThat(asked()).as("one access").containsExactly(0L);
    assertThat(kernel.cycles(0)).containsExactly(0L, 0L, 1L, LOADED + 1L);
  }

  @Test
  void whatOnlyNamesALoadedValueWaitsForNothing() {
    ScriptedKernel kernel = kernel().as(LOAD).load(1, 0).as(new MachineForm(0, 1, 0, 0));
    kernel.then(OperationClass.INTEGER_ADD, reads(1), 2).as(OTHER);
    run(kernel.then(OperationClass.CONTROL, reads(2)));
    assertThat(kernel.cycles(0)).containsExactly(0L, 0L, (long) LOADED);
  }
}
