package dev.magpie.cuda.channel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a program shares with this process: what is asked and answered, and behind it the
 * device's memory. The same layout is in {@code connection.c}.
 */
final class SharedBlock {
  static final int ACTIONS = 4096;
  static final int PAYLOAD = 1 << 21;

  /** Where the device's memory begins. */
  static final long MEMORY = 1L << 30;

  static final long MEMORY_BYTES = 1L << 39;

  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
  private static final long STATE = 0;
  private static final long SERVER_SLEEPS = 4;
  private static final long CLIENT_SLEEPS = 8;
  private static final long NUMBER = 12;
  private static final long ERROR = 16;
  private static final long ACTION_COUNT = 20;
  private static final long GOES_ON = 24;
  private static final long PAYLOAD_BYTES = 32;
  private static final long ARGUMENTS = 40;
  private static final long RESULTS = ARGUMENTS + Request.ARGUMENTS * 8;
  private static final int RESULT_COUNT = 8;
  private static final int CALLED = 1;
  private static final int ANSWERED = 2;

  private final MemorySegment all;
  private final MemorySegment payload;

  SharedBlock(MemorySegment all) {
    this.all = all;
    payload = all.asSlice(PAYLOAD, MEMORY - PAYLOAD);
  }

  /** The device's memory, from its first address on. */
  MemorySegment memory() {
    return all.asSlice(MEMORY, MEMORY_BYTES);
  }

  MemorySegment payload() {
    return payload;
  }

  boolean isCalled() {
    return (int) WORD.getVolatile(all, STATE) == CALLED;
  }

  void setServerSleeps(boolean sleeps) {
    WORD.setVolatile(all, SERVER_SLEEPS, sleeps ? 1 : 0);
  }

  /** Sends the answer; whether the program has to be woken for it. */
  boolean answer() {
    WORD.setVolatile(all, STATE, ANSWERED);
    return (int) WORD.getVolatile(all, CLIENT_SLEEPS) != 0;
  }

  /** What is asked; null if it is nothing that there is. */
  @Nullable Request request() {
    CallNumber number = CallNumber.of(all.get(ValueLayout.JAVA_INT, NUMBER)).orElse(null);
    long bytes = get(PAYLOAD_BYTES);
    if (number == null || bytes < 0 || bytes > payload.byteSize()) {
      return null;
    }
    long[] arguments = new long[Request.ARGUMENTS];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = get(ARGUMENTS + i * 8L);
    }
    return new Request(number, arguments, payload.asSlice(0, bytes));
  }

  void clearResults() {
    for (int i = 0; i < RESULT_COUNT; i++) {
      setResult(i, 0);
    }
  }

  void setError(int code) {
    all.set(ValueLayout.JAVA_INT, ERROR, code);
  }

  void setResult(int index, long value) {
    set(RESULTS + index * 8L, value);
  }

  void finish(int actions, long payloadBytes, boolean goesOn) {
    all.set(ValueLayout.JAVA_INT, ACTION_COUNT, actions);
    all.set(ValueLayout.JAVA_INT, GOES_ON, goesOn ? 1 : 0);
    set(PAYLOAD_BYTES, payloadBytes);
  }

  void set(long offset, long value) {
    all.set(ValueLayout.JAVA_LONG, offset, value);
  }

  private long get(long offset) {
    return all.get(ValueLayout.JAVA_LONG, offset);
  }
}
