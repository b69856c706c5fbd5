package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.CoreConfig.IssueOrder;
import dev.magpie.gpu.core.InstructionCounters;
import dev.magpie.gpu.core.LoadStoreCounters;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.OperationClass;
import org.junit.jupiter.api.Test;

/** Which instruction a scheduler waits for: one warp on gtx580. */
class WaitingInstructionTest extends MultiprocessorCycles {
  private static final MachineForm LOAD = new MachineForm(1, 1, MachineForm.GLOBAL, 0);
  private static final MachineForm OTHER = new MachineForm(1, 1, 0, 0);

  private InstructionCounters counted(ScriptedKernel kernel) {
    Gpu gpu = new Gpu(variant.config(), this::memory);
    InstructionCounters counters = new InstructionCounters(kernel.shape());
    gpu.countInstructions(_ -> counters);
    gpu.run(kernel);
    return counters;
  }

  private static long waited(InstructionCounters counters, int instruction, WarpState state) {
    return counters.stalls(instruction).getOrDefault(state, 0L);
  }

  /** A load, two sums one after the other, and the end. */
  private static ScriptedKernel sums() {
    return new ScriptedKernel(1, 32)
        .as(LOAD)
        .load(1, 0)
        .as(OTHER)
        .then(OperationClass.INTEGER_ADD, reads(1), 2)
        .then(OperationClass.INTEGER_ADD, reads(2), 3)
        .then(OperationClass.CONTROL);
  }

  @Test
  void itIsTheOneThatNeedsWhatIsLoaded() {
    InstructionCounters counters = counted(sums());
    assertThat(waited(counters, 1, WarpState.MEMORY)).isEqualTo(MEMORY + L1 - 1L);
    assertThat(waited(counters, 2, WarpState.ARITHMETIC)).isPositive();
    assertThat(waited(counters, 0, WarpState.MEMORY)).isZero();
    assertThat(waited(counters, 3, WarpState.MEMORY)).isZero();
  }

  /**
   * The warp is at the branch by then, which waits for all that is before it; as soon as the memory
   * has answered, it waits for the results of sums.
   */
  @Test
  void itIsTheSameAsCompiled() {
    variant.with("core.order", IssueOrder.AS_COMPILED);
    InstructionCounters counters = counted(sums());
    assertThat(waited(counters, 1, WarpState.MEMORY)).isBetween(MEMORY - 10L, (long) MEMORY);
    assertThat(waited(counters, 3, WarpState.MEMORY)).isZero();
  }

  @Test
  void aFenceIsWaitedForItself() {
    InstructionCounters counters =
        counted(
            new ScriptedKernel(1, 32)
                .store(0)
                .then(OperationClass.FENCE)
                .then(OperationClass.INTEGER_ADD, reads(), 1)
                .then(OperationClass.CONTROL));
    assertThat(waited(counters, 1, WarpState.FENCE)).isPositive();
    assertThat(waited(counters, 2, WarpState.FENCE)).isZero();
  }

  /** Each request is of the instruction that made it, also where its line came earlier. */
  @Test
  void requestsAreTheirInstructions() {
    ScriptedKernel kernel =
        new ScriptedKernel(1, 32).load(1, 0).load(2, 128).store(256).then(OperationClass.CONTROL);
    InstructionCounters counters = counted(kernel);
    for (int i = 0; i < 3; i++) {
      LoadStoreCounters memory = new LoadStoreCounters();
      counters.addMemoryTo(memory, i);
      assertThat(memory.requests).isEqualTo(1);
      assertThat(memory.misses).isEqualTo(i < 2 ? 1 : 0);
      assertThat(memory.writes).isEqualTo(i < 2 ? 0 : 1);
    }
  }
}
