package dev.magpie.ptx.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.conformance.MatrixOracle.Types;
import dev.magpie.ptx.conformance.PublishedFragments.Place;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mma} of each shape and type, with fragments as the PTX ISA draws them. */
class MatrixMultiplyTest {
  private static final int LANES = 32;
  private static final int CHARACTERS = 5;

  @ParameterizedTest(name = "{0}x{1}x{2} {3} = {4} {5} + {6}, {7}")
  @CsvSource({
    "16, 8, 8, f16, f16, f16, f16,",
    "16, 8, 8, f32, f16, f16, f32,",
    "16, 8, 8, f32, bf16, bf16, f32,",
    "16, 8, 16, f16, f16, f16, f16,",
    "16, 8, 16, f32, f16, f16, f32,",
    "16, 8, 16, f32, bf16, bf16, f32,",
    "16, 8, 4, f32, tf32, tf32, f32,",
    "16, 8, 8, f32, tf32, tf32, f32,",
    "8, 8, 4, f64, f64, f64, f64,",
    "8, 8, 4, f64, f64, f64, f64, rn",
    "8, 8, 4, f64, f64, f64, f64, rz",
    "16, 8, 4, f64, f64, f64, f64, rm",
    "16, 8, 8, f64, f64, f64, f64, rp",
    "16, 8, 16, f64, f64, f64, f64,",
    "8, 8, 16, s32, s8, s8, s32,",
    "8, 8, 16, s32, u8, s8, s32, satfinite",
    "16, 8, 16, s32, s8, u8, s32,",
    "16, 8, 16, s32, s8, s8, s32, satfinite",
    "16, 8, 32, s32, u8, u8, s32, satfinite",
    "16, 8, 32, s32, s8, s8, s32,",
    "8, 8, 32, s32, s4, s4, s32,",
    "16, 8, 32, s32, u4, s4, s32, satfinite",
    "16, 8, 64, s32, s4, u4, s32,",
    "8, 8, 128, s32, b1, b1, s32, xor",
    "16, 8, 128, s32, b1, b1, s32, and",
    "16, 8, 256, s32, b1, b1, s32, xor",
    "16, 8, 256, s32, b1, b1, s32, and",
  })
  void multipliesAsPlainJavaDoes(
      int m, int n, int k, String d, String a, String b, String c, String modifier) {
    String how = modifier == null ? "" : modifier;
    Types types = new Types(d, a, b, c);
    String shape = "m%dn%dk%d".formatted(m, n, k);
    String name = shape + " " + (a.contains("f") ? a : String.valueOf(MatrixOracle.bits(a)));
    SplittableRandom random = new SplittableRandom(m + n + k);
    Fragments left = new Fragments(a, m, k, (lane, i) -> PublishedFragments.a(name, lane, i));
    Fragments right = new Fragments(b, k, n, (lane, i) -> PublishedFragments.b(name, lane, i));
    Fragments sums = new Fragments(c, m, n, (lane, i) -> PublishedFragments.c(m, lane, i));
    Fragments results = new Fragments(d, m, n, (lane, i) -> PublishedFragments.c(m, lane, i));
    List<long[]> wanted = new ArrayList<>();
    for (int i = 0; i < CHARACTERS * CHARACTERS; i++) {
      long[] x = MatrixOracle.matrix(a, m * k, i % CHARACTERS, random);
      long[] y = MatrixOracle.matrix(b, k * n, i / CHARACTERS, random);
      long[] z = MatrixOracle.matrix(c, m * n, (i + 2) % CHARACTERS, random);
      left.add(x);
      right.add(y);
      sums.add(z);
      wanted.add(MatrixOracle.multiply(types, how, m, n, k, x, y, z));
    }
    List<long[]> got =
        results.matrices(run(instruction(shape, how, types), List.of(left, right, sums), results));
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(got.get(i)).as("matrices %d", i).containsExactly(wanted.get(i));
    }
  }

  private static String instruction(String shape, String how, Types types) {
    String typed = ".%s.%s.%s.%s".formatted(types.d(), types.a(), types.b(), types.c());
    String modified =
        switch (how) {
          case "" -> typed;
          case "satfinite" -> ".satfinite" + typed;
          case "xor", "and" -> typed + "." + how + ".popc";
          default -> "." + how + typed;
        };
    return "mma.sync.aligned.%s.row.col%s".formatted(shape, modified);
  }

  /** Matrices of one shape and type as lanes hold them. */
  private static final class Fragments {
    interface Layout {
      Place place(int lane, int i);
    }

    final int bits;
    final int registerBits;
    final int registers;
    private final int columns;
    private final int elements;
    private final Layout layout;
    private final List<long[]> held = new ArrayList<>();

    Fragments(String type, int rows, int columns, Layout layout) {
      this.columns = columns;
      this.layout = layout;
      bits = MatrixOracle.bits(type);
      registerBits = Math.max(32, bits);
      elements = rows * columns / LANES;
      registers = elements * bits / registerBits;
    }

    /** Adds a matrix: for each lane its registers. */
    void add(long[] matrix) {
      long[] words = new long[LANES * registers];
      for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < elements; i++) {
          Place place = layout.place(lane, i);
          int at = i * bits / registerBits;
          words[lane * registers + at] |=
              matrix[place.row() * columns + place.column()] << (i * bits % registerBits);
        }
      }
      held.add(words);
    }

    List<long[]> matrices(long[] words) {
      List<long[]> matrices = new ArrayList<>();
      int size = LANES * elements;
      long mask = -1L >>> (64 - bits);
      for (int at = 0; at < words.length; at += LANES * registers) {
        long[] matrix = new long[size];
        for (int lane = 0; lane < LANES; lane++) {
          for (int i = 0; i < elements; i++) {
            Place place = layout.place(lane, i);
            long word = words[at + lane * registers + i * bits / registerBits];
            matrix[place.row() * columns + place.column()] =
                word >>> (i * bits % registerBits) & mask;
          }
        }
        matrices.add(matrix);
      }
      return matrices;
    }
  }

  /** Each lane's registers are slots of 64 bits, a matrix a block. */
  private static long[] run(String instruction, List<Fragments> inputs, Fragments result) {
    Device device = new Device();
    int count = inputs.getFirst().held.size();
    List<Argument> arguments = new ArrayList<>();
    for (Fragments each : inputs) {
      DeviceBuffer buffer =
          device.malloc(
              "in" + arguments.size(), Dtype.U64, List.of((long) count * LANES * each.registers));
      Launched.fill(buffer, each.held.stream().flatMapToLong(Arrays::stream).toArray());
      arguments.add(Argument.of(buffer));
    }
    DeviceBuffer out =
        device.malloc("out", Dtype.U64, List.of((long) count * LANES * result.registers));
    arguments.add(Argument.of(out));
    String text = text(instruction, inputs, result);
    device.launch(
        new Launch(
            device.load("mma.ptx", text).kernel("multiply"),
            Dim3.of(count),
            Dim3.of(LANES),
            0,
            arguments));
    return Launched.slots(out);
  }

  private static String text(String instruction, List<Fragments> inputs, Fragments result) {
    StringBuilder text = new StringBuilder(".version 8.6\n.target sm_90\n.address_size 64\n");
    text.append(".visible .entry multiply(.param .u64 p0, .param .u64 p1, .param .u64 p2, ");
    text.append(".param .u64 p3)\n{\n.reg .b32 %t, %x;\n.reg .b64 %address, %offset;\n");
    List<Fragments> all = new ArrayList<>(inputs);
    all.add(result);
    List<String> operands = new ArrayList<>();
    for (int p = 0; p < all.size(); p++) {
      Fragments each = all.get(p);
      String name = "%" + "abcd".charAt(p);
      text.append(".reg .b%d %s<%d>;\n".formatted(each.registerBits, name, each.registers));
      operands.add(list(each.registers, i -> name + i));
    }
    text.append("mov.u32 %t, %tid.x;\nmov.u32 %x, %ctaid.x;\nmad.lo.u32 %t, %x, 32, %t;\n");
    for (int p = 0; p < all.size(); p++) {
      Fragments each = all.get(p);
      if (p == inputs.size()) {
        text.append(instruction).append(' ').append(operands.get(p)).append(", ");
        text.append(String.join(", ", operands.subList(0, p))).append(";\n");
      }
      text.append("mul.wide.u32 %%offset, %%t, %d;\n".formatted(8 * each.registers));
      text.append("ld.param.u64 %%address, [p%d];\n".formatted(p));
      text.append("add.u64 %address, %address, %offset;\n");
      for (int r = 0; r < each.registers; r++) {
        text.append(
            (p == inputs.size()
                    ? "st.global.b%1$d [%%address+%2$d], %%%3$c%4$d;\n"
                    : "ld.global.b%1$d %%%3$c%4$d, [%%address+%2$d];\n")
                .formatted(each.registerBits, 8 * r, "abcd".charAt(p), r));
      }
    }
    return text.append("ret;\n}\n").toString();
  }

  private static String list(int count, IntFunction<String> each) {
    return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(", ", "{", "}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32; shape .m8n8k4",
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32; .e4m3",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32; do not go together",
        "mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16; do not go together",
        "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32; a modifier",
        "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32; .row.col",
        "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32; .sp",
        "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32; a modifier",
        "wmma.mma.sync.aligned.row.col.m16n16k8.f32.f32; shape .m16n16k8",
        "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32; .m8n8",
        "ldmatrix.sync.aligned.m8n8.x1.global.b16; shared memory",
        "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8; .m8n8",
      })
  void whatIsNotSupportedIsRefused(String instruction, String message) {
    Device device = new Device();
    String text =
        """
        .version 8.6
        .target sm_90
        .address_size 64
        .visible .entry k()
        {
        .reg .b32 %%r<9>;
        %s {%%r0, %%r1, %%r2, %%r3}, {%%r0, %%r1, %%r2, %%r3}, {%%r0, %%r1}, {%%r0, %%r1, %%r2, %%r3};
        ret;
        }
        """
            .formatted(instruction);
    assertThatThrownBy(() ->
            device.launch(
                new Launch(
                    device.load("mma.ptx", text).kernel("k"),
                    Dim3.of(1),
                    Dim3.of(LANES),
                    0,
                    List.of())))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining(message);
  }
}
