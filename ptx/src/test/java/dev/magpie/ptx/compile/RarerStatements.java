package dev.magpie.ptx.compile;

import java.util.List;

/**
 * Statements of random kernels that few programs have many of: what lanes do together, narrow and
 * packed types, carries, atomics, wide vectors, constants, calls, and loops that lanes leave at
 * different times.
 */
final class RarerStatements {
  /** What statements work with besides the registers of {@link RandomKernel}. */
  static final String REGISTERS =
      """
        .reg .b16 %h<6>;
        .reg .b32 %count<100>;
        .reg .b32 %depth;
        .reg .b32 %member;
      """;

  /** What a module declares for them. */
  static final String DECLARATIONS =
      """
      .const .align 16 .u32 table[64] = {1, 0xffffffff, 7, 0x80000000, 19, 0x12345678, 5};
      """;

  private final RandomKernel kernel;

  private int loops;

  RarerStatements(RandomKernel kernel) {
    this.kernel = kernel;
  }

  /** A function that statements call, which calls itself: its text. */
  static String function(String registers, String body) {
    return """
    .func (.reg .b32 %%result) f(.reg .b32 %%first, .reg .b32 %%levels, .param .b64 buffer)
    {
    %s  ld.param.u64 %%rd10, [buffer];
      mov.u64 %%rd16, sh;
      mov.u64 %%rd17, lo;
      mov.u32 %%r0, %%first;
      mov.u32 %%r11, %%laneid;
    %s  setp.eq.u32 %%p7, %%levels, 0;
      @%%p7 bra RETURN;
      sub.u32 %%depth, %%levels, 1;
      {
        .param .b64 argument;
        st.param.b64 [argument], %%rd10;
        call (%%r19), f, (%%r1, %%depth, argument);
      }
      xor.b32 %%r0, %%r0, %%r19;
    RETURN:
      mov.b32 %%result, %%r0;
      ret;
    }
    """
        .formatted(registers, body);
  }

  void statement() {
    switch (kernel.random.nextInt(13)) {
      case 0 -> shuffle();
      case 1 -> vote();
      case 2, 3 -> bits();
      case 4 -> carry();
      case 5, 6 -> narrow();
      case 7 -> packed();
      case 8 -> atomic();
      case 9, 10 -> vector();
      case 11 -> constant();
      default -> loopOrCall();
    }
  }

  private String b32() {
    return kernel.of("b32");
  }

  private String members() {
    if (kernel.random.nextBoolean()) {
      return "0xffffffff";
    }
    kernel.plain("activemask.b32 %member");
    return "%member";
  }

  private void shuffle() {
    String members = members();
    String by = kernel.random.nextBoolean() ? String.valueOf(kernel.random.nextInt(32)) : b32();
    String clamp = kernel.pick(List.of("31", "0", "0x101f", "0x1c1f", "0x1800"));
    String also = kernel.random.nextBoolean() ? "|" + kernel.register("p") : "";
    kernel.plain(
        "shfl.sync.%s.b32 %s%s, %s, %s, %s, %s"
            .formatted(
                kernel.pick(List.of("up", "down", "bfly", "idx")),
                b32(),
                also,
                b32(),
                by,
                clamp,
                members));
  }

  private void vote() {
    String members = members();
    if (kernel.random.nextBoolean()) {
      kernel.plain(
          "vote.sync.ballot.b32 %s, %s, %s".formatted(b32(), kernel.register("p"), members));
    } else {
      kernel.plain(
          "vote.sync.%s.pred %s, %s, %s"
              .formatted(
                  kernel.pick(List.of("any", "all")),
                  kernel.register("p"),
                  kernel.register("p"),
                  members));
    }
  }

  private void bits() {
    String u = kernel.pick(List.of("u32", "s32"));
    switch (kernel.random.nextInt(9)) {
      case 0 -> kernel.line("bfe.%s %s, %s, %s, %s".formatted(u, b32(), b32(), b32(), b32()));
      case 1 -> kernel.line("bfi.b32 %s, %s, %s, %s, 7".formatted(b32(), b32(), b32(), b32()));
      case 2 -> kernel.line("prmt.b32 %s, %s, %s, %s".formatted(b32(), b32(), b32(), b32()));
      case 3 ->
          kernel.line(
              "shf.%s.b32 %s, %s, %s, %s"
                  .formatted(
                      kernel.pick(List.of("l.wrap", "r.wrap", "l.clamp", "r.clamp")),
                      b32(),
                      b32(),
                      b32(),
                      b32()));
      case 4 ->
          kernel.line("mad.wide.%s %s, %s, %s, %s".formatted(u, wide(), b32(), b32(), wide()));
      case 5 -> kernel.line("mad24.lo.%s %s, %s, %s, %s".formatted(u, b32(), b32(), b32(), b32()));
      case 6 -> kernel.line("sad.%s %s, %s, %s, %s".formatted(u, b32(), b32(), b32(), b32()));
      case 7 ->
          kernel.line("%s.b32 %s, %s".formatted(kernel.pick(List.of("brev", "clz")), b32(), b32()));
      default ->
          kernel.line("dp4a.%s.%s %s, %s, %s, %s".formatted(u, u, b32(), b32(), b32(), b32()));
    }
  }

  private String wide() {
    return kernel.of("b64");
  }

  private void carry() {
    String operation = kernel.pick(List.of("add", "sub"));
    kernel.line("%s.cc.u32 %s, %s, %s".formatted(operation, b32(), b32(), b32()));
    kernel.line("%sc.cc.u32 %s, %s, %s".formatted(operation, b32(), b32(), b32()));
    kernel.line("%sc.u32 %s, %s, %s".formatted(operation, b32(), b32(), b32()));
  }

  private String half() {
    return kernel.register("h");
  }

  private void narrow() {
    String type = kernel.pick(List.of("s16", "u16"));
    switch (kernel.random.nextInt(8)) {
      case 0 -> kernel.line("cvt.u16.u32 %s, %s".formatted(half(), b32()));
      case 1 ->
          kernel.line("cvt.%s.%s %s, %s".formatted(type.charAt(0) + "32", type, b32(), half()));
      case 2 -> kernel.line("mul.wide.%s %s, %s, %s".formatted(type, b32(), half(), half()));
      case 3 ->
          kernel.line("mad.lo.%s %s, %s, %s, %s".formatted(type, half(), half(), half(), half()));
      case 4 ->
          kernel.line(
              "setp.lt.%s %s, %s, %s".formatted(type, kernel.register("p"), half(), half()));
      case 5 -> kernel.line("shr.%s %s, %s, %s".formatted(type, half(), half(), b32()));
      case 6 -> kernel.line("mov.b32 {%s, %s}, %s".formatted("%h0", "%h1", b32()));
      default ->
          kernel.line(
              "%s.%s %s, %s, %s"
                  .formatted(
                      kernel.pick(List.of("add", "sub", "min", "max", "mul.lo", "div", "rem")),
                      type,
                      half(),
                      half(),
                      half()));
    }
  }

  private void packed() {
    switch (kernel.random.nextInt(6)) {
      case 0 -> kernel.line("fma.rn.f16 %s, %s, %s, %s".formatted(half(), half(), half(), half()));
      case 1 -> kernel.line("add.f16x2 %s, %s, %s".formatted(b32(), b32(), b32()));
      case 2 -> kernel.line("cvt.f32.f16 %s, %s".formatted(kernel.of("f32"), half()));
      case 3 -> kernel.line("cvt.rn.f16.f32 %s, %s".formatted(half(), kernel.of("f32")));
      case 4 -> kernel.line("mov.b32 %s, {%s, %s}".formatted(b32(), half(), half()));
      default -> kernel.line("mul.f16x2 %s, %s, %s".formatted(b32(), b32(), b32()));
    }
  }

  private void atomic() {
    String space = kernel.pick(List.of("global", "shared"));
    String address = kernel.address(space, 4);
    String operation = kernel.pick(List.of("add.u32", "max.s32", "xor.b32", "inc.u32"));
    if (kernel.random.nextBoolean()) {
      kernel.line("atom.%s.%s %s, [%s], %s".formatted(space, operation, b32(), address, b32()));
    } else {
      kernel.line("red.%s.%s [%s], %s".formatted(space, operation, address, b32()));
    }
  }

  private void vector() {
    String space = kernel.pick(List.of("global", "shared", "shared", "local"));
    String b4 = "{%r0, %r3, %r1, %r5}";
    switch (kernel.random.nextInt(7)) {
      case 0 ->
          kernel.line("ld.%s.v4.u32 %s, [%s]".formatted(space, b4, kernel.address(space, 16)));
      case 1 ->
          kernel.line("st.%s.v4.b32 [%s], %s".formatted(space, kernel.address(space, 16), b4));
      case 2 -> kernel.line("ld.%s.v4.u8 %s, [%s]".formatted(space, b4, kernel.address(space, 4)));
      case 3 ->
          kernel.line("ld.%s.v2.s16 {%%r2, %%r4}, [%s]".formatted(space, kernel.address(space, 4)));
      case 4 -> kernel.line("ld.%s.v4.u16 %s, [%s]".formatted(space, b4, kernel.address(space, 8)));
      case 5 -> kernel.line("st.%s.v4.u8 [%s], %s".formatted(space, kernel.address(space, 4), b4));
      default ->
          kernel.line(
              "ld.%s.v2.u64 {%%rd2, %%rd4}, [%s]".formatted(space, kernel.address(space, 16)));
    }
  }

  private void constant() {
    if (kernel.random.nextBoolean()) {
      int at = 4 * kernel.random.nextInt(64);
      kernel.line("ld.const.u32 %s, [table+%d]".formatted(b32(), at));
      return;
    }
    kernel.plain("and.b32 %%r18, %s, 252".formatted(b32()));
    kernel.plain("mov.u32 %r19, table");
    kernel.plain("mov.u64 %rd18, table");
    kernel.plain("cvt.u64.u32 %rd19, %r18");
    kernel.plain("add.u64 %rd18, %rd18, %rd19");
    kernel.line("ld.const.u32 %s, [%%rd18]".formatted(b32()));
  }

  private void loopOrCall() {
    if (kernel.callsFunctions() && kernel.random.nextBoolean()) {
      kernel.plain("and.b32 %%depth, %s, 3".formatted(b32()));
      kernel.text("  {\n  .param .b64 argument;\n");
      kernel.plain("st.param.b64 [argument], %rd10");
      kernel.line("call (%s), f, (%s, %%depth, argument)".formatted(b32(), b32()));
      kernel.text("  }\n");
      return;
    }
    int number = loops++ % 100;
    kernel.plain("and.b32 %%count%d, %s, 3".formatted(number, b32()));
    String label = kernel.label();
    kernel.text(label + ":\n");
    kernel.statements(kernel.random.nextInt(1, 6));
    kernel.plain("sub.u32 %%count%d, %%count%d, 1".formatted(number, number));
    kernel.plain("setp.gt.s32 %%p6, %%count%d, 0".formatted(number));
    kernel.text("  @%p6 bra " + label + ";\n");
  }
}
