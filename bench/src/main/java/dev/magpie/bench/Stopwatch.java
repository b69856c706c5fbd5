package dev.magpie.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Times work, and counts what it allocates. */
final class Stopwatch {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Stopwatch() {}

  /** By this thread's processor time, which others' load does not lengthen. */
  static double gigabytesPerSecond(long bytes, Runnable work) {
    return bytes / processorSeconds(work) / 1e9;
  }

  /** This thread's processor time. */
  static double processorSeconds(Runnable work) {
    long start = THREAD.getCurrentThreadCpuTime();
    work.run();
    return (THREAD.getCurrentThreadCpuTime() - start) / 1e9;
  }

  /** By the clock. */
  static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** Bytes that this thread has allocated so far. */
  static long allocatedBytes() {
    return THREAD.getCurrentThreadAllocatedBytes();
  }
}
