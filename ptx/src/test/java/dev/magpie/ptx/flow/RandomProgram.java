package dev.magpie.ptx.flow;

import dev.magpie.ptx.flow.Statement.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A random program: a kernel's steps, and functions that it calls. */
final class RandomProgram {
  static final int FUNCTIONS = 3;

  final List<Step> steps;

  /** Bodies; each calls only later ones, and itself. */
  final List<List<Statement>> functions = new ArrayList<>();

  private final SplittableRandom random;

  /** The function whose body is made, or -1. */
  private int within = -1;

  RandomProgram(SplittableRandom random) {
    this.random = random;
    for (int function = FUNCTIONS - 1; function >= 0; function--) {
      within = function;
      functions.addFirst(statements(2, false));
    }
    within = -1;
    steps = steps(random.nextInt(3, 7), 0);
  }

  private int bit() {
    return random.nextInt(4, 27);
  }

  private List<Step> steps(int count, int depth) {
    List<Step> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(step(depth));
    }
    return made;
  }

  private Step step(int depth) {
    return switch (random.nextInt(depth == 0 ? 9 : 8)) {
      case 0, 1, 2 -> new Step.Apart(statements(3, false));
      case 3, 4 -> new Step.Exchange(random.nextInt(1, 70));
      case 5 -> new Step.Count(bit());
      case 6 -> new Step.Sum();
      case 7 -> new Step.ExchangeInCall(bit(), random.nextInt(1, 70), random.nextInt(), way());
      default -> new Step.Repeat(random.nextInt(1, 4), steps(random.nextInt(1, 5), depth + 1));
    };
  }

  private List<Statement> statements(int depth, boolean inLoop) {
    List<Statement> made = new ArrayList<>();
    int count = random.nextInt(1, 5);
    for (int i = 0; i < count; i++) {
      made.add(statement(depth, inLoop));
      if (random.nextBoolean()) {
        made.add(new Statement.Mix(random.nextInt() | 1, random.nextInt()));
      }
    }
    return made;
  }

  private Statement statement(int depth, boolean inLoop) {
    int kind = random.nextInt(18);
    if (kind < 8 && depth > 0) {
      return nested(kind, depth - 1, inLoop);
    }
    return switch (kind) {
      case 8 ->
          inLoop ? new Statement.Break(bit()) : new Statement.Exit(bit(), random.nextInt(), way());
      case 9 -> inLoop ? new Statement.Continue(bit()) : leave();
      case 10, 11 -> leave();
      case 12, 13 -> call();
      case 14 ->
          within >= 0
              ? new Statement.CallSelf(bit())
              : new Statement.CallByAddress(
                  bit(), random.nextInt(FUNCTIONS), random.nextInt(FUNCTIONS));
      default -> new Statement.Mix(random.nextInt() | 1, random.nextInt());
    };
  }

  private Statement nested(int kind, int depth, boolean inLoop) {
    return switch (kind) {
      case 0, 1, 2 ->
          new Statement.If(
              bit(),
              statements(depth, inLoop),
              random.nextBoolean() ? List.of() : statements(depth, inLoop));
      case 3, 4, 5 -> new Statement.Loop(bit(), statements(depth, true));
      default -> {
        List<Statement.Case> cases = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          cases.add(new Statement.Case(statements(depth, inLoop), random.nextInt(3) == 0));
        }
        yield new Statement.Switch(bit(), cases);
      }
    };
  }

  private Statement leave() {
    return within >= 0 && random.nextInt(4) > 0
        ? new Statement.Return(bit())
        : new Statement.Exit(bit(), random.nextInt(), way());
  }

  private Way way() {
    return switch (random.nextInt(3)) {
      case 0 -> Way.ON_THE_SPOT;
      case 1 -> within >= 0 ? Way.EXIT : Way.AT_THE_END;
      default -> Way.EXIT;
    };
  }

  private Statement call() {
    if (within == FUNCTIONS - 1) {
      return new Statement.Mix(random.nextInt() | 1, random.nextInt());
    }
    return new Statement.Call(random.nextInt(within + 1, FUNCTIONS), random.nextInt(3));
  }
}
