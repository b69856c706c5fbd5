package dev.magpie.gpu.silicon;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A thread that waits for some cycles: it tells the clock, and what an empty launch takes. */
final class SpinningKernel implements AutoCloseable {
  private static final String PTX =
      """
      .version 6.0
      .target sm_50
      .address_size 64
      .visible .entry spin(.param .u64 cycles)
      {
        .reg .pred %p;
        .reg .b64 %rd<5>;
        ld.param.u64 %rd1, [cycles];
        mov.u64 %rd2, %clock64;
      AGAIN:
        mov.u64 %rd3, %clock64;
        sub.s64 %rd4, %rd3, %rd2;
        setp.lt.u64 %p, %rd4, %rd1;
        @%p bra AGAIN;
        ret;
      }
      """;

  /** Milliseconds of it, so that what a launch takes does not count. */
  private static final long MANY_CYCLES = 20_000_000;

  private final CudaDriver driver;
  private final long module;
  private final long function;

  SpinningKernel(CudaDriver driver) {
    this.driver = driver;
    module = driver.load("spin.ptx", PTX);
    function = driver.function(module, "spin");
  }

  void launch(long cycles) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = arena.allocateFrom(ValueLayout.JAVA_LONG, cycles);
      driver.launch(function, new int[] {1, 1, 1, 1, 1, 1}, 0, parameters);
    }
  }

  /** The clock of the multiprocessors now, in MHz. */
  double clockMegahertz(long begin, long end) {
    driver.record(begin);
    launch(MANY_CYCLES);
    driver.record(end);
    driver.await();
    return MANY_CYCLES / driver.microseconds(begin, end);
  }

  @Override
  public void close() {
    driver.unload(module);
  }
}
