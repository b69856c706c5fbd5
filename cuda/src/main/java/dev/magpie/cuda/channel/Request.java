package dev.magpie.cuda.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What a program asks.
 *
 * @param arguments numbers; those that the call does not have are 0
 * @param payload bytes, which are there until the answer is sent
 */
public record Request(CallNumber number, long[] arguments, MemorySegment payload) {
  /** Numbers of a call at most. */
  public static final int ARGUMENTS = 24;

  public long argument(int index) {
    return arguments[index];
  }

  /** The same number where it is an {@code int}. */
  public int intArgument(int index) {
    return (int) arguments[index];
  }

  /** A request that is made of a part of another one, as nodes of graphs are. */
  public Request inner(CallNumber inner, int firstArgument) {
    long[] rest = new long[ARGUMENTS];
    System.arraycopy(arguments, firstArgument, rest, 0, ARGUMENTS - firstArgument);
    return new Request(inner, rest, payload);
  }

  /** The same, to be kept. */
  public Request kept() {
    MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, payload.byteSize()), 16);
    MemorySegment.copy(payload, 0, copy, 0, payload.byteSize());
    return new Request(number, arguments.clone(), copy.asSlice(0, payload.byteSize()));
  }
}
