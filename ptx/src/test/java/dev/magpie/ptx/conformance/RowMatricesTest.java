package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.KernelFaultException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code ldmatrix}, {@code stmatrix} and {@code movmatrix}: element c of row r of a matrix is in
 * lane 4 r + c / 2, where the lower half of the register has the even column; with {@code .trans}
 * row and column change places.
 */
class RowMatricesTest {
  private static final int THREADS = 128;
  private static final int LANES = 32;
  private static final String TILE = ".shared .align 16 .b8 tile[2048];";
  private static final String[] RESULTS = {"%d", "%e", "%f", "%j"};

  private static String registers(int count, String[] names) {
    return "{" + String.join(", ", Arrays.copyOf(names, count)) + "}";
  }

  /** Rows of 16 bytes, one a thread. */
  private static int element(long[] low, long[] high, int row, int column) {
    long half = column < 4 ? low[row] : high[row];
    return (int) (half >>> (16 * (column % 4))) & 0xffff;
  }

  /** Where the lanes' rows lie; those that none is asked of name what is no address. */
  private static long[] rows(int matrices, SplittableRandom random) {
    return LongStream.range(0, THREADS)
        .map(thread -> thread % LANES < 8L * matrices ? 16 * random.nextLong(THREADS) : 77777)
        .toArray();
  }

  private static String address(boolean generic) {
    return generic
        ? "cvt.u64.u32 %w0, %u1;\ncvta.shared.u64 %w0, %w0;\n"
        : "cvt.u64.u32 %w0, %u1;\n";
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, false", "2, false, true", "4, false, false",
    "1, true, true", "2, true, false", "4, true, true",
  })
  void loads(int matrices, boolean transposed, boolean generic) {
    SplittableRandom random = new SplittableRandom(matrices);
    long[] low = random.longs(THREADS).toArray();
    long[] high = random.longs(THREADS).toArray();
    long[] named = rows(matrices, random);
    Probe probe =
        probe(
                """
                mul.lo.u32 %%u0, %%t, 16;
                mov.u32 %%u1, tile;
                add.u32 %%u0, %%u0, %%u1;
                st.shared.v2.b64 [%%u0], {%%a, %%b};
                bar.sync 0;
                add.u32 %%u1, %%u1, %%c;
                %s
                ldmatrix.sync.aligned.m8n8.x%d%s%s.b16 %s, [%s];
                """
                    .formatted(
                        address(generic),
                        matrices,
                        transposed ? ".trans" : "",
                        generic ? "" : ".shared",
                        registers(matrices, RESULTS),
                        generic ? "%w0" : "%u1"))
            .module(TILE)
            .in("b64", low)
            .in("b64", high)
            .in("u32", named);
    for (int i = 0; i < matrices; i++) {
      probe.out("b32");
    }
    long[][] results = probe.run();
    for (int thread = 0; thread < THREADS; thread++) {
      int lane = thread % LANES;
      for (int i = 0; i < matrices; i++) {
        for (int half = 0; half < 2; half++) {
          int row = transposed ? lane % 4 * 2 + half : lane / 4;
          int column = transposed ? lane / 4 : lane % 4 * 2 + half;
          int from = (int) named[thread - lane + 8 * i + row] / 16;
          assertThat(results[i][thread] >>> (16 * half) & 0xffff)
              .as("thread %d, matrix %d", thread, i)
              .isEqualTo(element(low, high, from, column));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, true", "2, false, false", "4, false, true",
    "1, true, false", "2, true, true", "4, true, false",
  })
  void stores(int matrices, boolean transposed, boolean generic) {
    SplittableRandom random = new SplittableRandom(matrices);
    long[][] values = new long[4][];
    for (int i = 0; i < 4; i++) {
      values[i] = random.longs(THREADS, 0, 1L << 32).toArray();
    }
    // Each row once: thread t's is row 5 t mod 128.
    Probe probe =
        probe(
                """
                mul.lo.u32 %%u0, %%t, 80;
                and.b32 %%u0, %%u0, 2047;
                mov.u32 %%u1, tile;
                add.u32 %%u1, %%u1, %%u0;
                %s
                stmatrix.sync.aligned.m8n8.x%d%s%s.b16 [%s], %s;
                bar.sync 0;
                ld.shared.v2.b64 {%%d, %%e}, [%%u1];
                """
                    .formatted(
                        address(generic),
                        matrices,
                        transposed ? ".trans" : "",
                        generic ? "" : ".shared",
                        generic ? "%w0" : "%u1",
                        registers(matrices, new String[] {"%a", "%b", "%c", "%g"})))
            .module(TILE)
            .out("b64")
            .out("b64");
    for (long[] each : values) {
      probe.in("b32", each);
    }
    long[][] results = probe.run();
    for (int thread = 0; thread < THREADS; thread++) {
      int lane = thread % LANES;
      int matrix = lane / 8;
      for (int column = 0; column < 8; column++) {
        int row = lane % 8;
        int holder = transposed ? 4 * column + row / 2 : 4 * row + column / 2;
        int half = transposed ? row % 2 : column % 2;
        long wanted =
            matrix < matrices ? values[matrix][thread - lane + holder] >>> (16 * half) & 0xffff : 0;
        assertThat((long) element(results[0], results[1], thread, column))
            .as("thread %d, column %d", thread, column)
            .isEqualTo(wanted);
      }
    }
  }

  @Test
  void transposesInRegisters() {
    long[] values = new SplittableRandom(7).longs(THREADS, 0, 1L << 32).toArray();
    long[][] results =
        probe("movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;").in("b32", values).out("b32").run();
    for (int thread = 0; thread < THREADS; thread++) {
      int lane = thread % LANES;
      for (int half = 0; half < 2; half++) {
        int row = lane % 4 * 2 + half;
        int column = lane / 4;
        long from = values[thread - lane + 4 * row + column / 2] >>> (16 * (column % 2)) & 0xffff;
        assertThat(results[0][thread] >>> (16 * half) & 0xffff).isEqualTo(from);
      }
    }
  }

  /** Both sides of a branch call one function in which the warp meets, from frames of their own. */
  @Test
  void lanesWaitForTheOthers() {
    long[] values = new SplittableRandom(8).longs(THREADS, 0, 1L << 32).toArray();
    String call =
        """
        and.b32 %u0, %t, 1;
        setp.eq.u32 %q0, %u0, 0;
        @%q0 bra EVEN;
        add.u32 %u1, %a, 1;
        call (%d), both, (%u1);
        bra.uni JOIN;
        EVEN:
        call (%d), both, (%a);
        JOIN:
        """;
    long[][] results =
        probe(call)
            .module(
                """
                .func (.reg .b32 %result) both(.reg .b32 %x)
                { movmatrix.sync.aligned.m8n8.trans.b16 %result, %x; ret; }
                """)
            .in("b32", values)
            .out("b32")
            .run();
    long[] passed = LongStream.range(0, THREADS).map(t -> values[(int) t] + t % 2).toArray();
    long[][] together =
        probe("movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;").in("b32", passed).out("b32").run();
    assertThat(results[0]).containsExactly(together[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;",
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%d}, [%u1];",
        "wmma.load.c.sync.aligned.row.m8n8k32.s32 {%d, %u0}, [tile];",
        "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%d, %u0}, {%a}, {%a}, {%a, %a};"
      })
  void missingLanesAreAFault(String instruction) {
    String message = "all 32 lanes of a warp must execute this together, and lanes 0x%s do not";
    String name = instruction.substring(0, instruction.indexOf(' '));
    // The last warp has 8 threads.
    assertThatThrownBy(() ->
            probe("mov.u32 %u1, tile;\n" + instruction)
                .module(TILE)
                .in("u32", new long[40])
                .out("u32")
                .run())
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(message.formatted("ffffff00"));
    // Odd lanes go another way and do not come.
    assertThatThrownBy(() ->
            probe(
                    "mov.u32 %u1, tile;\nand.b32 %u2, %t, 1;\nsetp.ne.u32 %q0, %u2, 0;\n"
                        + "@%q0 bra ODD;\n"
                        + instruction
                        + "\nODD:\n")
                .module(TILE)
                .in("u32", new long[THREADS])
                .out("u32")
                .run())
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(message.formatted("aaaaaaaa"));
    // A guard that holds for some.
    assertThatThrownBy(() ->
            probe("mov.u32 %u1, tile;\nsetp.ne.u32 %q0, %t, 0;\n@%q0 " + instruction)
                .module(TILE)
                .in("u32", new long[THREADS])
                .out("u32")
                .run())
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(message.formatted("00000001"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ld.param.u64 %w0, [p0];; rows of matrices must lie in shared memory",
        "setp.eq.u32 %q0, %t, 3; @%q0 ld.param.u64 %w0, [p0]; rows of matrices must lie in shared",
        "add.u64 %w0, %w0, 8;; is not a multiple of 16 bytes",
        "add.u64 %w0, %w0, 2048;; of shared memory, which has 2048 bytes",
      })
  void rowsElsewhereAreAFault(String first, String second, String message) {
    assertThatThrownBy(() ->
            probe(
                    "mov.u32 %u1, tile;\n"
                        + address(true)
                        + first
                        + ";\n"
                        + (second == null ? "" : second + ";\n")
                        + "ldmatrix.sync.aligned.m8n8.x2.b16 {%d, %e}, [%w0];")
                .module(TILE)
                .in("u32", new long[THREADS])
                .out("u32")
                .out("u32")
                .run())
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(message);
  }
}
