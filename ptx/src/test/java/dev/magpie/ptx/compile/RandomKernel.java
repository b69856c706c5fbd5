package dev.magpie.ptx.compile;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The text of a kernel with random instructions: arithmetic of all types, predicates, guards,
 * branches, and accesses to global, shared, local and generic addresses, some beyond what is there.
 */
final class RandomKernel {
  /** Words of each buffer. */
  static final int WORDS = 256;

  private static final int REGISTERS = 6;
  private static final String REGISTERS_AND_LOCALS =
      """
        .reg .pred %p<8>;
        .reg .b32 %r<20>;
        .reg .f32 %f<8>;
        .reg .b64 %rd<20>;
        .reg .f64 %d<8>;
        .local .align 16 .b8 lo[1024];
      """
          + RarerStatements.REGISTERS;
  private static final List<String> INTEGER_TYPES = List.of("s32", "u32", "s64", "u64");
  private static final List<String> ORDERS = List.of("eq", "ne", "lt", "le", "gt", "ge");

  final SplittableRandom random;
  private final StringBuilder body = new StringBuilder();

  /** How many of a thousand accesses may go anywhere. */
  private final int wild;

  private final RarerStatements rarer = new RarerStatements(this);

  /** How many of a hundred statements are rarer ones. */
  private final int rare;

  /** Of the function that the kernel calls; empty while that is made. */
  private String function = "";

  private int labels;

  private RandomKernel(SplittableRandom random) {
    this.random = random;
    wild = random.nextInt(4) == 0 ? 8 : 0;
    rare = random.nextBoolean() ? random.nextInt(60) : 0;
  }

  static String text(SplittableRandom random) {
    RandomKernel kernel = new RandomKernel(random);
    kernel.statements(random.nextInt(1, 30));
    kernel.function = RarerStatements.function(REGISTERS_AND_LOCALS, kernel.body.toString());
    kernel.body.setLength(0);
    int count = random.nextInt(5, 90);
    while (count > 0) {
      int some = Math.min(count, random.nextInt(1, 60));
      kernel.statements(some);
      count -= some;
      kernel.plain("bar.sync 0");
    }
    return kernel.whole();
  }

  void statements(int count) {
    for (int i = 0; i < count; i++) {
      statement();
    }
  }

  /** Whether there is a function to call. */
  boolean callsFunctions() {
    return !function.isEmpty();
  }

  String label() {
    return "L" + labels++;
  }

  void text(String more) {
    body.append(more);
  }

  private String whole() {
    StringBuilder text =
        new StringBuilder(
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .shared .align 16 .b8 sh[1024];
            """
                + RarerStatements.DECLARATIONS
                + function
                + """
                .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 rounds)
                {
                """
                + REGISTERS_AND_LOCALS
                + """
                  ld.param.u64 %rd10, [in];
                  ld.param.u64 %rd11, [out];
                  ld.param.u32 %r10, [rounds];
                  mov.u32 %r11, %tid.x;
                  mov.u32 %r12, %ctaid.x;
                  mov.u32 %r13, %ntid.x;
                  mad.lo.u32 %r14, %r12, %r13, %r11;
                  and.b32 %r15, %r11, 31;
                  mul.wide.u32 %rd12, %r15, 4;
                  add.u64 %rd13, %rd10, %rd12;
                  mov.u64 %rd16, sh;
                  mov.u64 %rd17, lo;
                """);
    for (int i = 0; i < REGISTERS; i++) {
      text.append("  ld.global.u32 %%r%d, [%%rd13+%d];\n".formatted(i, 128 * i));
      text.append("  ld.global.u64 %%rd%d, [%%rd10+%d];\n".formatted(i, 8 * i));
      text.append("  cvt.rn.f32.s32 %%f%d, %%r%d;\n".formatted(i, i));
      text.append("  cvt.f64.f32 %%d%d, %%f%d;\n".formatted(i, i));
      text.append("  setp.gt.s32 %%p%d, %%r%d, %d;\n".formatted(i, i, i));
    }
    text.append("AGAIN:\n").append(body);
    text.append(
        """
          sub.u32 %r10, %r10, 1;
          setp.ne.u32 %p7, %r10, 0;
          @%p7 bra AGAIN;
          mul.lo.u32 %r16, %r14, 192;
          cvt.u64.u32 %rd14, %r16;
          add.u64 %rd15, %rd11, %rd14;
        """);
    for (int i = 0; i < REGISTERS; i++) {
      text.append("  st.global.u32 [%%rd15+%d], %%r%d;\n".formatted(8 * i, i));
      text.append("  st.global.f32 [%%rd15+%d], %%f%d;\n".formatted(8 * i + 4, i));
      text.append("  st.global.u64 [%%rd15+%d], %%rd%d;\n".formatted(8 * i + 48, i));
      text.append("  st.global.f64 [%%rd15+%d], %%d%d;\n".formatted(8 * i + 96, i));
      text.append("  selp.u32 %%r17, 1, 0, %%p%d;\n".formatted(i));
      text.append("  st.global.u32 [%%rd15+%d], %%r17;\n".formatted(8 * i + 144));
    }
    return text.append("  ret;\n}\n").toString();
  }

  String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  String register(String prefix) {
    return "%" + prefix + random.nextInt(REGISTERS);
  }

  String of(String type) {
    return switch (type) {
      case "f32" -> register("f");
      case "f64" -> register("d");
      case "s64", "u64", "b64" -> register("rd");
      default -> register("r");
    };
  }

  private String source(String type) {
    if (random.nextInt(6) > 0) {
      return of(type);
    }
    return switch (type) {
      case "f32" -> "0f3fc00000";
      case "f64" -> "0d3ff8000000000000";
      default -> String.valueOf(random.nextInt(-5, 40));
    };
  }

  void plain(String text) {
    body.append("  ").append(text).append(";\n");
  }

  /** A line that may have a guard. */
  void line(String text) {
    String guard =
        random.nextInt(25) == 0
            ? "@" + (random.nextBoolean() ? "!" : "") + register("p") + " "
            : "";
    body.append("  ").append(guard).append(text).append(";\n");
  }

  private void statement() {
    if (random.nextInt(100) < rare) {
      rarer.statement();
      return;
    }
    switch (random.nextInt(23)) {
      case 0, 1, 2, 3 -> integer();
      case 4, 5, 6 -> real();
      case 7 -> bits();
      case 8, 9 -> compare();
      case 10 -> select();
      case 11 -> convert();
      case 12 -> predicates();
      case 13, 14, 15, 16 -> load();
      case 17, 18, 19 -> store();
      case 20 -> wide();
      case 21 -> loads();
      default -> skip();
    }
  }

  private void integer() {
    String type = pick(INTEGER_TYPES);
    switch (random.nextInt(4)) {
      case 0 ->
          line(
              "mad.lo.%s %s, %s, %s, %s"
                  .formatted(type, of(type), of(type), source(type), of(type)));
      case 1 ->
          line(
              "%s.%s %s, %s, %s"
                  .formatted(
                      pick(List.of("min", "max", "div", "rem", "mul.lo", "mul.hi")),
                      type,
                      of(type),
                      of(type),
                      source(type)));
      default ->
          line(
              "%s.%s %s, %s, %s"
                  .formatted(pick(List.of("add", "sub")), type, of(type), of(type), source(type)));
    }
  }

  private void wide() {
    line(
        "mul.wide.%s %s, %s, %s"
            .formatted(pick(List.of("s32", "u32")), of("b64"), of("b32"), of("b32")));
    line("mov.b64 {%s, %%r19}, %s".formatted(of("b32"), of("b64")));
    line("mov.b64 %s, {%s, %s}".formatted(of("b64"), of("b32"), of("b32")));
  }

  private void real() {
    String type = pick(List.of("f32", "f32", "f64"));
    String suffix = type.equals("f32") && random.nextInt(5) == 0 ? ".ftz" : "";
    switch (random.nextInt(6)) {
      case 0, 1 ->
          line(
              "fma.rn%s.%s %s, %s, %s, %s"
                  .formatted(suffix, type, of(type), of(type), source(type), of(type)));
      case 2 ->
          line(
              "%s.%s %s, %s, %s"
                  .formatted(pick(List.of("min", "max")), type, of(type), of(type), source(type)));
      case 3 ->
          line(
              "%s.%s%s.%s %s, %s, %s"
                  .formatted(
                      pick(List.of("add", "mul", "sub")),
                      pick(List.of("rn", "rz", "rm", "rp")),
                      suffix,
                      type,
                      of(type),
                      of(type),
                      source(type)));
      case 4 ->
          line("%s.%s %s, %s".formatted(pick(List.of("abs", "neg")), type, of(type), of(type)));
      default ->
          line("%s.rn.%s %s, %s".formatted(pick(List.of("rcp", "sqrt")), type, of(type), of(type)));
    }
  }

  private void bits() {
    String type = pick(List.of("b32", "b64"));
    switch (random.nextInt(5)) {
      case 0 -> line("shl.%s %s, %s, %s".formatted(type, of(type), of(type), source("u32")));
      case 1 -> {
        String shifted = pick(INTEGER_TYPES);
        line("shr.%s %s, %s, %s".formatted(shifted, of(shifted), of(shifted), source("u32")));
      }
      case 2 ->
          line(
              "lop3.b32 %s, %s, %s, %s, %d"
                  .formatted(of("b32"), of("b32"), of("b32"), of("b32"), random.nextInt(256)));
      case 3 -> line("popc.%s %s, %s".formatted(type, of("b32"), of(type)));
      default ->
          line(
              "%s.%s %s, %s, %s"
                  .formatted(
                      pick(List.of("and", "or", "xor")), type, of(type), of(type), source(type)));
    }
  }

  private void compare() {
    String type = pick(List.of("s32", "u32", "s64", "f32", "f64"));
    String order = pick(ORDERS);
    switch (random.nextInt(3)) {
      case 0 ->
          line(
              "setp.%s.%s.%s %s|%s, %s, %s, %s"
                  .formatted(
                      order,
                      pick(List.of("and", "or", "xor")),
                      type,
                      register("p"),
                      register("p"),
                      of(type),
                      source(type),
                      (random.nextBoolean() ? "!" : "") + register("p")));
      default ->
          line(
              "setp.%s.%s %s, %s, %s"
                  .formatted(order, type, register("p"), of(type), source(type)));
    }
  }

  private void select() {
    String type = pick(List.of("b32", "b64", "f32", "f64"));
    line("selp.%s %s, %s, %s, %s".formatted(type, of(type), of(type), of(type), register("p")));
  }

  private void predicates() {
    switch (random.nextInt(3)) {
      case 0 -> line("not.pred %s, %s".formatted(register("p"), register("p")));
      case 1 -> line("mov.pred %s, %s".formatted(register("p"), register("p")));
      default ->
          line(
              "%s.pred %s, %s, %s"
                  .formatted(
                      pick(List.of("and", "or", "xor")),
                      register("p"),
                      register("p"),
                      register("p")));
    }
  }

  private void convert() {
    switch (random.nextInt(8)) {
      case 0 -> line("cvt.rn.f32.s32 %s, %s".formatted(of("f32"), of("b32")));
      case 1 -> line("cvt.rn.f32.u32 %s, %s".formatted(of("f32"), of("b32")));
      case 2 ->
          line(
              "cvt.%s.s32.f32 %s, %s".formatted(pick(List.of("rzi", "rni")), of("b32"), of("f32")));
      case 3 -> line("cvt.rn.f32.f64 %s, %s".formatted(of("f32"), of("f64")));
      case 4 -> line("cvt.f64.f32 %s, %s".formatted(of("f64"), of("f32")));
      case 5 ->
          line(
              "cvt.rn.f64.%s %s, %s"
                  .formatted(pick(INTEGER_TYPES.subList(0, 2)), of("f64"), of("b32")));
      case 6 ->
          line(
              "cvt.%s %s, %s".formatted(pick(List.of("u64.u32", "s64.s32")), of("b64"), of("b32")));
      default -> line("cvt.u32.u64 %s, %s".formatted(of("b32"), of("b64")));
    }
  }

  /** Makes an address of a space in %rd18 or %r18; returns it as an operand. */
  String address(String space, int bytes) {
    boolean anywhere = random.nextInt(1000) < wild;
    int limit = anywhere ? 0xfff : 4 * WORDS - 64;
    plain("and.b32 %%r18, %s, %d".formatted(of("b32"), limit & (anywhere ? -1 : -bytes)));
    int offset = random.nextInt(3) * bytes * (anywhere && random.nextBoolean() ? 100 : 1);
    if (space.equals("shared") && random.nextBoolean()) {
      return "%r18" + plus(offset);
    }
    plain("cvt.u64.u32 %rd18, %r18");
    switch (space) {
      case "shared" -> plain("add.u64 %rd18, %rd18, %rd16");
      case "local" -> plain("add.u64 %rd18, %rd18, %rd17");
      case "" -> {
        switch (random.nextInt(6)) {
          case 0 -> plain("cvta.shared.u64 %rd18, %rd18");
          case 1 -> plain("cvta.local.u64 %rd18, %rd18");
          default -> plain("add.u64 %rd18, %rd18, %rd10");
        }
      }
      default -> plain("add.u64 %rd18, %rd18, %rd10");
    }
    return "%rd18" + plus(offset);
  }

  private static String plus(int offset) {
    return offset == 0 ? "" : "+" + offset;
  }

  private String space() {
    return pick(List.of("global", "global", "shared", "shared", "local", ""));
  }

  private static String named(String space) {
    return space.isEmpty() ? "" : "." + space;
  }

  private void load() {
    String space = space();
    switch (random.nextInt(6)) {
      case 0 ->
          line(
              "ld%s.%s %s, [%s]"
                  .formatted(
                      named(space), pick(List.of("u8", "s8")), of("b32"), address(space, 1)));
      case 1 ->
          line(
              "ld%s.%s %s, [%s]"
                  .formatted(
                      named(space), pick(List.of("u16", "s16")), of("b32"), address(space, 2)));
      case 2 -> line("ld%s.u64 %s, [%s]".formatted(named(space), of("b64"), address(space, 8)));
      case 3 ->
          line(
              "ld%s.v2.f32 {%s, %s}, [%s]"
                  .formatted(named(space), of("f32"), of("f32"), address(space, 8)));
      case 4 -> line("ld%s.f64 %s, [%s]".formatted(named(space), of("f64"), address(space, 8)));
      default ->
          line(
              "ld%s.%s %s, [%s]"
                  .formatted(
                      named(space),
                      pick(List.of("u32", "s32")),
                      of(random.nextInt(4) == 0 ? "b64" : "b32"),
                      address(space, 4)));
    }
  }

  /** Several loads behind one register, as of a structure. */
  private void loads() {
    String address = address("global", 8);
    int count = random.nextInt(2, 6);
    int bytes = random.nextBoolean() ? 4 : 8;
    for (int i = 0; i < count; i++) {
      line(
          "ld.global.u%d %s, [%%rd18+%d]"
              .formatted(
                  8 * bytes,
                  of(bytes == 4 ? "b32" : "b64"),
                  bytes * random.nextInt(random.nextInt(1000) < wild ? 90 : 6)));
    }
    line("ld.global.f32 %s, [%s]".formatted(of("f32"), address));
  }

  private void store() {
    String space = space();
    switch (random.nextInt(5)) {
      case 0 -> line("st%s.u8 [%s], %s".formatted(named(space), address(space, 1), of("b32")));
      case 1 -> line("st%s.u16 [%s], %s".formatted(named(space), address(space, 2), of("b32")));
      case 2 -> line("st%s.u64 [%s], %s".formatted(named(space), address(space, 8), of("b64")));
      case 3 ->
          line(
              "st%s.v2.u32 [%s], {%s, %s}"
                  .formatted(named(space), address(space, 8), of("b32"), of("b32")));
      default -> line("st%s.f32 [%s], %s".formatted(named(space), address(space, 4), of("f32")));
    }
  }

  /** Jumps over some statements, where a predicate says so. */
  private void skip() {
    String label = label();
    body.append("  @").append(register("p")).append(" bra ").append(label).append(";\n");
    statements(random.nextInt(1, 6));
    body.append(label).append(":\n");
  }
}
