package dev.magpie.gpu.stream;

import java.util.List;

/**
 * A launch of a kernel, as far as it is known before it runs.
 *
 * @param name the kernel's
 * @param blocks of the grid
 * @param threadsPerBlock threads of a block
 * @param registersPerThread registers of 32 bits that a thread takes of the multiprocessor
 * @param sharedBytesPerBlock shared memory that a block takes
 * @param localStart physical address from which on blocks' local memory has its places
 * @param localBytesPerBlock local memory of a block's threads. A block has its place for as long as
 *     it runs: which, depends on its multiprocessor, and on which others run there
 * @param registers that the scoreboard has to tell apart for a warp, predicates among them
 * @param instructions by number
 */
public record KernelShape(
    String name,
    long blocks,
    int threadsPerBlock,
    int registersPerThread,
    int sharedBytesPerBlock,
    long localStart,
    long localBytesPerBlock,
    int registers,
    List<StreamInstruction> instructions) {

  public KernelShape {
    instructions = List.copyOf(instructions);
  }

  /** The same with other instructions. */
  public KernelShape with(List<StreamInstruction> others) {
    return new KernelShape(
        name,
        blocks,
        threadsPerBlock,
        registersPerThread,
        sharedBytesPerBlock,
        localStart,
        localBytesPerBlock,
        registers,
        others);
  }
}
