package dev.magpie.ptx.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Block;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.execute.LaunchContext;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads that part in ifs, loops, switches and functions, and end anywhere, compute what each
 * would alone, and nobody waits for those who have gone: not at a barrier, not in an exchange.
 */
class RandomProgramTest {
  private static final int BLOCKS = 2;

  static List<Long> seeds() {
    return new SplittableRandom(20).longs(Long.getLong("programs", 25)).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void warpsComputeWhatTheirThreadsWouldAlone(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 5; i++) {
      int threads = random.nextInt(1, 100);
      RandomProgram program = new RandomProgram(random.split());
      String text = ProgramText.of(program, random.split(), threads);
      int[] start = random.ints((long) BLOCKS * threads).toArray();
      int[] expected = new int[start.length];
      for (int block = 0; block < BLOCKS; block++) {
        int[] part = Arrays.copyOfRange(start, block * threads, (block + 1) * threads);
        System.arraycopy(AloneRun.run(program, part), 0, expected, block * threads, threads);
      }
      try {
        assertThat(launched(text, start, threads)).isEqualTo(expected);
        assertThat(stepped(text, start, threads, random.split())).isEqualTo(expected);
      } catch (AssertionError | KernelFaultException e) {
        throw new AssertionError("with %d threads, program %d:%n%s".formatted(threads, i, text), e);
      }
    }
  }

  /** A device with the arguments of a launch. */
  private record Prepared(Device device, Launch launch, DeviceBuffer results) {
    static Prepared of(String text, int[] start, int threads) {
      Device device = new Device();
      DeviceBuffer from = device.malloc("start", Dtype.I32, List.of((long) start.length));
      DeviceBuffer to = device.malloc("to", Dtype.I32, List.of((long) start.length));
      device.memcpy(from, MemorySegment.ofArray(start));
      Kernel kernel = device.load("random.ptx", text).kernel("k");
      Dim3 grid = Dim3.of(BLOCKS);
      Launch launch = Launch.of(kernel, grid, Dim3.of(threads), Argument.of(from), Argument.of(to));
      return new Prepared(device, launch, to);
    }

    int[] numbers() {
      return results.memory().toArray(ValueLayout.JAVA_INT);
    }
  }

  private static int[] launched(String text, int[] start, int threads) {
    Prepared prepared = Prepared.of(text, start, threads);
    prepared
        .device()
        .launch(
            prepared.launch(),
            LaunchOptions.DEFAULT.compilingAfter(0).withInstructionLimit(20_000_000));
    return prepared.numbers();
  }

  /** Warps take single steps in a random order. */
  private static int[] stepped(String text, int[] start, int threads, SplittableRandom random) {
    Prepared prepared = Prepared.of(text, start, threads);
    LaunchContext context =
        prepared
            .device()
            .prepare(
                prepared.launch(), LaunchOptions.DEFAULT.compilingAfter(random.nextInt(2) * 1000));
    Block block = new Block(context, new ExecutionProfile(context));
    for (int number = 0; number < BLOCKS; number++) {
      block.begin(number);
      for (int idle = 0; !block.isDone(); ) {
        Warp warp = block.warps()[random.nextInt(block.warps().length)];
        if (warp.state() == Warp.State.RUNNING) {
          warp.step();
          idle = 0;
        } else if (++idle > 10_000) {
          throw block.deadlock();
        }
      }
    }
    return prepared.numbers();
  }
}
