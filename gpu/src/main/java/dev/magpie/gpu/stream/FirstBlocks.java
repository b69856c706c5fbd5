package dev.magpie.gpu.stream;

/**
 * The first blocks of a launch, as a launch.
 *
 * @param blocks how many
 */
public record FirstBlocks(KernelStream kernel, long blocks) implements KernelStream {
  @Override
  public KernelShape shape() {
    KernelShape all = kernel.shape();
    return new KernelShape(
        all.name(),
        blocks,
        all.threadsPerBlock(),
        all.registersPerThread(),
        all.sharedBytesPerBlock(),
        all.localStart(),
        all.localBytesPerBlock(),
        all.registers(),
        all.instructions());
  }

  @Override
  public BlockStream begin(long number, int multiprocessor) {
    return kernel.begin(number, multiprocessor);
  }

  @Override
  public void end(BlockStream block) {
    kernel.end(block);
  }
}
