package dev.magpie.ptx.flow;

import java.util.List;

/**
 * What a thread does with its one value. Conditions are bits of the value, so that threads part
 * nearly everywhere.
 */
sealed interface Statement {

  /** {@code value = value * factor + addend}. */
  record Mix(int factor, int addend) implements Statement {}

  record If(int bit, List<Statement> then, List<Statement> otherwise) implements Statement {}

  /** Up to seven rounds, as three bits of the value say when it begins. */
  record Loop(int bit, List<Statement> body) implements Statement {}

  record Break(int bit) implements Statement {}

  record Continue(int bit) implements Statement {}

  /** One of four cases, by two bits; a case falls through to the next one if it says so. */
  record Switch(int bit, List<Case> cases) implements Statement {}

  record Case(List<Statement> body, boolean fallsThrough) {}

  /** Calls a function for the value; the number is how deep it may still call itself. */
  record Call(int function, int depth) implements Statement {}

  /** Calls one of two functions, by its address. */
  record CallByAddress(int bit, int one, int other) implements Statement {}

  /** Within a function: calls the function itself, if it may go deeper. */
  record CallSelf(int bit) implements Statement {}

  /** Returns from a function, if a bit is set. */
  record Return(int bit) implements Statement {}

  /** Keeps the value, changed, and ends the thread, if a bit and the one after it are set. */
  record Exit(int bit, int change, Way way) implements Statement {}

  /** How a thread ends. */
  enum Way {
    /** With a {@code ret} of its own, or in a function with {@code exit}. */
    ON_THE_SPOT,
    /** At the end of the kernel, where all the others will come by. */
    AT_THE_END,
    EXIT
  }
}
