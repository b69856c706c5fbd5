package dev.magpie.gpu.stream;

import dev.magpie.ptx.ir.SourceLine;
import org.jspecify.annotations.Nullable;

/**
 * An instruction of a kernel, before it is executed: what the scoreboard and the units need.
 *
 * @param kind of work
 * @param reads registers that have to be there; registers are numbers below {@link
 *     KernelShape#registers()}
 * @param writes registers that are not there until it is done
 * @param form what it is in machine code
 * @param text what messages call it, as {@code line 17 (ld.global.f32)}
 * @param location the line that it was compiled from, or of PTX; null if nobody knows
 */
@SuppressWarnings("ArrayRecordComponent") // Read for each instruction issued; nobody changes them.
public record StreamInstruction(
    OperationClass kind,
    int[] reads,
    int[] writes,
    MachineForm form,
    String text,
    @Nullable SourceLine location) {

  /** The same with another form and place. */
  public StreamInstruction with(MachineForm otherForm, @Nullable SourceLine otherLocation) {
    return new StreamInstruction(kind, reads, writes, otherForm, text, otherLocation);
  }
}
