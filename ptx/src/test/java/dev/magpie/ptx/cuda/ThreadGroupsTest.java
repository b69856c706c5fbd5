package dev.magpie.ptx.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadGroupsTest {
  private static final int THREADS = 256;

  private final Device device = new Device();
  private final int[] v = new SplittableRandom(11).ints(THREADS, 0, 100).toArray();

  private int[] run(int target, String kernel, int results) {
    DeviceBuffer in = CudaFile.integers(device, "in", v);
    DeviceBuffer out = CudaFile.integers(device, "out", new int[results]);
    launch(target, kernel, in, out);
    return CudaFile.integers(out);
  }

  private void launch(int target, String kernel, DeviceBuffer in, DeviceBuffer out) {
    device.launch(
        Launch.of(
            CudaFile.load(device, "groups.sm_" + target + ".ptx").kernel(kernel),
            Dim3.of(1),
            Dim3.of(THREADS),
            Argument.of(in),
            Argument.of(out)));
  }

  /** The sum of the values from one thread to before another. */
  private int sum(int from, int to) {
    return Arrays.stream(v, from, to).sum();
  }

  /** The threads of a warp that something holds for. */
  private static int[] ofWarp(int thread, IntPredicate test) {
    int first = thread / 32 * 32;
    return IntStream.range(first, first + 32).filter(test).toArray();
  }

  private static int rank(int[] threads, int thread) {
    return Arrays.binarySearch(threads, thread);
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 90})
  void tilesOfAWarp(int target) {
    int[] out = run(target, "tiles", 6 * THREADS);
    for (int i = 0; i < THREADS; i++) {
      int tile = i / 8 * 8;
      int warp = i / 32 * 32;
      int odd = 0;
      int same = 0;
      for (int k = 0; k < 8; k++) {
        odd |= (v[tile + k] & 1) << k;
        same |= (v[tile + k] & 3) == (v[i] & 3) ? 1 << k : 0;
      }
      int most = Arrays.stream(v, warp, warp + 32).max().orElseThrow();
      assertThat(out[i]).isEqualTo(sum(tile, tile + 8));
      assertThat(out[THREADS + i]).isEqualTo(most);
      assertThat(out[2 * THREADS + i]).isEqualTo(v[i ^ 3] + 1000 * v[i % 8 < 6 ? i + 2 : i]);
      assertThat(out[3 * THREADS + i]).isEqualTo(odd + 1000 * same);
      assertThat(out[4 * THREADS + i]).isEqualTo((most > 90 ? 1 : 0) + 10 * (i / 8));
      assertThat(out[5 * THREADS + i]).isEqualTo(sum(tile, i + 1) + 1000 * sum(warp, i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 90})
  void tilesOfFloats(int target) {
    // Whole numbers, so that the order of additions does not matter.
    float[] values = new float[THREADS];
    for (int i = 0; i < THREADS; i++) {
      values[i] = v[i];
    }
    DeviceBuffer in = device.malloc("in", Dtype.F32, List.of((long) THREADS));
    device.memcpy(in, MemorySegment.ofArray(values));
    DeviceBuffer out = device.malloc("out", Dtype.F32, List.of(2L * THREADS));
    launch(target, "floats", in, out);
    float[] result = out.memory().toArray(ValueLayout.JAVA_FLOAT);
    for (int i = 0; i < THREADS; i++) {
      int tile = i / 16 * 16;
      assertThat(result[i]).isEqualTo(sum(tile, tile + 16));
      assertThat(result[THREADS + i]).isEqualTo(sum(tile, i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 90})
  void tilesOfTwoWarps(int target) {
    int[] out = run(target, "twoWarps", 2 * THREADS);
    for (int i = 0; i < THREADS; i++) {
      int tile = i / 64 * 64;
      assertThat(out[i]).isEqualTo(sum(tile, tile + 64));
      assertThat(out[THREADS + i]).isEqualTo(v[tile + 33]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 90})
  void threadsThatAreTogether(int target) {
    int[] out = run(target, "coalesced", 4 * THREADS);
    for (int i = 0; i < THREADS; i++) {
      int own = v[i];
      int[] group = ofWarp(i, k -> (v[k] % 3 == 0) == (own % 3 == 0));
      if (own % 3 == 0) {
        int rank = rank(group, i);
        assertThat(out[i / 32 * 32 + rank]).isEqualTo(own);
        assertThat(out[THREADS + i]).isEqualTo(Arrays.stream(group).map(k -> v[k]).sum());
        assertThat(out[2 * THREADS + i])
            .isEqualTo(Arrays.stream(group).limit(rank).map(k -> v[k]).sum());
        assertThat(out[3 * THREADS + i]).isEqualTo(v[group[0]] + 1000 * group.length);
      } else {
        int[] label = ofWarp(i, k -> v[k] % 3 != 0 && v[k] % 5 == own % 5);
        int[] parity = ofWarp(i, k -> v[k] % 3 != 0 && (v[k] & 1) == (own & 1));
        assertThat(out[THREADS + i]).isEqualTo(label.length + 100 * rank(label, i));
        assertThat(out[2 * THREADS + i]).isEqualTo(parity.length + 100 * rank(parity, i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 90})
  void oneOfAWarp(int target) {
    int[] out = run(target, "one", 8 + THREADS);
    for (int i = 0; i < THREADS; i++) {
      assertThat(out[i / 32]).isEqualTo(1);
      assertThat(out[8 + i]).isEqualTo(i / 32 + 5);
    }
  }
}
