package dev.magpie.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traced programs compute the same, and every access to their memory is seen. */
class TracedRunTest {
  private static final Map<String, String> NET =
      Map.of("pixels", "64", "images", "2", "channels", "16", "steps", "10");
  private static final Map<String, Map<String, String>> SMALL =
      Map.of("alexnet", NET, "inception", NET, "biglstm", Map.of("scale", "64", "steps", "10"));

  /** Between them they have arrays of all types, swaps, copies, fills, lambdas and records. */
  static Stream<SeriesProgram> programs() {
    return Stream.of("cg", "porous", "multigrid", "alexnet", "inception", "biglstm")
        .map(name -> SeriesPrograms.find(name).orElseThrow());
  }

  /** Follows writes into copies of the arrays: what it misses differs at the end. */
  private static final class Shadow implements ArrayAccesses {
    final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
    final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    boolean inside = true;
    long accesses;

    @Override
    public void access(Object array, long offset, int bytes, boolean write) {
      accesses++;
      Object copy = copies.get(array);
      if (copy != null) {
        seen.add(array);
        int element = array instanceof double[] ? 8 : 4;
        inside &= offset >= 0 && offset + bytes <= (long) element * Array.getLength(array);
        if (write) {
          System.arraycopy(
              array, (int) (offset / element), copy, (int) (offset / element), bytes / element);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void everyWriteIsSeen_andNothingElseChanges(SeriesProgram program) {
    Map<String, String> settings = SMALL.getOrDefault(program.name(), Map.of());
    TracedRun run = TracedRun.start(program, InputParameter.Size.QUICK, settings);
    Shadow shadow = new Shadow();
    run.running().arrays().values().forEach(array -> shadow.copies.put(array, copyOf(array)));
    run.record(shadow);
    run.running().advance();
    run.record(null);
    long accesses = shadow.accesses;
    run.running()
        .arrays()
        .forEach((name, array) -> {
          Object copy = shadow.copies.get(array);
          assertThat(copy).as("%s of %s is new", name, program.name()).isNotNull();
          assertThat(copy).as("%s of %s", name, program.name()).isEqualTo(array);
        });
    assertThat(shadow.seen).isNotEmpty();
    assertThat(shadow.inside).isTrue();
    run.running().residual();
    assertThat(shadow.accesses).isEqualTo(accesses).isPositive();

    SeriesProgram.Running untraced = program.start(InputParameter.Size.QUICK, settings);
    untraced.advance();
    Map<String, Tensor> expected = untraced.memory();
    Map<String, Tensor> actual = run.running().memory();
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((name, tensor) -> {
      Tensor other = actual.get(name);
      assertThat(other == null ? -2 : tensor.memory().mismatch(other.memory()))
          .as(name)
          .isEqualTo(-1);
    });
  }

  private static Object copyOf(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  @Test
  void runsAtOnceDoNotMix() throws InterruptedException {
    SeriesProgram program = SeriesPrograms.find("cg").orElseThrow();
    TracedRun one = TracedRun.start(program, InputParameter.Size.QUICK);
    TracedRun other = TracedRun.start(program, InputParameter.Size.QUICK);
    long[] counts = new long[2];
    one.record((_, _, _, _) -> counts[0]++);
    Thread thread = Thread.ofPlatform().start(() -> other.running().advance());
    one.running().advance();
    thread.join();
    assertThat(counts[0]).isPositive();
    other.record((_, _, _, _) -> counts[1]++);
    TracedRun third = TracedRun.start(program, InputParameter.Size.QUICK);
    third.running().advance();
    assertThat(counts[1]).isZero();
  }
}
