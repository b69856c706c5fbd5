package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.syntax.PtxParser;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parser reads, and how it refuses the rest. */
class SyntaxTest {
  private static final String HEAD = ".version 8.5\n.target sm_80\n.address_size 64\n";

  private static Function kernel(PtxModule module) {
    return Objects.requireNonNull(module.functions().get("k"));
  }

  private static List<Long> bits(PtxModule module, int variable) {
    return module.variables().get(variable).initializers().stream()
        .map(value -> ((Variable.Initializer.Bits) value).bits())
        .toList();
  }

  @Test
  void initialValuesAreConstantExpressions() {
    PtxModule module =
        PtxParser.parse(
            "a.ptx",
            HEAD
                + """
                .global .u32 a[2][2] = {{1 + 2 * 3, 0x10 >> 2}, {-1, ~0 & 0xff}};
                .global .f32 f[3] = {0f3F800000, 1.5, -2};
                .global .u8 b[4] = {(3 > 2) ? 0b101 : 017, 017, 'x'};
                """
                    .replace("'x'", "WARP_SZ"));
    assertThat(bits(module, 0)).containsExactly(7L, 4L, -1L, 255L);
    assertThat(bits(module, 1)).containsExactly(0x3f800000L, 0x3fc00000L, 0xc0000000L);
    assertThat(bits(module, 2)).containsExactly(5L, 15L, 32L);
  }

  @Test
  void namesInBlocksHideThoseAround() {
    PtxModule module =
        PtxParser.parse(
            "a.ptx",
            HEAD
                + """
                .entry k()
                {
                  .reg .b32 %r<3>;
                  { .reg .b32 x; mov.u32 x, 1; L: bra L; }
                  { .reg .b32 x; mov.u32 x, 2; L: bra L; }
                }
                """);
    List<Instruction> code = kernel(module).instructions();
    assertThat(code.get(0).operands().getFirst()).isNotEqualTo(code.get(2).operands().getFirst());
    assertThat(code.get(1).operands()).containsExactly(new Operand.Name("L"));
    assertThat(kernel(module).labels()).containsEntry("L", 1).containsEntry("L#2", 3);
  }

  @Test
  void debugSectionsAreSkipped() {
    PtxModule module =
        PtxParser.parse(
            "a.ptx",
            HEAD
                + """
                .file 1 "a.cu", 1, 2
                .entry k() {
                  .loc 1 2 3
                  $L__tmp0:
                  .loc 1 2 3, function_name $L__info_string0, inlined_at 1 2 3
                  ret;
                }
                .section .debug_info { .b8 1 .b32 .debug_abbrev }
                .section .debug_str { $L__info_string0: .b8 95,90 }
                """);
    assertThat(kernel(module).instructions()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mov.u32 %r1 1; | a.ptx:7: ';' is expected to end the instruction, not '1'",
        "mov.u32 %r9, 1; | a.ptx:7: no register is called '%r9'",
        "@%r1 bra L; | a.ptx:7: '%r1' is not a predicate register",
        "L: L: ret; | a.ptx:7: label 'L' is declared twice",
        ".reg .b32 %r<2>; | a.ptx:7: register '%r' is declared twice",
        "mov.u32 %r1, 0f123; | a.ptx:7: '0f123' is not a floating-point literal",
        "mov.u32 %r1, 1 / 0; | a.ptx:7: a constant is divided by zero",
        "ret; # | a.ptx:7: '#' (U+0023) has no meaning in PTX",
        "{ ret; | a.ptx:5: the block that begins here does not end",
        ".local .b8 x[99999999999999999]; | a.ptx:7: an array of",
      })
  void mistakesAreToldWithTheirLine(String body, String message) {
    String text = HEAD + ".entry k()\n{\n.reg .b32 %r<2>;\n" + body + "\n}";
    assertThatThrownBy(() -> PtxParser.parse("a.ptx", text))
        .isInstanceOf(PtxException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        ".version 99.0\n.target sm_75",
        ".version 8.0",
        ".version 8.0\n.target sm_75\n.address_size 32",
        ".version 8.0\n.target sm_75\n.entry k(",
        ".version 8.0\n.target sm_75\n/* ",
        "\0\0\0"
      })
  void whatIsNotPtxIsRefused(String text) {
    assertThatThrownBy(() -> PtxParser.parse("a.ptx", text)).isInstanceOf(PtxException.class);
  }

  /** Damaged text is read or refused; it never crashes or hangs, nor do kernels made of it. */
  @Test
  void damagedTextIsReadOrRefused() {
    String whole =
        VectorAddTest.PTX
            + """
            .func (.param .b32 r) f(.param .b32 a) {
              .reg .b32 %r<4>;
              .local .align 8 .b8 depot[16];
              T: .branchtargets A, B;
              ld.param.u32 %r1, [a];
              brx.idx %r1, T;
              A: { .reg .pred p; setp.lt.and.s32 p, %r1, 2, !p; }
              B: st.param.b32 [r+0], %r1;
              ret;
            }
            .global .align 8 .u64 x[2] = {f, generic(y)+4};
            .shared .align 16 .v4 .f32 y[];
            .entry g(.param .align 8 .b8 s[24]) {
              .reg .b64 %rd<4>; .reg .b32 %r<9>; .reg .f32 %f<5>;
              ld.param.v2.u32 {%r1, %r2}, [s+8];
              cvt.rn.f32.s32 %f1, %r1;
              fma.rn.ftz.f32 %f2, %f1, 0f3F800000, -1.5;
              atom.shared.cas.b32 %r3, [y+4], %r1, 7;
              shfl.sync.bfly.b32 %r4, %r3, 1, 31, -1;
              ret;
            }
            """;
    SplittableRandom random = new SplittableRandom(7);
    String[] words = {
      "{", "}", "(", ";", "%r1", ".b32", "9999999999", "-", "[", "<", ",", ":", "@"
    };
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          for (int i = 0; i < 4000; i++) {
            StringBuilder text = new StringBuilder(whole);
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
              int at = random.nextInt(text.length());
              switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(128));
                case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(30)));
                case 2 -> text.insert(at, words[random.nextInt(words.length)]);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 40)));
              }
            }
            loadOrRefuse(text.toString());
          }
        });
  }

  private static void loadOrRefuse(String text) {
    try {
      Module module = new Device().load("a.ptx", text);
      for (String kernel : module.kernels()) {
        try {
          module.kernel(kernel);
        } catch (PtxException e) {
          assertThat(e).hasMessageStartingWith("a.ptx");
        }
      }
    } catch (PtxException e) {
      assertThat(e).hasMessageStartingWith("a.ptx:");
    } catch (RuntimeException e) {
      throw new AssertionError(text, e);
    }
  }
}
