package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.conformance.FloatFormat.Mode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomic operations: what they return and leave, and that none is lost. */
class AtomicTest {
  private static final String CELL = ".global .align 16 .b8 cells[16384];\n";

  /** Each thread has a cell of its own, so that old and new are known. */
  @ParameterizedTest
  @CsvSource({
    "add,u32", "add,s32", "add,u64", "min,u32", "min,s32", "min,u64", "min,s64", "max,u32",
    "max,s32", "max,u64", "max,s64", "and,b32", "and,b64", "or,b32", "or,b64", "xor,b32",
    "xor,b64", "exch,b32", "exch,b64", "inc,u32", "dec,u32"
  })
  void oneThreadACell(String op, String type) {
    int bits = Integer.parseInt(type.substring(1));
    long[] values = Operands.integers(bits, 10, 1);
    long[][] pairs = Operands.pairs(values, values);
    probe(
            """
            mov.u64 %%w0, cells;
            mul.wide.u32 %%w1, %%t, %4$d;
            add.u64 %%w0, %%w0, %%w1;
            st.global.b%3$d [%%w0], %%a;
            atom.global.%1$s.%2$s %%d, [%%w0], %%b;
            ld.global.b%3$d %%e, [%%w0];
            """
                .formatted(op, type, bits, bits / 8))
        .module(CELL)
        .in("b" + bits, pairs[0])
        .in("b" + bits, pairs[1])
        .out("b" + bits)
        .out("b" + bits)
        .checkAll(v -> new long[] {v[0], applied(op, type, bits, v[0], v[1])});
  }

  private static long applied(String op, String type, int bits, long old, long with) {
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    int order =
        type.startsWith("s")
            ? Long.compare(old << (64 - bits), with << (64 - bits))
            : Long.compareUnsigned(old, with);
    return switch (op) {
      case "add" -> old + with & mask;
      case "min" -> order <= 0 ? old : with;
      case "max" -> order >= 0 ? old : with;
      case "and" -> old & with;
      case "or" -> old | with;
      case "xor" -> old ^ with;
      case "exch" -> with;
      case "inc" -> order >= 0 ? 0 : old + 1 & mask;
      default -> old == 0 || order > 0 ? with : old - 1 & mask;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void compareAndSwap(int bits) {
    long[] values = Operands.integers(bits, 0, 1);
    long[][] triples = Operands.triples(values, Arrays.copyOf(values, 6), Arrays.copyOf(values, 6));
    probe(
            """
            mov.u64 %%w0, cells;
            mul.wide.u32 %%w1, %%t, %2$d;
            add.u64 %%w0, %%w0, %%w1;
            st.global.b%1$d [%%w0], %%a;
            atom.global.cas.b%1$d %%d, [%%w0], %%b, %%c;
            ld.global.b%1$d %%e, [%%w0];
            """
                .formatted(bits, bits / 8))
        .module(CELL)
        .in("b" + bits, triples[0])
        .in("b" + bits, triples[1])
        .in("b" + bits, triples[2])
        .out("b" + bits)
        .out("b" + bits)
        .checkAll(v -> new long[] {v[0], v[0] == v[1] ? v[2] : v[0]});
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "f64"})
  void sumsOfFloats(String type) {
    FloatFormat format = FloatFormat.valueOf(type.toUpperCase(Locale.ROOT));
    long[] values = Arrays.copyOf(Operands.floats(format, 0, 1), 40);
    long[][] pairs = Operands.pairs(values, values);
    probe(
            """
            mov.u64 %%w0, cells;
            mul.wide.u32 %%w1, %%t, 8;
            add.u64 %%w0, %%w0, %%w1;
            st.global.%1$s [%%w0], %%a;
            atom.global.add.%1$s %%d, [%%w0], %%b;
            ld.global.%1$s %%e, [%%w0];
            """
                .formatted(type))
        .module(CELL)
        .in(type, pairs[0])
        .in(type, pairs[1])
        .out(type)
        .out(type)
        .checkAll(v -> {
          // Single sums in global memory flush subnormals.
          boolean flushes = format == FloatFormat.F32;
          long a = flushes ? format.flush(v[0]) : v[0];
          long b = flushes ? format.flush(v[1]) : v[1];
          long sum = format.add(a, b, Mode.RN);
          return new long[] {v[0], flushes ? format.flush(sum) : sum};
        });
  }

  /** All threads of all blocks on one cell, in global and in shared memory: each old value once. */
  @Test
  void ticketsAreEachDrawnOnce() {
    int threads = 1000;
    long[][] results =
        probe(
                """
                atom.global.add.u32 %d, [cells], 1;
                atom.shared.inc.u32 %e, [mine], 0x7fffffff;
                red.shared.add.u32 [mine+4], 1;
                bar.sync 0;
                ld.shared.u32 %f, [mine+4];
                """)
            .module(CELL + ".shared .align 4 .b32 mine[2];\n")
            .in("u32", new long[threads])
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    assertThat(Arrays.stream(results[0]).sorted())
        .containsExactly(LongStream.range(0, threads).boxed().toArray(Long[]::new));
    for (int block = 0; block < threads / 128; block++) {
      int first = 128 * block;
      assertThat(IntStream.range(first, first + 128).mapToLong(i -> results[1][i]).sorted())
          .containsExactly(LongStream.range(0, 128).boxed().toArray(Long[]::new));
      assertThat(results[2][first]).isEqualTo(128);
    }
  }
}
