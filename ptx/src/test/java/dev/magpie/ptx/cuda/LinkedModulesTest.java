package dev.magpie.ptx.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.PtxText;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.ir.PtxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkedModulesTest {
  private final Device device = new Device();

  private int[] run(Module module, String kernel, int count, int sharedBytes) {
    DeviceBuffer out = CudaFile.integers(device, kernel, new int[count]);
    device.launch(
        new Launch(
            module.kernel(kernel),
            Dim3.of(1),
            Dim3.of(64),
            sharedBytes,
            List.of(Argument.of(out))));
    int[] values = CudaFile.integers(out);
    device.free(out);
    return values;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatOneDeclaresAnotherDefines(boolean libraryFirst) {
    PtxText user = CudaFile.ptx("linked_user.ptx");
    PtxText library = CudaFile.ptx("linked_library.ptx");
    Module module = device.load(libraryFirst ? List.of(library, user) : List.of(user, library));
    assertThat(module.kernels()).containsExactlyInAnyOrder("user", "library");

    int[] scale = {1, 10, 100, 1000};
    for (int launch = 1; launch <= 2; launch++) {
      int[] out = run(module, "user", 6 * 64, 64 * 4);
      for (int i = 0; i < 64; i++) {
        assertThat(out[i]).isEqualTo(2 * 50 * i + 63 - i + 11);
        assertThat(out[64 + i]).isEqualTo(scale[i & 3] + i + 10 + 11);
        assertThat(out[2 * 64 + i]).isEqualTo(i / 2);
        assertThat(out[3 * 64 + i]).isEqualTo((i & 1) == 0 ? i + 1 : 50 * i + i * i);
        assertThat(out[4 * 64 + i]).isEqualTo(63 - i + 1000 * (63 - i + i * i));
        assertThat(out[5 * 64 + i]).isEqualTo(launch == 1 ? 3 : 4);
      }
      assertThat(run(module, "library", 64, 0))
          .containsOnly(64 * launch + (launch == 1 ? 3 : 4) + 11);
    }
    // One array, though both texts have it; the dynamic one lies behind.
    assertThat(module.kernel("user").staticSharedBytes()).isEqualTo(64 * 4);
    assertThat(CudaFile.integers(module.variable("calls"))).containsExactly(128);
  }

  @Test
  void namesOfOwnAreToldApart() {
    String each =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .global .u32 own = %d;
        .global .u64 ownAt = generic(own);
        .func (.reg .u32 r) add(.reg .u32 a) {
          .reg .u32 %%b; .reg .u64 %%c, %%d;
          mov.u64 %%c, ownAt;
          ld.u64 %%d, [%%c];
          ld.u32 %%b, [%%d];
          ld.global.u32 %%b, [own];
          add.u32 r, a, %%b;
          ret;
        }
        .visible .entry %s(.param .u64 out) {
          .reg .u32 %%a; .reg .u64 %%o, %%f; .reg .pred %%p;
          ld.param.u64 %%o, [out];
          mov.u32 %%a, %%tid.x;
          setp.eq.u32 %%p, %%a, 3;
          @%%p bra add;
          mov.u64 %%f, add;
          call (%%a), %%f, (%%a), prototype;
        add:
          call (%%a), add, (%%a);
          mad.wide.u32 %%o, %%tid.x, 4, %%o;
          st.global.u32 [%%o], %%a;
          ret;
        prototype: .callprototype (.reg .u32 _) _ (.reg .u32 _);
        }
        """;
    Module module =
        device.load(
            List.of(
                new PtxText("a.ptx", each.formatted(5, "a")),
                new PtxText("b.ptx", each.formatted(70, "b")),
                new PtxText("c.ptx", each.formatted(900, "c"))));
    int[] a = run(module, "a", 64, 0);
    int[] b = run(module, "b", 64, 0);
    int[] c = run(module, "c", 64, 0);
    for (int i = 0; i < 64; i++) {
      int calls = i == 3 ? 1 : 2;
      assertThat(a[i]).isEqualTo(i + 5 * calls);
      assertThat(b[i]).isEqualTo(i + 70 * calls);
      assertThat(c[i]).isEqualTo(i + 900 * calls);
    }
    assertThat(CudaFile.integers(module.variable("own#3"))).containsExactly(900);
  }

  private static PtxText declares(String label, String... declarations) {
    return new PtxText(
        label, ".version 7.0\n.target sm_75\n" + String.join("\n", declarations) + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".visible .global .u32 x; | .visible .global .u32 x; | b.ptx:3: 'x' is defined in a.ptx:3, too",
        ".visible .func f() { ret; } | .visible .func f() { ret; } | b.ptx:3: 'f' is defined in a.ptx:3, too",
        ".visible .func x() { ret; } | .weak .global .u32 x; | b.ptx:3: 'x' is defined in a.ptx:3, too",
        ".extern .global .u32 x; | .global .u32 x; | a.ptx:3: 'x' is declared here, and defined in none of a.ptx, b.ptx",
        ".global .u32 y; | .extern .func _Z3addi(.param .u32 a); | b.ptx:3: 'add(int)' is declared here, and defined in none of a.ptx, b.ptx",
        ".visible .global .u32 x; | .extern .global .u64 x; | b.ptx:3: 'x' has 8 bytes of .global memory here, and 4 of .global in a.ptx:3",
        ".visible .const .u32 x; | .extern .global .u32 x; | b.ptx:3: 'x' has 4 bytes of .global memory here, and 4 of .const in a.ptx:3",
        ".weak .global .u32 x; | .weak .global .u64 x; | b.ptx:3: 'x' has 8 bytes of .global memory here, and 4 of .global in a.ptx:3",
      })
  void errorsNameBothTexts(String first, String second, String problem) {
    List<PtxText> texts = List.of(declares("a.ptx", first), declares("b.ptx", second));
    assertThatThrownBy(() -> device.load(texts))
        .isInstanceOf(PtxException.class)
        .hasMessage(problem);
  }

  @Test
  void oneDefinitionOfWeakAndCommonOnesCounts() {
    Module module =
        device.load(
            List.of(
                declares(
                    "a.ptx",
                    ".weak .global .u32 w = 1;",
                    ".weak .global .u32 first = 1;",
                    ".common .global .u32 c;",
                    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);"),
                declares(
                    "b.ptx",
                    ".visible .global .u32 w = 2;",
                    ".weak .global .u32 first = 2;",
                    ".common .global .u32 c[3];"),
                declares("c.ptx", ".weak .global .u32 w = 3;", ".extern .global .u32 c[];")));
    assertThat(CudaFile.integers(module.variable("w"))).containsExactly(2);
    assertThat(CudaFile.integers(module.variable("first"))).containsExactly(1);
    assertThat(module.variable("c").bytes()).isEqualTo(12);
    assertThat(module.label()).isEqualTo("a.ptx + b.ptx + c.ptx");
    assertThat(module.texts()).hasSize(3);
    assertThatThrownBy(module::text).isInstanceOf(PtxException.class);
  }

  @Test
  void whatCannotRunNamesItsOwnText() {
    PtxText user =
        declares(
            "a.ptx", ".extern .func f();", ".visible .entry k() {", "  call f, ();", "  ret;", "}");
    PtxText library = declares("b.ptx", ".visible .func f() {", "  frobnicate;", "  ret;", "}");
    Module module = device.load(List.of(user, library));
    assertThatThrownBy(() -> module.kernel("k"))
        .isInstanceOf(PtxException.class)
        .hasMessage("b.ptx:4: kernel k, function f: frobnicate: this instruction is not supported");
  }
}
