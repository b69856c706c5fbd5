package dev.magpie.ptx.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.conformance.MatrixOracle.Types;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code wmma}: matrices in memory of each layout and space, multiplied. */
class MatrixAccessTest {
  private static final int LANES = 32;
  private static final int CHARACTERS = 5;

  /** In all three spaces, the lines of a matrix apart by its own size, more, and by odd numbers. */
  @ParameterizedTest(name = "{0}x{1}x{2} {3} = {4} {5} + {6}, {7}")
  @CsvSource({
    "16, 16, 16, f32, f16, f16, f32,",
    "16, 16, 16, f16, f16, f16, f16,",
    "16, 16, 16, f16, f16, f16, f32,",
    "32, 8, 16, f32, f16, f16, f16,",
    "8, 32, 16, f32, f16, f16, f32,",
    "16, 16, 16, f32, bf16, bf16, f32,",
    "32, 8, 16, f32, bf16, bf16, f32,",
    "8, 32, 16, f32, bf16, bf16, f32,",
    "16, 16, 8, f32, tf32, tf32, f32,",
    "8, 8, 4, f64, f64, f64, f64,",
    "16, 16, 16, s32, s8, s8, s32,",
    "16, 16, 16, s32, u8, u8, s32, satfinite",
    "32, 8, 16, s32, s8, s8, s32, satfinite",
    "8, 32, 16, s32, u8, u8, s32,",
    "8, 8, 32, s32, s4, s4, s32, satfinite",
    "8, 8, 32, s32, u4, u4, s32,",
    "8, 8, 128, s32, b1, b1, s32, xor",
    "8, 8, 128, s32, b1, b1, s32, and",
  })
  void multipliesMatricesInMemory(
      int m, int n, int k, String d, String a, String b, String c, String modifier) {
    String how = modifier == null ? "" : modifier;
    Types types = new Types(d, a, b, c);
    boolean small = MatrixOracle.bits(a) < 8;
    int variant = 0;
    for (String left : small ? List.of("row") : List.of("row", "col")) {
      for (String right : small ? List.of("col") : List.of("row", "col")) {
        for (String sums : List.of("row", "col")) {
          for (String space : List.of(".global", ".shared", "")) {
            SplittableRandom random = new SplittableRandom(m + n + k + variant);
            List<Stored> matrices =
                List.of(
                    new Stored('a', a, m, k, left, variant % 3),
                    new Stored('b', b, k, n, right, variant % 3),
                    new Stored('c', c, m, n, sums, variant % 3),
                    new Stored('d', d, m, n, sums, (variant + 1) % 3));
            long[] x = MatrixOracle.matrix(a, m * k, variant % CHARACTERS, random);
            long[] y = MatrixOracle.matrix(b, k * n, (variant + 1) % 2, random);
            long[] z = MatrixOracle.matrix(c, m * n, variant % CHARACTERS, random);
            matrices.get(0).write(x);
            matrices.get(1).write(y);
            matrices.get(2).write(z);
            run(text(new Form(m, n, k, types, how), matrices, space), matrices);
            assertThat(matrices.get(3).read())
                .as("%s %s %s %s", left, right, sums, space)
                .containsExactly(MatrixOracle.multiply(types, how, m, n, k, x, y, z));
            assertThat(matrices.get(3).isUntouchedBetween()).isTrue();
            variant++;
          }
        }
      }
    }
  }

  /** A multiplication. */
  private record Form(int m, int n, int k, Types types, String how) {
    String shape() {
      return "m%dn%dk%d".formatted(m, n, k);
    }

    String instruction(String left, String right) {
      boolean bitwise = how.equals("xor") || how.equals("and");
      return "wmma.mma%s.sync.aligned.%s.%s.%s%s%s"
          .formatted(
              bitwise ? "." + how + ".popc" : "",
              left,
              right,
              shape(),
              types.a().equals("f16")
                  ? ".%s.%s".formatted(types.d(), types.c())
                  : ".%s.%s.%s.%s".formatted(types.d(), types.a(), types.b(), types.c()),
              bitwise || how.isEmpty() ? "" : "." + how);
    }
  }

  /** A matrix in memory, with ones in every bit between its lines and behind it. */
  private static final class Stored {
    final String type;
    final int bits;
    final int registers;
    final String layout;
    final int stride;
    final byte[] bytes;
    private final int rows;
    private final int columns;

    /**
     * A matrix.
     *
     * @param role of {@code abcd}
     * @param apart whether the lines are apart by their size (0), by more (1) or, where no access
     *     would then be misaligned, by an odd number (2)
     */
    Stored(char role, String type, int rows, int columns, String layout, int apart) {
      this.type = type;
      this.rows = rows;
      this.columns = columns;
      this.layout = layout;
      bits = MatrixOracle.bits(type);
      registers =
          type.equals("f16") && (role == 'a' || role == 'b')
              ? 8
              : rows * columns / LANES * bits / Math.max(32, bits);
      int line = layout.equals("row") ? columns : rows;
      boolean inWords = bits < 32 && layout.equals(role == 'b' ? "col" : "row");
      stride = line + (apart == 0 ? 0 : apart == 1 || inWords ? 128 / Math.min(bits, 32) : 3);
      int lines = rows * columns / line;
      bytes = new byte[Math.ceilDiv(stride * lines * bits, 128) * 16];
      Arrays.fill(bytes, (byte) -1);
    }

    /** Whether an instruction need not name the stride. */
    boolean isPacked() {
      return stride == (layout.equals("row") ? columns : rows);
    }

    private int place(int row, int column) {
      return bits * (layout.equals("row") ? row * stride + column : column * stride + row);
    }

    void write(long[] matrix) {
      for (int i = 0; i < matrix.length; i++) {
        for (int bit = 0; bit < bits; bit++) {
          int at = place(i / columns, i % columns) + bit;
          int set = 1 << at % 8;
          bytes[at / 8] =
              (byte) ((matrix[i] >>> bit & 1) != 0 ? bytes[at / 8] | set : bytes[at / 8] & ~set);
        }
      }
    }

    long[] read() {
      long[] matrix = new long[rows * columns];
      for (int i = 0; i < matrix.length; i++) {
        for (int bit = 0; bit < bits; bit++) {
          int at = place(i / columns, i % columns) + bit;
          matrix[i] |= (bytes[at / 8] >>> at % 8 & 1L) << bit;
        }
      }
      return matrix;
    }

    boolean isUntouchedBetween() {
      write(new long[rows * columns]);
      int zeros = 0;
      for (byte each : bytes) {
        zeros += 8 - Integer.bitCount(each & 0xff);
      }
      return zeros == rows * columns * bits;
    }
  }

  private static void run(String text, List<Stored> matrices) {
    Device device = new Device();
    List<DeviceBuffer> buffers = new ArrayList<>();
    for (Stored each : matrices) {
      DeviceBuffer buffer =
          device.malloc("m" + buffers.size(), Dtype.U8, List.of((long) each.bytes.length));
      buffer.memory().copyFrom(MemorySegment.ofArray(each.bytes));
      buffers.add(buffer);
    }
    device.launch(
        new Launch(
            device.load("wmma.ptx", text).kernel("multiply"),
            Dim3.of(1),
            Dim3.of(LANES),
            0,
            buffers.stream().map(Argument::of).toList()));
    byte[] result = buffers.getLast().memory().toArray(ValueLayout.JAVA_BYTE);
    System.arraycopy(result, 0, matrices.getLast().bytes, 0, result.length);
  }

  /** Matrices that are to lie in shared memory are copied there first, and back. */
  private static String text(Form form, List<Stored> matrices, String space) {
    StringBuilder text = new StringBuilder(".version 8.6\n.target sm_90\n.address_size 64\n");
    text.append(".visible .entry multiply(.param .u64 p0, .param .u64 p1, .param .u64 p2, ");
    text.append(
        ".param .u64 p3)\n{\n.reg .pred %p;\n.reg .b32 %t, %o, %w;\n.reg .b64 %g<4>, %m<4>, %x, %y;\n");
    text.append("mov.u32 %t, %tid.x;\nmul.lo.u32 %o, %t, 4;\n");
    boolean shared = space.equals(".shared");
    String[] roles = {"a", "b", "c", "d"};
    List<String> operands = new ArrayList<>();
    for (int p = 0; p < roles.length; p++) {
      Stored each = matrices.get(p);
      String role = roles[p];
      String register = each.bits == 64 ? "f64" : each.type.equals("f32") ? "f32" : "b32";
      text.append(".reg .%s %%%s<%d>;\n".formatted(register, role, each.registers));
      operands.add(
          IntStream.range(0, each.registers)
              .mapToObj(i -> "%" + role + i)
              .collect(Collectors.joining(", ", "{", "}")));
      text.append("ld.param.u64 %%g%1$d, [p%1$d];\n".formatted(p));
      text.append("mov.u64 %%m%1$d, %%g%1$d;\n".formatted(p));
      if (shared) {
        text.append(
            ".shared .align 16 .b8 s%1$d[%2$d];\nmov.u64 %%m%1$d, s%1$d;\n"
                .formatted(p, each.bytes.length));
        text.append(copy(false, p, each));
      }
      if (p == 3) {
        text.append(form.instruction(matrices.get(0).layout, matrices.get(1).layout));
        text.append(
            " %s, %s, %s, %s;\n"
                .formatted(operands.get(3), operands.get(0), operands.get(1), operands.get(2)));
      }
      String what = (p == 3 ? "store." : "load.") + role;
      String address = "[%m" + p + "]";
      text.append("mov.u32 %%w, %d;\n".formatted(each.stride));
      text.append(
          "wmma.%s.sync.aligned.%s.%s%s.%s %s, %s%s;\n"
              .formatted(
                  what,
                  each.layout,
                  form.shape(),
                  space,
                  each.type,
                  p == 3 ? address : operands.get(p),
                  p == 3 ? operands.get(p) : address,
                  each.isPacked() ? "" : ", %w"));
    }
    if (shared) {
      text.append(copy(true, 3, matrices.get(3)));
    }
    return text.append("ret;\n}\n").toString();
  }

  /** Words of a matrix, from global memory or to it. */
  private static String copy(boolean out, int p, Stored matrix) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < matrix.bytes.length; at += 4 * LANES) {
      text.append("add.u32 %%w, %%o, %d;\n".formatted(at));
      text.append("setp.lt.u32 %%p, %%w, %d;\n".formatted(matrix.bytes.length));
      text.append("cvt.u64.u32 %x, %w;\n");
      text.append("add.u64 %%y, %%x, %%m%1$d;\nadd.u64 %%x, %%x, %%g%1$d;\n".formatted(p));
      text.append(out ? "@%p ld.shared.b32 %w, [%y];\n" : "@%p ld.global.b32 %w, [%x];\n");
      text.append(out ? "@%p st.global.b32 [%x], %w;\n" : "@%p st.shared.b32 [%y], %w;\n");
    }
    return text.toString();
  }

  /** Lanes must name one matrix, and words of it must be aligned. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "mul.wide.u32 %rd1, %r0, 32; 16; all lanes of a warp must name one matrix",
        "mov.u64 %rd1, 0; %r0; the stride is 0x1 here and 0x0 in lane 0",
        "mov.u64 %rd1, 0; 17; is not a multiple of 4 bytes",
        "mov.u64 %rd1, 0; 4096; which has 1024 bytes",
      })
  void whatNamesNoMatrixIsAFault(String setUp, String stride, String message) {
    Device device = new Device();
    DeviceBuffer buffer = device.malloc("m", Dtype.U8, List.of(1024L));
    String text =
        """
        .version 8.6
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 p)
        {
        .reg .b32 %%r<9>;
        .reg .b64 %%rd<3>;
        mov.u32 %%r0, %%tid.x;
        ld.param.u64 %%rd0, [p];
        %s;
        add.u64 %%rd0, %%rd0, %%rd1;
        wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%%r1, %%r2, %%r3, %%r4}, [%%rd0], %s;
        ret;
        }
        """
            .formatted(setUp, stride);
    Launch launch =
        Launch.of(
            device.load("wmma.ptx", text).kernel("k"),
            Dim3.of(1),
            Dim3.of(LANES),
            Argument.of(buffer));
    assertThatThrownBy(() -> device.launch(launch))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(message);
  }
}
