package dev.magpie.gpu.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.execute.FunctionCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineCodeTest {
  /** Forms of the instructions of a kernel, the last of which returns. */
  private static List<MachineForm> forms(String body) {
    String ptx =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 data, .param .u32 count) {
        .reg .pred %p<9>;
        .reg .f32 %f<9>;
        .reg .b32 %r<19>;
        .reg .b64 %d<19>;
        .shared .align 4 .b8 tile[64];
        """;
    FunctionCode code =
        new Device().load("k.ptx", ptx + body + "\nret;\n}\n").kernel("k").image().program();
    return MachineCode.of(code);
  }

  /** How many machine instructions each line is. */
  private static List<Integer> parts(String body) {
    List<Integer> parts = forms(body).stream().map(MachineForm::instructions).toList();
    return parts.subList(0, (int) body.lines().count());
  }

  @Test
  void namesAreNoInstructions() {
    assertThat(
            parts(
                """
                ld.param.u64 %d0, [data];
                cvta.to.global.u64 %d1, %d0;
                mov.u32 %r0, %tid.x;
                mov.u32 %r1, 5;
                mov.u32 %r2, tile;
                add.u64 %d2, %d1, 16;
                ld.global.u32 %r3, [%d2+4];
                st.global.u32 [%d1], %r1;
                """))
        .containsExactly(0, 0, 1, 0, 0, 0, 1, 1);
  }

  @Test
  void addressesThatAreNumbersTooAreSums() {
    assertThat(
            parts(
                """
                ld.param.u64 %d1, [data];
                add.u64 %d2, %d1, 16;
                st.global.u64 [%d2], %d2;
                """))
        .containsExactly(0, 2, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "mul.wide.u32 %d2|%r0|4; add.u64 %d3|%d1|%d2;, 0, 1",
    "mul.lo.s32 %r2|%r0|%r1; add.s32 %r3|%r2|%r0;, 0, 1",
    "shl.b32 %r2|%r0|2; add.s32 %r3|%r2|%r1;, 0, 1",
    "shl.b32 %r2|%r0|%r1; add.s32 %r3|%r2|%r1;, 1, 1",
    "add.s32 %r2|%r0|%r1; add.s32 %r3|%r2|7;, 0, 1",
    "add.s32 %r2|%r0|%r1; min.s32 %r3|%r2|%r0;, 0, 1",
    "and.b32 %r2|%r0|%r1; xor.b32 %r3|%r2|%r0;, 0, 1",
    "and.b32 %r2|%r0|%r1; add.s32 %r3|%r2|%r0;, 1, 1",
    "and.b64 %d2|%d1|%d0; add.s64 %d3|%d2|%d0;, 2, 2",
    "mul.lo.s64 %d2|%d1|%d0; sub.s64 %d3|%d2|%d0;, 4, 2",
    "neg.f32 %f2|%f0; fma.rn.f32 %f3|%f2|%f1|%f0;, 0, 1",
    "mul.f32 %f2|%f0|%f1; add.f32 %f3|%f2|%f0;, 1, 1",
    "@%p1 mov.u32 %r2|1; add.s32 %r3|%r2|%r0;, 1, 1",
  })
  void twoAreOneWhereAMachineHasSuch(String pair, int first, int second) {
    String[] both = pair.replace('|', ',').split("(?<=;) ", -1);
    assertThat(parts(both[0] + "\n" + both[1])).containsExactly(first, second);
  }

  @Test
  void anInstructionTakesOneOtherIn() {
    assertThat(
            parts(
                """
                shl.b32 %r2, %r0, 2;
                shl.b32 %r3, %r1, 3;
                add.s32 %r4, %r2, %r3;
                """))
        .containsExactly(0, 1, 1);
  }

  @Test
  void whatTwoNeedStays() {
    assertThat(
            parts(
                """
                shl.b32 %r2, %r0, 2;
                add.s32 %r3, %r2, %r1;
                add.s32 %r4, %r2, %r0;
                """))
        .containsExactly(1, 1, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "ld.global.u32 %r1|[%d1];, 1, 0",
    "ld.global.nc.u32 %r1|[%d1];, 0, 0",
    "ld.shared.u32 %r1|[tile];, 2, 0",
    "ld.u32 %r1|[%d1];, 7, 0",
    "ld.volatile.global.u32 %r1|[%d1];, 1, 1",
    "ld.param.u32 %r1|[count];, 0, 0",
    "st.global.u32 [%d1]|%r1;, 0, 1",
    "st.shared.u32 [tile]|%r1;, 0, 2",
    "atom.global.add.u32 %r1|[%d1]|1;, 1, 1",
    "red.shared.add.u32 [tile]|1;, 2, 2",
    "tex.1d.v4.s32.s32 {%r1|%r2|%r3|%r4}|[%d1|{%r0}];, 0, 0",
    "suld.b.1d.b32.trap {%r1}|[%d1|{%r0}];, 1, 0",
    "sust.b.1d.b32.trap [%d1|{%r0}]|{%r1};, 0, 1",
    "add.s32 %r1|%r0|1;, 0, 0",
  })
  void spacesAreThoseOfAccesses(String line, int reads, int writes) {
    MachineForm form = forms(line.replace('|', ',')).getFirst();
    assertThat(form.reads()).isEqualTo(reads);
    assertThat(form.writes()).isEqualTo(writes);
  }

  private static int iterations(String pragma, String work, String test) {
    List<MachineForm> forms =
        forms(
            """
            mov.u32 %%r9, 0;
            LOOP: %s
            ld.global.f32 %%f1, [%%d1];
            add.s64 %%d1, %%d1, 4;
            %s
            add.s32 %%r9, %%r9, 1;
            %s
            @%%p1 bra LOOP;
            """
                .formatted(pragma, work, test));
    return forms.get(forms.size() - 3).iterations();
  }

  @Test
  void countedLoopsAreUnrolled() {
    String sum = "add.f32 %f2, %f2, %f1;";
    String counted = "setp.lt.s32 %p1, %r9, %r8;";
    assertThat(iterations("", sum, counted)).isEqualTo(4);
    assertThat(iterations(".pragma \"nounroll\";", sum, counted)).isEqualTo(1);
    assertThat(iterations("", sum, "setp.ne.s32 %p1, %r9, %r8;")).isEqualTo(1);
    assertThat(iterations("", sum, "setp.gt.f32 %p1, %f2, %f1;")).isEqualTo(1);
    assertThat(iterations("", "bar.sync 0;", counted)).isEqualTo(1);
    assertThat(iterations("", "@%p2 bra LOOP;", counted)).isEqualTo(1);
    assertThat(iterations("", "add.s32 %r8, %r8, %r8;", counted)).isEqualTo(1);
    assertThat(iterations("", (sum + "\n").repeat(48), counted)).isEqualTo(1);
  }

  /** Machine instructions of loads at offsets from a register that ends by some zero bits. */
  private static List<Integer> loads(int zeros, String type, int... offsets) {
    StringBuilder body =
        new StringBuilder("mov.u32 %r2, tile;\nmov.u32 %r0, %tid.x;\n")
            .append("shl.b32 %%r1, %%r0, %d;\nadd.s32 %%r3, %%r1, %%r2;\n".formatted(zeros));
    for (int i = 0; i < offsets.length; i++) {
      body.append("ld.shared.%s %%r%d, [%%r3+%d];\n".formatted(type, 4 + i, offsets[i]));
    }
    List<Integer> all = parts(body.toString());
    return all.subList(4, all.size());
  }

  @Test
  void neighboursInSharedMemoryAreLoadedAtOnceWhereTheyAreAligned() {
    assertThat(loads(4, "u32", 0, 4, 8, 12)).containsExactly(1, 0, 0, 0);
    assertThat(loads(4, "u32", 0, 4, 8, 12, 16, 20)).containsExactly(1, 0, 0, 0, 1, 0);
    assertThat(loads(3, "u32", 0, 4, 8, 12)).containsExactly(1, 0, 1, 0);
    assertThat(loads(2, "u32", 0, 4, 8, 12)).containsExactly(1, 1, 1, 1);
    assertThat(loads(4, "u32", 4, 8, 12)).containsExactly(1, 1, 0);
    assertThat(loads(4, "u32", 12, 8, 4, 0)).containsExactly(1, 1, 1, 1);
    assertThat(loads(4, "u16", 0, 2, 4, 6, 8, 10, 12, 14)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0);
    assertThat(loads(4, "u32", 0, 64, 4, 68)).containsExactly(1, 1, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "st.shared.u32 [%r9], %r9;",
        "bar.sync 0;",
        "membar.cta;",
        "@%p1 bra NEXT;\nNEXT:",
        "@%p1 bra END;\nNEXT: @%p2 bra NEXT;\nEND:",
        "add.s32 %r3, %r3, 16;",
        "shfl.sync.up.b32 %r3|%p1, %r3, 1, 0, -1;",
        "ld.global.v2.u32 {%r3, %r6}, [%d1];",
        "atom.global.add.u32 %r9, [%d1], 1;",
        "add.s32 %r4, %r4, %r6;",
      })
  void loadsAreNotJoinedAcross(String what) {
    assertThat(pair(what)).containsExactly(1, 1);
  }

  @Test
  void loadsAreNotJoinedWhereOthersEnter() {
    List<MachineForm> forms =
        forms(
            """
            mov.u32 %r3, tile;
            ld.shared.u32 %r4, [%r3];
            NEXT: ld.shared.u32 %r5, [%r3+4];
            @%p1 bra NEXT;
            """);
    assertThat(forms.get(2).instructions()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bf16", "f16x2", "b32", "f32"})
  void elementsAreOfAnyType(String type) {
    String register = type.equals("bf16") ? "%h" : "%r";
    List<MachineForm> forms =
        forms(
            """
            .reg .b16 %%h<9>;
            mov.u32 %%r0, tile;
            ld.shared.%1$s %2$s1, [%%r0];
            ld.shared.%1$s %2$s2, [%%r0+4];
            """
                .formatted(type, register));
    // Two elements of 16 bits are no neighbours at that distance.
    assertThat(forms.get(2).instructions()).isEqualTo(type.equals("bf16") ? 1 : 0);
  }

  @Test
  void aParameterInARegisterHasAnyValue() {
    String ptx =
        """
        .version 7.0
        .target sm_75
        .address_size 64
        .func f(.reg .b32 %r1) {
        .reg .b64 %d<3>;
        add.s32 %r1, %r1, 16;
        ld.shared.u64 %d1, [%r1];
        ld.shared.u64 %d2, [%r1+8];
        ret;
        }
        .visible .entry k() {
        .reg .b32 %r<3>;
        mov.u32 %r1, 4;
        call f, (%r1);
        ret;
        }
        """;
    FunctionCode code =
        new Device()
            .load("k.ptx", ptx).kernel("k").image().programs().stream()
                .filter(each -> each.function().name().equals("f"))
                .findFirst()
                .orElseThrow();
    assertThat(MachineCode.of(code).get(2).instructions()).isEqualTo(1);
  }

  @Test
  void loadsAreJoinedAcrossWhatDoesNotMatter() {
    assertThat(pair("st.global.u32 [%d1], %r9;")).containsExactly(1, 0);
    assertThat(pair("ld.shared.u32 %r9, [%r9];")).containsExactly(1, 0);
  }

  /** Machine instructions of two loads of neighbours with something between them. */
  private static List<Integer> pair(String between) {
    List<MachineForm> forms =
        forms(
            """
            mov.u32 %%r3, tile;
            ld.shared.u32 %%r4, [%%r3];
            %s
            ld.shared.u32 %%r5, [%%r3+4];
            """
                .formatted(between));
    return List.of(forms.get(1).instructions(), forms.get(forms.size() - 3).instructions());
  }

  @Test
  void onlyPlainLoadsOfSharedMemoryAreJoined() {
    for (String load :
        List.of("ld.global.u32", "ld.volatile.shared.u32", "@%p1 ld.shared.u32", "ld.u32")) {
      List<Integer> all =
          parts(
              """
              and.b64 %%d2, %%d1, -16;
              %1$s %%r4, [%%d2];
              %1$s %%r5, [%%d2+4];
              """
                  .formatted(load));
      assertThat(all.subList(1, 3)).as(load).containsExactly(1, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mul.lo.s32 %r1|%r0|48;, true",
    "mul.lo.s32 %r1|%r0|40;, false",
    "mul.wide.u16 %r1|%h0|16;, true",
    "mad.lo.s32 %r1|%r0|32|tile;, true",
    "mad.lo.s32 %r1|%r0|32|8;, false",
    "mul.hi.s32 %r1|%r0|16;, false",
    "and.b32 %r1|%r0|-16;, true",
    "or.b32 %r1|%r0|16;, false",
    "shl.b32 %r1|%r0|%r9;, false",
    "shr.u32 %r1|%r0|4;, false",
    "mov.u32 %r1|tile+16;, true",
    "mov.u32 %r1|tile+4;, false",
    "cvt.rni.s32.f32 %r1|%f8;, false",
    "cvt.s32.s16 %r1|%h1;, true",
    "add.sat.s32 %r1|%r8|16;, false",
    "sub.s32 %r1|%r8|16;, true",
    "max.s32 %r1|%r8|%r0;, false",
    "selp.b32 %r1|%r8|16|%p1;, true",
    "{ .reg .b32 %q; mov.b64 {%r1|%q}|%d1; }, false",
  })
  void alignmentIsKnownFromHowAnAddressIsMade(String address, boolean isAligned) {
    List<MachineForm> forms =
        forms(
            """
            .reg .b16 %%h<2>;
            mov.u32 %%r0, %%tid.x;
            mov.f32 %%f8, 0f00000000;
            mov.u16 %%h1, 32;
            mov.u32 %%r8, 64;
            %s
            ld.shared.u64 %%d3, [%%r1];
            ld.shared.u64 %%d4, [%%r1+8];
            """
                .formatted(address.replace('|', ',')));
    assertThat(forms.get(forms.size() - 3).instructions()).isEqualTo(isAligned ? 0 : 1);
  }

  @Test
  void aRegisterOfALoopIsAlignedAsAllThatIsWrittenToIt() {
    for (int step : new int[] {16, 8}) {
      List<MachineForm> forms =
          forms(
              """
              mov.u32 %%r1, tile;
              LOOP: ld.shared.u64 %%d3, [%%r1];
              ld.shared.u64 %%d4, [%%r1+8];
              add.s32 %%r1, %%r1, %d;
              setp.lt.s32 %%p1, %%r1, %%r8;
              @%%p1 bra LOOP;
              """
                  .formatted(step));
      assertThat(forms.get(2).instructions()).isEqualTo(step == 16 ? 0 : 1);
    }
  }
}
