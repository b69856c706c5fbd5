package dev.magpie.cuda.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What a program asks: a call's number, its arguments, and bytes. */
public final class Request {
  /** Numbers of a call at most. */
  public static final int ARGUMENTS = 24;

  private final CallNumber number;
  private final long[] arguments;
  private final MemorySegment payload;

  /**
   * A request.
   *
   * @param arguments numbers; those that the call does not have are 0
   * @param payload bytes, which are there until the answer is sent
   */
  Request(CallNumber number, long[] arguments, MemorySegment payload) {
    this.number = number;
    this.arguments = arguments;
    this.payload = payload;
  }

  public CallNumber number() {
    return number;
  }

  public MemorySegment payload() {
    return payload;
  }

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

  /** The same with another number in a place. */
  public Request with(int index, long value) {
    long[] changed = arguments.clone();
    changed[index] = value;
    return new Request(number, changed, payload);
  }

  /** The same, to be kept. */
  public Request kept() {
    MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, payload.byteSize()), 16);
    MemorySegment.copy(payload, 0, copy, 0, payload.byteSize());
    return new Request(number, arguments.clone(), copy.asSlice(0, payload.byteSize()));
  }
}
