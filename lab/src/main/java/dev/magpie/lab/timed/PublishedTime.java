package dev.magpie.lab.timed;

import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a kernel took somebody else: on a real GPU, or in another simulator.
 *
 * @param kernel as the source calls it
 * @param by whom
 * @param gpu the preset that stands for it
 * @param program that has the kernel, written anew, with the mapping of threads and the size of the
 *     source
 * @param input what is not as in the program's full size
 * @param launched what the kernel is called here
 * @param cycles of a launch, the mean of several
 * @param isShort whether it takes us seconds
 */
public record PublishedTime(
    String kernel,
    By by,
    String gpu,
    CudaProgram program,
    Map<String, String> input,
    String launched,
    double cycles,
    boolean isShort) {

  /** Who measured. */
  public enum By {
    /** {@code UoB-HPC/BabelStream}, {@code results/cuda/nvidia-gtx-580.txt}. */
    GTX580("a GTX 580"),
    /**
     * {@code accel-sim/accel-sim-framework}, {@code
     * util/accelwattch/accelwattch_hw_profiler/hw_perf.csv}: the column Elapsed_Cycles.
     */
    GV100("a Quadro GV100"),
    /**
     * A V100 SXM2 16 GB: {@code UoB-HPC/performance-portability}, {@code
     * benchmarking/2020/babelstream/results/BabelStream-v100_gcc-7.3_cuda.out}.
     */
    V100("a V100"),
    /**
     * An A100 SXM4 40 GB, as a whole: {@code UoB-HPC/performance-portability}, {@code
     * benchmarking/2020/babelstream/results/BabelStream-a100_cuda.out}.
     */
    A100("an A100 40 GB"),
    /**
     * An A100 SXM4 80 GB: {@code ukri-bench/benchmark-BabelStream}, {@code README.md} of commit
     * 464294ed, section Example performance data, Tursa.
     */
    A100_80GB("an A100 80 GB"),
    /** GPGPU-Sim with its SM2_GTX480 of 16 multiprocessors, at the clocks of a GTX 580. */
    GPGPUSIM("GPGPU-Sim");

    private final String text;

    By(String text) {
      this.text = text;
    }

    /** Whether it is a chip and no simulator. */
    public boolean isSilicon() {
      return this != GPGPUSIM;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * What a simulator counted beside cycles, of a program of one kernel.
   *
   * @param ipc warp-instructions a cycle
   * @param dramBusyPercent of the time
   */
  public record Counters(
      double ipc, double dramBusyPercent, double l1HitPercent, double l2HitPercent) {}

  /** All that we know of kernels that are here. */
  public static final List<PublishedTime> ALL =
      Stream.of(gtx580(), gv100(), gpgpusim()).flatMap(each -> each).toList();

  /**
   * Elements of each of BabelStream's arrays; sources have 33 and 50 million, at the same rates.
   */
  private static final int STREAMED = 1 << 22;

  /** BabelStream on the GPUs of which somebody has published it; see {@link #streams()}. */
  public static final List<PublishedTime> BABELSTREAM = streams();

  private static final Map<String, Counters> GPGPUSIM_COUNTERS =
      Map.of(
          "vector addition", new Counters(7.7, 94, 0, 0.04),
          "transpose", new Counters(8.9, 59, 0.5, 32));

  public PublishedTime {
    input = Map.copyOf(input);
  }

  private static Stream<PublishedTime> gtx580() {
    return Stream.of(
        streamed(By.GTX580, "Copy", "stream_copy", 2, 174_970),
        streamed(By.GTX580, "Mul", "stream_mul", 2, 175_003),
        streamed(By.GTX580, "Add", "stream_add", 3, 172_211),
        streamed(By.GTX580, "Triad", "stream_triad", 3, 172_091));
  }

  /**
   * Where the L2 holds much of the arrays, only the kernels are taken whose predecessor leaves as
   * much there that is not yet in memory as they do: not the first, and not the sum.
   */
  private static List<PublishedTime> streams() {
    return Stream.concat(
            gtx580(),
            Stream.of(
                streamed(By.V100, "Mul", "stream_mul", 2, 791_188),
                streamed(By.V100, "Add", "stream_add", 3, 834_108),
                streamed(By.V100, "Triad", "stream_triad", 3, 836_855),
                streamed(By.A100, "Mul", "stream_mul", 2, 1_344_921),
                streamed(By.A100, "Triad", "stream_triad", 3, 1_370_221),
                streamed(By.A100_80GB, "Mul", "stream_mul", 2, 1_676_182),
                streamed(By.A100_80GB, "Triad", "stream_triad", 3, 1_724_827)))
        .toList();
  }

  /** A kernel of BabelStream, which has been measured in MB/s. */
  private static PublishedTime streamed(
      By by, String kernel, String launched, int arrays, double megabytesPerSecond) {
    String gpu = by.name().toLowerCase(Locale.ROOT).replace('_', '-');
    double clock = GpuConfigs.named(gpu).orElseThrow().clockMegahertz();
    double bytes = (double) arrays * Double.BYTES * STREAMED;
    return new PublishedTime(
        kernel,
        by,
        gpu,
        program("babelstream"),
        Map.of("elements", String.valueOf(STREAMED)),
        launched,
        bytes / megabytesPerSecond * clock,
        true);
  }

  private static Stream<PublishedTime> gv100() {
    Map<String, String> transform = Map.of("log-data", "23");
    return Stream.of(
        gv100("fwtBatch1Kernel", "fwt", transform, "near_transform", 149_487.8, false),
        gv100("fwtBatch2Kernel", "fwt", transform, "far_butterfly", 120_947.7, false),
        gv100("histogram64Kernel", "histogram64", Map.of(), "histogram64", 146_480.1, false),
        gv100("bpnn_adjust_weights_cuda", "bp", Map.of(), "adjust", 32_578.4, true),
        gv100("bpnn_layerforward_CUDA", "bp", Map.of(), "forward", 23_324.8, true),
        gv100("sobolGPU_kernel", "sobol", Map.of(), "sobol", 112_087.8, true),
        gv100(
            "quasirandomGeneratorKernel", "niederreiter", Map.of(), "quasirandom", 80_626.8, true),
        gv100("inverseCNDKernel", "niederreiter", Map.of(), "inverse_normal", 58_367.5, true),
        gv100("mergeSortSharedKernel", "merge-sort", Map.of(), "sort_chunks", 439_316.5, false),
        gv100("mysgemmNT", "sgemm", Map.of(), "sgemm", 358_744, false));
  }

  private static PublishedTime gv100(
      String kernel,
      String program,
      Map<String, String> input,
      String launched,
      double cycles,
      boolean isShort) {
    return new PublishedTime(
        kernel, By.GV100, "gv100", program(program), input, launched, cycles, isShort);
  }

  private static Stream<PublishedTime> gpgpusim() {
    return Stream.of(
        gpgpusim(
            "vector addition", "vector-add", Map.of("elements", "1048576"), "vector_add", 93_623),
        gpgpusim("transpose", "transpose", Map.of("side", "1024"), "transpose", 92_183));
  }

  private static PublishedTime gpgpusim(
      String kernel, String program, Map<String, String> input, String launched, double cycles) {
    return new PublishedTime(
        kernel, By.GPGPUSIM, "gtx580-gpgpusim3", program(program), input, launched, cycles, true);
  }

  /** What the simulator counted, of a time that is a simulator's. */
  public Counters counters() {
    return Objects.requireNonNull(GPGPUSIM_COUNTERS.get(kernel), kernel);
  }

  /** The same beside another preset. */
  public PublishedTime on(String other) {
    return new PublishedTime(kernel, by, other, program, input, launched, cycles, isShort);
  }

  private static CudaProgram program(String name) {
    return Stream.of(KernelPrograms.all(), MagPrograms.all())
        .flatMap(List::stream)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The same with an input of our own, whose cycles compare with nothing. */
  public PublishedTime with(Map<String, String> other) {
    return new PublishedTime(kernel, by, gpu, program, other, launched, cycles, isShort);
  }
}
