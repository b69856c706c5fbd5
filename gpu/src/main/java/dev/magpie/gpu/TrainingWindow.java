package dev.magpie.gpu;

/** Tells when threads have executed so many instructions, looked at every 1,000 cycles. */
final class TrainingWindow implements GpuObserver {
  private static final int INTERVAL = 1000;

  private final Gpu gpu;
  private final long instructions;
  private final Runnable told;
  private boolean isOver;

  /** Observes a GPU, and tells somebody, once. */
  TrainingWindow(Gpu gpu, long instructions, Runnable told) {
    this.gpu = gpu;
    this.instructions = instructions;
    this.told = told;
  }

  @Override
  public long sampleInterval() {
    return INTERVAL;
  }

  @Override
  public void sample(long cycle) {
    if (!isOver && gpu.counts().threadInstructions() >= instructions) {
      isOver = true;
      told.run();
    }
  }
}
