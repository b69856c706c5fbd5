package dev.magpie.ptx.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.execute.AccessCounts;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random kernels leave the same memory, counts and faults, compiled and interpreted. {@code
 * -Dkernels=100000} tries more.
 */
class CompiledKernelTest {
  private static final int OUT_BYTES = 192;

  /** What a launch did. */
  private record Outcome(
      List<Integer> in,
      List<Integer> out,
      String counts,
      List<AccessCounts.Row> accesses,
      @Nullable String fault) {}

  static List<Long> seeds() {
    return new SplittableRandom(27)
        .longs(Math.ceilDiv(Long.getLong("kernels", 500), 20))
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void compiledKernelsDoWhatInterpretedOnesDo(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20; i++) {
      String text = RandomKernel.text(random.split());
      int threads = random.nextInt(3) == 0 ? random.nextInt(1, 130) : 32 * random.nextInt(1, 4);
      int[] start = random.ints(RandomKernel.WORDS).toArray();
      LaunchOptions options =
          LaunchOptions.DEFAULT.withInstructionLimit(
              random.nextInt(10) == 0 ? random.nextInt(50, 3000) : 1_000_000);
      if (random.nextBoolean()) {
        options = options.countingAccesses();
      }
      Outcome interpreted = run(text, threads, start, options.interpreting());
      Outcome compiled = run(text, threads, start, options.compilingAfter(random.nextInt(2)));
      try {
        assertThat(compiled).isEqualTo(interpreted);
      } catch (AssertionError e) {
        throw new AssertionError(
            "seed %d, kernel %d, %d threads:%n%s".formatted(seed, i, threads, text), e);
      }
    }
  }

  private static Outcome run(String text, int threads, int[] start, LaunchOptions options) {
    Device device = new Device();
    DeviceBuffer in = device.malloc("in", Dtype.I32, List.of((long) start.length));
    DeviceBuffer out =
        device.malloc("out", Dtype.I32, List.of(2L * threads * OUT_BYTES / Integer.BYTES));
    device.memcpy(in, MemorySegment.ofArray(start));
    Kernel kernel = device.load("random.ptx", text).kernel("k");
    Launch launch =
        Launch.of(
            kernel,
            Dim3.of(2),
            Dim3.of(threads),
            Argument.of(in),
            Argument.of(out),
            Argument.of(3));
    String counts = "";
    List<AccessCounts.Row> accesses = List.of();
    String fault = null;
    try {
      LaunchResult result = device.launch(launch, options);
      counts = counts(kernel, result.profile());
      AccessCounts counted = result.profile().accesses();
      accesses = counted == null ? List.of() : counted.rows();
    } catch (KernelFaultException e) {
      fault = e.getMessage();
    }
    return new Outcome(numbers(in), numbers(out), counts, accesses, fault);
  }

  private static String counts(Kernel kernel, ExecutionProfile profile) {
    List<String> counts = new ArrayList<>();
    for (Operation operation : kernel.image().operations()) {
      counts.add(
          "%d:%d:%d:%d"
              .formatted(
                  operation.line(),
                  profile.warps(operation),
                  profile.threads(operation),
                  profile.divergences(operation)));
    }
    return counts + " " + profile.warpInstructions() + " " + profile.threadInstructions();
  }

  private static List<Integer> numbers(DeviceBuffer buffer) {
    List<Integer> numbers = new ArrayList<>();
    for (int number : buffer.memory().toArray(ValueLayout.JAVA_INT)) {
      numbers.add(number);
    }
    return numbers;
  }
}
