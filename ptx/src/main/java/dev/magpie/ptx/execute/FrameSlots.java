package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LanePlan;
import java.util.BitSet;

/**
 * What is known of the slots of a function's frames.
 *
 * @param uniform the registers that are the same in all lanes that read them
 */
record FrameSlots(FunctionCode program, BitSet uniform) implements LanePlan.Slots {
  @Override
  public boolean isConstant(int slot) {
    return slot >= program.registers
        && program.fixed[slot - program.registers] instanceof FunctionCode.Fixed.Constant;
  }

  @Override
  public long constant(int slot) {
    return ((FunctionCode.Fixed.Constant) program.fixed[slot - program.registers]).value();
  }

  @Override
  public boolean isUniform(int slot) {
    return slot < program.registers
        ? uniform.get(slot)
        : switch (program.fixed[slot - program.registers]) {
          case FunctionCode.Fixed.Special(SpecialRegister register) -> register.isUniform();
          default -> true;
        };
  }

  @Override
  public boolean isTrue(int predicate) {
    return predicate == program.predicates - 1;
  }
}
