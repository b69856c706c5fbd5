package dev.magpie.ptx.flow;

import dev.magpie.ptx.flow.Statement.Way;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Writes a random program as PTX, its basic blocks in any order, as compilers leave them. */
final class ProgramText {
  private final RandomProgram program;
  private final SplittableRandom random;
  private final int threads;
  private final List<String> blocks = new ArrayList<>();
  private final StringBuilder block = new StringBuilder();
  private int labels;
  private int counters;
  private int prototypes;
  private boolean inFunction;

  private ProgramText(RandomProgram program, SplittableRandom random, int threads) {
    this.program = program;
    this.random = random;
    this.threads = threads;
  }

  /**
   * A module with the kernel {@code k(start, results)}.
   *
   * @param threads of each block
   */
  static String of(RandomProgram program, SplittableRandom random, int threads) {
    return new ProgramText(program, random, threads).module();
  }

  private String module() {
    StringBuilder text = new StringBuilder();
    text.append(".version 7.0\n.target sm_80\n.address_size 64\n");
    text.append(".global .align 8 .u64 results;\n");
    text.append(".shared .align 4 .b32 passed[%d];\n".formatted(threads));
    for (int i = 0; i < RandomProgram.FUNCTIONS; i++) {
      text.append(".func (.reg .b32 %%out) f%d(.reg .b32 %%in, .reg .b32 %%deep);\n".formatted(i));
    }
    inFunction = true;
    for (int i = 0; i < RandomProgram.FUNCTIONS; i++) {
      begin();
      line("mov.u32 %v, %in;");
      statements(program.functions.get(i), new Targets("", "", i));
      line("mov.u32 %out, %v;");
      line("ret;");
      text.append(".func (.reg .b32 %%out) f%d(.reg .b32 %%in, .reg .b32 %%deep)\n".formatted(i));
      text.append(body());
    }
    text.append(exchangeFunction());
    inFunction = false;
    begin();
    line("ld.param.u64 %a, [where];");
    line("st.global.u64 [results], %a;");
    line("ld.param.u64 %a, [start];");
    place();
    line("ld.global.u32 %v, [%a];");
    steps(program.steps);
    jump("END");
    block.append("END:\n");
    keep("%v");
    line("ret;");
    text.append(".visible .entry k(.param .u64 start, .param .u64 where)\n").append(body());
    return text.toString();
  }

  private void begin() {
    blocks.clear();
    block.setLength(0);
    counters = 0;
  }

  private String body() {
    close();
    if (random.nextBoolean()) {
      List<String> rest = blocks.subList(1, blocks.size());
      Collections.shuffle(rest, new Random(random.nextLong()));
    }
    return "{\n.reg .pred %q<4>;\n.reg .b32 %v, %t<4>, %c<"
        + (counters + 1)
        + ">;\n.reg .b64 %a, %b;\n"
        + String.join("", blocks)
        + "}\n";
  }

  private void line(String text) {
    block.append("  ").append(text).append('\n');
  }

  private void close() {
    if (!block.isEmpty()) {
      blocks.add(block.toString());
      block.setLength(0);
    }
  }

  private String label() {
    return "L" + labels++;
  }

  /** Ends a block; what comes next has a label. */
  private void jump(String target) {
    line("bra " + target + ";");
    close();
  }

  private void label(String name) {
    if (!block.isEmpty()) {
      jump(name);
    }
    block.append(name).append(":\n");
  }

  /** Sets a predicate to a bit of the value. */
  private void test(String predicate, int bit) {
    line("shr.u32 %%t0, %%v, %d;".formatted(bit));
    line("and.b32 %t0, %t0, 1;");
    line("setp.ne.u32 %s, %%t0, 0;".formatted(predicate));
  }

  /** Goes one way or the other, in one of the forms that branches have. */
  private void branch(String predicate, String yes, String no) {
    boolean turned = random.nextBoolean();
    line("@%s%s bra %s;".formatted(turned ? "!" : "", predicate, turned ? no : yes));
    jump(turned ? yes : no);
  }

  /** Adds to an address four bytes for each thread of the grid. */
  private void place() {
    line("mov.u32 %t1, %ctaid.x;");
    line("mov.u32 %t2, %tid.x;");
    line("mad.lo.u32 %%t1, %%t1, %d, %%t2;".formatted(threads));
    line("mad.wide.u32 %a, %t1, 4, %a;");
  }

  private void keep(String register) {
    line("ld.global.u64 %a, [results];");
    place();
    line("st.global.u32 [%%a], %s;".formatted(register));
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.Apart(List<Statement> statements) ->
            statements(statements, new Targets("", "", -1));
        case Step.Exchange(int distance) -> exchange(distance);
        case Step.Count(int bit) -> {
          test("%q0", bit);
          line("vote.sync.ballot.b32 %t0, %q0, 0xffffffff;");
          line("popc.b32 %t0, %t0;");
          line("mad.lo.u32 %v, %t0, 77, %v;");
        }
        case Step.Sum() -> {
          line("bar.warp.sync 0xffffffff;");
          line("redux.sync.add.u32 %t0, %v, 0xffffffff;");
          line("xor.b32 %v, %v, %t0;");
        }
        case Step.ExchangeInCall(int bit, int distance, int change, Way way) -> {
          test("%q0", bit);
          line("selp.u32 %t0, 1, 0, %q0;");
          line("call (%%v, %%t0), exchange, (%%v, %%t0, %d);".formatted(distance));
          line("setp.ne.u32 %q0, %t0, 0;");
          end("%q0", change, way);
        }
        case Step.Repeat(int rounds, List<Step> body) -> {
          String counter = "%c" + counters++;
          String again = label();
          line("mov.u32 %s, %d;".formatted(counter, rounds));
          label(again);
          steps(body);
          line("sub.u32 %s, %s, 1;".formatted(counter, counter));
          line("setp.ne.u32 %%q0, %s, 0;".formatted(counter));
          String behind = label();
          branch("%q0", again, behind);
          label(behind);
        }
      }
    }
  }

  private void exchange(int distance) {
    passOn(String.valueOf(distance));
  }

  private void passOn(String distance) {
    line("mov.u32 %t1, %tid.x;");
    line("mov.u32 %t2, passed;");
    line("mad.lo.u32 %t3, %t1, 4, %t2;");
    line("st.shared.u32 [%t3], %v;");
    line("bar.sync 0;");
    line("add.u32 %%t1, %%t1, %s;".formatted(distance));
    line("rem.u32 %%t1, %%t1, %d;".formatted(threads));
    line("mad.lo.u32 %t3, %t1, 4, %t2;");
    line("ld.shared.u32 %t3, [%t3];");
    line("bar.sync 0;");
    line("mad.lo.u32 %v, %v, 5, %t3;");
  }

  private String exchangeFunction() {
    begin();
    String stay = label();
    String gone = label();
    line("mov.u32 %v, %in;");
    line("mov.u32 %flag, %early;");
    line("setp.ne.u32 %q0, %early, 0;");
    branch("%q0", gone, stay);
    label(stay);
    passOn("%far");
    line("mov.u32 %out, %v;");
    line("ret;");
    close();
    label(gone);
    line("mov.u32 %out, %v;");
    line("ret;");
    String head =
        ".func (.reg .b32 %out, .reg .b32 %flag) exchange"
            + "(.reg .b32 %in, .reg .b32 %early, .reg .b32 %far)\n";
    return head + body();
  }

  /** Ends the threads for which a predicate holds. */
  private void end(String predicate, int change, Way way) {
    String gone = label();
    String on = label();
    branch(predicate, gone, on);
    label(gone);
    line("xor.b32 %%v, %%v, %d;".formatted(change));
    if (way == Way.AT_THE_END) {
      jump("END");
    } else {
      keep("%v");
      line(inFunction || way == Way.EXIT ? "exit;" : "ret;");
      close();
    }
    label(on);
  }

  /** Where breaks and continues go, and the function that all stands in, or -1. */
  private record Targets(String behind, String next, int function) {}

  private void statements(List<Statement> statements, Targets targets) {
    for (Statement statement : statements) {
      switch (statement) {
        case Statement.Mix(int factor, int addend) ->
            line("mad.lo.u32 %%v, %%v, %d, %d;".formatted(factor, addend));
        case Statement.If(int bit, var then, var otherwise) -> {
          String yes = label();
          String behind = label();
          String no = otherwise.isEmpty() ? behind : label();
          test("%q0", bit);
          branch("%q0", yes, no);
          label(yes);
          statements(then, targets);
          jump(behind);
          if (!otherwise.isEmpty()) {
            label(no);
            statements(otherwise, targets);
          }
          label(behind);
        }
        case Statement.Loop(int bit, var body) -> loop(bit, body, targets.function());
        case Statement.Break(int bit) -> leave(bit, targets.behind());
        case Statement.Continue(int bit) -> leave(bit, targets.next());
        case Statement.Switch(int bit, var cases) -> choose(bit, cases, targets);
        case Statement.Call(int function, int depth) ->
            line("call (%%v), f%d, (%%v, %d);".formatted(function, depth));
        case Statement.CallByAddress(int bit, int one, int other) -> {
          test("%q0", bit);
          line("mov.u64 %%a, f%d;".formatted(one));
          line("mov.u64 %%b, f%d;".formatted(other));
          line("selp.b64 %a, %a, %b, %q0;");
          String prototype = "P" + prototypes++;
          line(prototype + ": .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 _);");
          line("call (%%v), %%a, (%%v, 1), %s;".formatted(prototype));
        }
        case Statement.CallSelf(int bit) -> {
          String yes = label();
          String behind = label();
          test("%q0", bit);
          line("setp.gt.and.u32 %q0, %deep, 0, %q0;");
          branch("%q0", yes, behind);
          label(yes);
          line("sub.u32 %t0, %deep, 1;");
          line("call (%%v), f%d, (%%v, %%t0);".formatted(targets.function()));
          label(behind);
        }
        case Statement.Return(int bit) -> {
          String out = label();
          String on = label();
          test("%q0", bit);
          line("mov.u32 %out, %v;");
          if (random.nextBoolean()) {
            line("@%q0 ret;");
            jump(on);
          } else {
            branch("%q0", out, on);
            label(out);
            line("ret;");
            close();
          }
          label(on);
        }
        case Statement.Exit(int bit, int change, Way way) -> {
          test("%q0", bit);
          test("%q1", bit + 1);
          line("and.pred %q0, %q0, %q1;");
          end("%q0", change, way);
        }
      }
    }
  }

  private void leave(int bit, String target) {
    String on = label();
    test("%q0", bit);
    branch("%q0", target, on);
    label(on);
  }

  private void loop(int bit, List<Statement> body, int function) {
    String counter = "%c" + counters++;
    String head = label();
    String inside = label();
    String next = label();
    String behind = label();
    line("shr.u32 %s, %%v, %d;".formatted(counter, bit));
    line("and.b32 %s, %s, 7;".formatted(counter, counter));
    label(head);
    line("setp.eq.u32 %%q0, %s, 0;".formatted(counter));
    branch("%q0", behind, inside);
    label(inside);
    statements(body, new Targets(behind, next, function));
    label(next);
    line("sub.u32 %s, %s, 1;".formatted(counter, counter));
    jump(head);
    label(behind);
  }

  private void choose(int bit, List<Statement.Case> cases, Targets targets) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      names.add(label());
    }
    String behind = label();
    String table = label();
    line("shr.u32 %%t0, %%v, %d;".formatted(bit));
    line("and.b32 %t0, %t0, 3;");
    line("%s: .branchtargets %s;".formatted(table, String.join(", ", names)));
    line("brx.idx %%t0, %s;".formatted(table));
    close();
    for (int i = 0; i < cases.size(); i++) {
      label(names.get(i));
      statements(cases.get(i).body(), targets);
      jump(cases.get(i).fallsThrough() && i + 1 < cases.size() ? names.get(i + 1) : behind);
    }
    label(behind);
  }
}
