package dev.magpie.gpu;

import static dev.magpie.gpu.ScriptedKernel.reads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.MemoryRequest;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AssistWarpsTest {
  /** Cycles of an addition, as assist warps take for each instruction. */
  private static final int ADD = 4;

  private static final int INSTRUCTIONS = 6;

  /** Asks for assistance at a cycle, and notes when it was given. */
  private static final class AskingMemory implements MemorySystem {
    private final Listener listener;
    private final int jobs;
    private final boolean areUrgent;
    private long at;
    final Map<Integer, Long> done = new TreeMap<>();

    AskingMemory(Listener listener, int jobs, boolean areUrgent, long at) {
      this.listener = listener;
      this.jobs = jobs;
      this.areUrgent = areUrgent;
      this.at = at;
    }

    @Override
    public boolean offer(
        long cycle,
        int multiprocessor,
        MemoryRequest request,
        long line,
        int sectors,
        int fullSectors,
        int lanes,
        int tag) {
      return true;
    }

    @Override
    public long nextEvent() {
      return at;
    }

    @Override
    public void advanceTo(long cycle) {
      if (at <= cycle) {
        at = Long.MAX_VALUE;
        for (int i = 0; i < jobs; i++) {
          assertThat(listener.assist(0, i, INSTRUCTIONS, areUrgent, cycle)).isTrue();
        }
      }
    }

    @Override
    public void assisted(int ticket, long cycle) {
      done.put(ticket, cycle);
    }
  }

  private final List<AskingMemory> made = new ArrayList<>();

  private Gpu gpu(int jobs, boolean areUrgent) {
    return new Gpu(
        new GpuVariant().schedulers(1).config(),
        listener -> {
          made.add(new AskingMemory(listener, jobs, areUrgent, 10));
          return made.getLast();
        });
  }

  /** Eight warps that leave no slot of a scheduler free. */
  private static ScriptedKernel busy() {
    ScriptedKernel kernel = new ScriptedKernel(1, 32 * 8);
    for (int i = 0; i < 30; i++) {
      kernel.then(OperationClass.INTEGER_ADD, reads(), i % 16);
    }
    return kernel;
  }

  private static ScriptedKernel idle() {
    ScriptedKernel kernel = new ScriptedKernel(1, 32);
    for (int i = 0; i < 200; i++) {
      kernel.then(OperationClass.INTEGER_ADD, reads(1), 1);
    }
    return kernel;
  }

  @Test
  void aloneItTakesItsInstructionsTimesTheirLatency() {
    for (boolean isUrgent : new boolean[] {true, false}) {
      Gpu gpu = gpu(1, isUrgent);
      gpu.run(idle());
      assertThat(made.getLast().done).isEqualTo(Map.of(0, 10L + INSTRUCTIONS * ADD));
      assertThat(gpu.counts().assistInstructions).isEqualTo(INSTRUCTIONS);
    }
  }

  @Test
  void urgentOnesTakeTheSlotsOfOthers() {
    long alone = gpu(0, true).run(busy()).cycles();
    for (int jobs : new int[] {1, 5, 20}) {
      Gpu gpu = gpu(jobs, true);
      assertThat(gpu.run(busy()).cycles()).isEqualTo(alone + (long) jobs * INSTRUCTIONS);
      assertThat(gpu.counts().assistInstructions).isEqualTo((long) jobs * INSTRUCTIONS);
      assertThat(made.getLast().done).hasSize(jobs);
    }
  }

  @Test
  void othersWaitForSlotsThatNobodyTakes() {
    long alone = gpu(0, true).run(busy()).cycles();
    Gpu gpu = gpu(10, false);
    assertThat(gpu.run(busy()).cycles()).isEqualTo(alone);
    assertThat(made.getLast().done).isEmpty();

    // A kernel that leaves slots lets them end, and takes no longer for it.
    long idle = gpu(0, true).run(idle()).cycles();
    AskingMemory waiting = made.get(made.size() - 2);
    assertThat(gpu.run(idle()).cycles()).isEqualTo(idle);
    assertThat(waiting.done).hasSize(10);
  }

  @Test
  void tooManyThatWaitBecomeUrgent() {
    long alone = gpu(0, true).run(busy()).cycles();
    int beyond = 4;
    Gpu gpu = gpu(new GpuVariant().config().assist().buffer() + beyond, false);
    assertThat(gpu.run(busy()).cycles()).isEqualTo(alone + (long) beyond * INSTRUCTIONS);
    // The oldest.
    assertThat(made.getLast().done.keySet()).containsExactly(0, 1, 2, 3);
  }

  /** Loads a line of zeros, and waits for it. */
  private static final String LOAD =
      FixedLatencyGpu.kernel(
          1,
          """
          ld.global.u32 %r4, [%rd0];
          add.u32 %r5, %r4, 1;
          """);

  private static long cycles(String codec) {
    GpuConfig config = FixedLatencyGpu.gtx580();
    Device device = new Device();
    TimedDevice timed =
        TimedGpu.builder(config).memory(Compression.of(CodecSpec.parse(codec), 32)).build(device);
    TimedGpu gpu = timed.gpu();
    DeviceBuffer data = device.malloc("data", Dtype.I32, List.of(1024L));
    timed.launch(
        Launch.of(
            device.load("k.ptx", LOAD).kernel("k"), Dim3.of(1), Dim3.of(1), Argument.of(data)),
        LaunchOptions.DEFAULT);
    long expected = codec.equals("caba") ? config.assist().decompressionInstructions() : 0;
    assertThat(gpu.counts().assistInstructions).isEqualTo(expected);
    return gpu.cycle();
  }

  @Test
  void anUnloadedReadUnderCabaTakesItsInstructionsInPlaceOfADecompressor() {
    int instructions = FixedLatencyGpu.gtx580().assist().decompressionInstructions();
    // BDI's decompressor takes a cycle.
    assertThat(cycles("caba") - cycles("bdi")).isEqualTo((long) instructions * ADD - 1);
  }
}
