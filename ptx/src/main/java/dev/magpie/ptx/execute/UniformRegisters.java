package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.StateSpace;
import java.util.BitSet;

/**
 * Finds the registers that have the same value in all lanes that read them: those that one
 * instruction alone writes, from constants, parameters and what is the same for a block.
 */
final class UniformRegisters {
  private final FrameSlots slots;
  private final BitSet writtenOnce = new BitSet();
  private final BitSet found = new BitSet();

  private UniformRegisters(FunctionCode program) {
    slots = new FrameSlots(program, found);
    BitSet writtenMore = new BitSet();
    for (Operation operation : program.code) {
      for (int slot : operation.writes()) {
        (writtenOnce.get(slot) ? writtenMore : writtenOnce).set(slot);
      }
    }
    writtenOnce.andNot(writtenMore);
    for (int slot : program.zeroed) {
      writtenOnce.clear(slot);
    }
    for (int i = 0; i < program.parameterPlaces.length; i++) {
      if (program.function().parameters().get(i) instanceof Function.Parameter.InRegister) {
        writtenOnce.clear(program.parameterPlaces[i]);
      }
    }
  }

  static BitSet of(FunctionCode program) {
    UniformRegisters search = new UniformRegisters(program);
    int before = -1;
    while (search.found.cardinality() != before) {
      before = search.found.cardinality();
      for (Operation operation : program.code) {
        LaneStep step = operation.guard < 0 ? operation.laneStep() : null;
        if (step != null) {
          search.look(step);
        }
      }
    }
    return search.found;
  }

  private void look(LaneStep step) {
    boolean pure =
        switch (step) {
          case LaneStep.Copy _, LaneStep.Unary _, LaneStep.Binary _, LaneStep.Ternary _ -> true;
          case LaneStep.Split _ -> true;
          // What no kernel can write.
          case LaneStep.Load load ->
              load.place().space() == StateSpace.PARAM || load.place().space() == StateSpace.CONST;
          default -> false;
        };
    if (pure
        && step.sources().stream().allMatch(slot -> slots.isConstant(slot) || slots.isUniform(slot))
        && step.results().stream().allMatch(writtenOnce::get)) {
      step.results().forEach(found::set);
    }
  }
}
