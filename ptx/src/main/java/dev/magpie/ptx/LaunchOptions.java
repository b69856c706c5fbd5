package dev.magpie.ptx;

import dev.magpie.ptx.execute.MemoryObserver;
import dev.magpie.ptx.ir.PtxException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * How a device executes launches.
 *
 * @param threads of the host; more than one only serve kernels whose blocks cannot see each other's
 *     order
 * @param instructionLimit warp-instructions after which a launch is ended as one that hangs
 * @param countsAccesses whether the profile says how memory was accessed
 * @param compilesAfter how often a warp executes a stretch of instructions one by one before they
 *     are compiled to Java's bytecode
 * @param observer is told of each access to memory, or null; it makes the launch use one thread
 * @param output takes what kernels print
 * @param residentBlocks of a cooperative launch, at most; without it, as many as the host has
 *     memory for
 */
public record LaunchOptions(
    int threads,
    long instructionLimit,
    boolean countsAccesses,
    int compilesAfter,
    @Nullable MemoryObserver observer,
    Appendable output,
    long residentBlocks) {

  /** To compile a stretch takes about as long as to interpret it so often. */
  private static final int COMPILES_AFTER = 1000;

  /** One thread, a limit that takes minutes to reach, and what is printed thrown away. */
  public static final LaunchOptions DEFAULT =
      new LaunchOptions(
          1, 20_000_000_000L, false, COMPILES_AFTER, null, Writer.nullWriter(), Long.MAX_VALUE);

  public LaunchOptions {
    if (threads < 1 || instructionLimit < 1 || residentBlocks < 1) {
      throw new PtxException("a launch needs at least one thread, one instruction and one block");
    }
  }

  public LaunchOptions withThreads(int count) {
    return new LaunchOptions(
        count, instructionLimit, countsAccesses, compilesAfter, observer, output, residentBlocks);
  }

  public LaunchOptions withInstructionLimit(long limit) {
    return new LaunchOptions(
        threads, limit, countsAccesses, compilesAfter, observer, output, residentBlocks);
  }

  public LaunchOptions countingAccesses() {
    return new LaunchOptions(
        threads, instructionLimit, true, compilesAfter, observer, output, residentBlocks);
  }

  /** Compiles what warps have executed a number of times; the results are the same. */
  public LaunchOptions compilingAfter(int times) {
    return new LaunchOptions(
        threads, instructionLimit, countsAccesses, times, observer, output, residentBlocks);
  }

  /** Compiles nothing, which is slower. */
  public LaunchOptions interpreting() {
    return compilingAfter(Integer.MAX_VALUE);
  }

  public LaunchOptions withObserver(MemoryObserver watching) {
    return new LaunchOptions(
        threads, instructionLimit, countsAccesses, compilesAfter, watching, output, residentBlocks);
  }

  public LaunchOptions withOutput(Appendable place) {
    return new LaunchOptions(
        threads, instructionLimit, countsAccesses, compilesAfter, observer, place, residentBlocks);
  }

  public LaunchOptions withResidentBlocks(long most) {
    return new LaunchOptions(
        threads, instructionLimit, countsAccesses, compilesAfter, observer, output, most);
  }
}
