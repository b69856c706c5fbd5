package dev.magpie.bench;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.TargetRatio;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A little of each kind of work that has to be fast, warm and on one core; {@link BuildComparison}
 * runs it on two builds in turns. Prints a line for each: its name, and the processor seconds of a
 * pass.
 */
public final class ShortList {
  private static final double WARM_UP_SECONDS = 0.5;
  private static final double PASS_SECONDS = 0.1;
  private static final int PASSES = 3;
  private static final int SIZED_BYTES = 32 << 20;
  private static final int CODING_PASSES = 3;
  private static final int DRAM_REQUESTS = 200_000;
  private static final long BUDDY_BYTES = 32 << 20;
  private static final int BUDDY_READS = 400_000;

  /** Keeps what nobody reads from being optimised away. */
  private static long sink;

  private ShortList() {}

  /** Measures and prints. */
  public static void main(String[] arguments) {
    works()
        .forEach((name, prepared) ->
            System.out.printf(Locale.ROOT, "%s\t%.6f%n", name, seconds(prepared.get())));
    System.out.printf("(check: %x)%n", sink);
  }

  private static double seconds(Runnable work) {
    double once = Double.MAX_VALUE;
    for (double warm = 0; warm < WARM_UP_SECONDS; ) {
      double seconds = Stopwatch.processorSeconds(work);
      warm += seconds;
      once = Math.min(once, seconds);
    }
    int times = (int) Math.max(1, Math.ceil(PASS_SECONDS / once));
    double[] passes = new double[PASSES];
    for (int i = 0; i < PASSES; i++) {
      passes[i] =
          Stopwatch.processorSeconds(() -> {
            for (int n = 0; n < times; n++) {
              work.run();
            }
          })
              / times;
    }
    return Measurement.of(passes).median();
  }

  private static Map<String, Supplier<Runnable>> works() {
    Map<String, Supplier<Runnable>> works = new LinkedHashMap<>();
    for (String codec : List.of("mag-bdi", "bdi", "fpc", "bpc", "zvc", "c-pack", "e2mc")) {
      works.put("sizing, " + codec, () -> sizing(codec));
    }
    for (String codec : List.of("mag-bdi", "bdi", "fpc", "zvc")) {
      works.put("encoding, " + codec, () -> times(coded(codec)::encodeAll));
      works.put("decoding, " + codec, () -> times(coded(codec)::decodeAll));
    }
    works.put("buddy memory, writes", () -> buddy(true));
    works.put("buddy memory, random reads", () -> buddy(false));
    works.put("kernel, vector addition", () -> executed(CudaKernels.vectorAddition()));
    works.put("kernel, matrix product", () -> executed(CudaKernels.matrixProduct()));
    works.put("kernel, breadth-first search", () -> executed(CudaKernels.breadthFirstSearch()));
    works.put("timed, breadth-first search", () -> timed(CudaKernels.bfs()));
    works.put("timed, linked list", () -> timed(CudaKernels.linkedList()));
    works.put("dram, stream", () -> dram(DramSpeed.triad(DRAM_REQUESTS)));
    works.put("dram, random", () -> dram(DramSpeed.random(DRAM_REQUESTS)));
    works.put("dram, mix", () -> dram(mix()));
    return works;
  }

  private static Runnable sizing(String codec) {
    MemorySegment memory = Arena.ofAuto().allocate(SIZED_BYTES, 64);
    MixedData.fill(memory, 1);
    return new Sizing(
        CodecSpec.parse(codec).needsTraining()
            ? TrainedSpeed.trained(codec, memory)
            : Sizing.codec(codec),
        memory);
  }

  private static CodedBlocks coded(String codec) {
    CodedBlocks blocks = new CodedBlocks(CodedBlocks.MIXED_BYTES, 128);
    MixedData.fill(blocks.memory, 1);
    blocks.code(Sizing.codec(codec));
    return blocks;
  }

  private static Runnable times(IntSupplier pass) {
    return () -> {
      for (int i = 0; i < CODING_PASSES; i++) {
        sink += pass.getAsInt();
      }
    };
  }

  private static Runnable buddy(boolean writes) {
    MemorySegment field = Arena.ofAuto().allocate(BUDDY_BYTES, 128);
    SmoothField.fill(field, 5e-4, 1);
    BuddyMemory memory = new BuddyMemory(BuddyConfig.ofDevice(BUDDY_BYTES).withMaxRatio(2));
    BuddyAllocation place = memory.allocate(BUDDY_BYTES, TargetRatio.TWO);
    Transfers transfers = new Transfers();
    memory.write(place.address(), field, 0, BUDDY_BYTES, transfers);
    if (writes) {
      return () -> memory.write(place.address(), field, 0, BUDDY_BYTES, transfers);
    }
    MemorySegment block = Arena.ofAuto().allocate(128, 128);
    SplittableRandom random = new SplittableRandom(1);
    return () -> {
      for (int i = 0; i < BUDDY_READS; i++) {
        long entry = random.nextLong(place.entries());
        memory.readBlock(place.address() + 128 * entry, block, 0, transfers);
      }
    };
  }

  private static Runnable executed(CudaKernels program) {
    return () -> sink += program.run().with(program.device()::launch);
  }

  private static Runnable timed(CudaKernels program) {
    GpuConfig gtx580 = SimulationSpeed.gpu("gtx580");
    return () -> sink += SimulationSpeed.run(program, gtx580).cycle();
  }

  private static Runnable dram(long[] requests) {
    return () -> sink += DramSpeed.cycles(DramSpeed.config("hbm2-2000"), requests);
  }

  /** Runs of eight in order, from places at random. */
  private static long[] mix() {
    long[] starts = DramSpeed.random(DRAM_REQUESTS / 8);
    long[] requests = new long[DRAM_REQUESTS];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = starts[i / 8] + 32L * (i % 8);
    }
    return requests;
  }
}
