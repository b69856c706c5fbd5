package dev.magpie.gpu.dram;

/**
 * Is told when requests will be done. A channel tells it as soon as it has issued the command that
 * moves the data, so the cycle lies in the future.
 */
public interface CompletionSink {
  /** For who does not want to know. */
  CompletionSink NONE = new CompletionSink() {};

  /**
   * A read's data is there.
   *
   * @param tag given with the request
   * @param cycle the first cycle in which the data can be used
   */
  default void readDone(long tag, long cycle) {}

  /**
   * A write's data is in the memory.
   *
   * @param tag given with the request
   * @param cycle the first cycle after its burst
   */
  default void writeDone(long tag, long cycle) {}
}
