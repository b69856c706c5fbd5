package dev.magpie.cuda.channel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What is answered: an error, numbers, bytes, and what the program's process is to do itself, such
 * as copies from and to memory that only it has.
 */
public final class Answer {
  private static final int ACTION_BYTES = 64;

  /** Actions that there is room for. */
  static final int MOST_ACTIONS = (SharedBlock.PAYLOAD - SharedBlock.ACTIONS) / ACTION_BYTES;

  // As connection.c has them.
  private static final int COPY = 0;
  private static final int PRINT = 1;
  private static final int FUNCTION = 2;
  private static final int RELEASE = 3;
  private static final int MAP = 4;

  private final SharedBlock block;
  private int actions;
  private long payload;
  private boolean goesOn;

  Answer(SharedBlock block) {
    this.block = block;
  }

  void begin() {
    actions = 0;
    payload = 0;
    goesOn = false;
    block.clearResults();
    error(0);
  }

  void end() {
    block.finish(actions, payload, goesOn);
  }

  /** The runtime's number of an error; 0 for success. */
  public void error(int code) {
    block.setError(code);
  }

  /** A number of the answer. */
  public void result(int index, long value) {
    block.setResult(index, value);
  }

  /** Appends bytes to the answer. */
  public void payload(MemorySegment bytes) {
    MemorySegment.copy(bytes, 0, block.payload(), payload, bytes.byteSize());
    payload += bytes.byteSize();
  }

  /** Appends a number of 64 bits to the answer's bytes. */
  public void payload(long number) {
    block.payload().set(ValueLayout.JAVA_LONG_UNALIGNED, payload, number);
    payload += Long.BYTES;
  }

  /** Lets the program copy bytes between addresses of its own. */
  public void copy(long to, long from, long bytes) {
    copyRows(to, 0, from, 0, bytes, 1);
  }

  /** The same, of rows with other bytes between. */
  public void copyRows(long to, long toPitch, long from, long fromPitch, long width, long rows) {
    action(COPY, to, toPitch, from, fromPitch, width, rows);
  }

  /** Lets the program print to its standard output. */
  public void print(byte[] text) {
    action(PRINT, payload, text.length);
    payload(MemorySegment.ofArray(text));
  }

  /** Lets the program give back what it has at addresses of the device. */
  public void release(long address, long bytes) {
    action(RELEASE, address, bytes);
  }

  /**
   * Lets the program have pages of a process's memory at addresses of the device.
   *
   * @param offset where the pages begin, from the first address of that process's device on
   */
  public void map(long address, long bytes, ProgramMemory memory, long offset) {
    action(MAP, address, bytes, memory.process(), memory.file(), offset);
  }

  /**
   * Lets the program call a function of its own.
   *
   * @param isCallback whether it is a stream's callback, which has other parameters
   */
  public void call(long function, long data, long stream, boolean isCallback) {
    action(FUNCTION, function, data, isCallback ? 1 : 0, stream);
    goesOn();
  }

  /** Lets the program call again when it has done what it is to do. */
  public void goesOn() {
    goesOn = true;
  }

  /** Whether there is something for the program to do first. */
  public boolean hasActions() {
    return actions > 0;
  }

  private void action(int kind, long... words) {
    if (actions == MOST_ACTIONS) {
      throw new IllegalStateException("more than %d actions of an answer".formatted(MOST_ACTIONS));
    }
    long at = SharedBlock.ACTIONS + (long) actions++ * ACTION_BYTES;
    block.set(at, kind);
    for (int i = 0; i < words.length; i++) {
      block.set(at + (long) (i + 1) * Long.BYTES, words[i]);
    }
  }
}
