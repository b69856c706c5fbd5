package dev.magpie.ptx.flow;

import java.util.List;

/** Executes a random program thread by thread, in plain Java: what warps must compute as well. */
final class AloneRun {
  private static final int WARP = 32;

  /** How statements end. */
  private enum End {
    NORMAL,
    BREAK,
    CONTINUE,
    RETURN,
    EXIT
  }

  private final RandomProgram program;
  private final int threads;
  private final int[] values;
  private final int[] shared;
  private final boolean[] ended;
  private final int[] results;

  private AloneRun(RandomProgram program, int[] start) {
    this.program = program;
    threads = start.length;
    values = start.clone();
    shared = new int[threads];
    ended = new boolean[threads];
    results = new int[threads];
  }

  /** What the threads of a block leave, from what each begins with. */
  static int[] run(RandomProgram program, int[] start) {
    AloneRun run = new AloneRun(program, start);
    run.steps(program.steps);
    for (int thread = 0; thread < run.threads; thread++) {
      if (!run.ended[thread]) {
        run.results[thread] = run.values[thread];
      }
    }
    return run.results;
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      switch (step) {
        case Step.Apart(List<Statement> statements) -> {
          for (int thread = 0; thread < threads; thread++) {
            if (!ended[thread]) {
              statements(statements, thread, -1, 0);
            }
          }
        }
        case Step.Exchange(int distance) -> exchange(distance);
        case Step.Count(int bit) -> {
          for (int first = 0; first < threads; first += WARP) {
            count(first, bit);
          }
        }
        case Step.Sum() -> {
          for (int first = 0; first < threads; first += WARP) {
            sum(first);
          }
        }
        case Step.ExchangeInCall(int bit, int distance, int change, _) -> {
          for (int thread = 0; thread < threads; thread++) {
            if (!ended[thread] && isSet(thread, bit)) {
              end(thread, change);
            }
          }
          exchange(distance);
        }
        case Step.Repeat(int rounds, List<Step> body) -> {
          for (int round = 0; round < rounds; round++) {
            steps(body);
          }
        }
      }
    }
  }

  private boolean isSet(int thread, int bit) {
    return (values[thread] >>> bit & 1) != 0;
  }

  private void end(int thread, int change) {
    results[thread] = values[thread] ^ change;
    ended[thread] = true;
  }

  private void exchange(int distance) {
    for (int thread = 0; thread < threads; thread++) {
      if (!ended[thread]) {
        shared[thread] = values[thread];
      }
    }
    for (int thread = 0; thread < threads; thread++) {
      if (!ended[thread]) {
        values[thread] = values[thread] * 5 + shared[(thread + distance) % threads];
      }
    }
  }

  private void count(int first, int bit) {
    int count = 0;
    int last = Math.min(threads, first + WARP);
    for (int thread = first; thread < last; thread++) {
      count += !ended[thread] && isSet(thread, bit) ? 1 : 0;
    }
    for (int thread = first; thread < last; thread++) {
      values[thread] += ended[thread] ? 0 : count * 77;
    }
  }

  private void sum(int first) {
    int sum = 0;
    int last = Math.min(threads, first + WARP);
    for (int thread = first; thread < last; thread++) {
      sum += ended[thread] ? 0 : values[thread];
    }
    for (int thread = first; thread < last; thread++) {
      values[thread] ^= ended[thread] ? 0 : sum;
    }
  }

  /**
   * Executes statements.
   *
   * @param function that they stand in, or -1
   * @param depth how deep the function may still call itself
   */
  private End statements(List<Statement> statements, int thread, int function, int depth) {
    for (Statement statement : statements) {
      End end = statement(statement, thread, function, depth);
      if (end != End.NORMAL) {
        return end;
      }
    }
    return End.NORMAL;
  }

  private End statement(Statement statement, int thread, int function, int depth) {
    return switch (statement) {
      case Statement.Mix(int factor, int addend) -> {
        values[thread] = values[thread] * factor + addend;
        yield End.NORMAL;
      }
      case Statement.If(int bit, var then, var otherwise) ->
          statements(isSet(thread, bit) ? then : otherwise, thread, function, depth);
      case Statement.Loop(int bit, var body) -> {
        for (int left = values[thread] >>> bit & 7; left > 0; left--) {
          End end = statements(body, thread, function, depth);
          if (end == End.BREAK) {
            break;
          }
          if (end == End.RETURN || end == End.EXIT) {
            yield end;
          }
        }
        yield End.NORMAL;
      }
      case Statement.Break(int bit) -> isSet(thread, bit) ? End.BREAK : End.NORMAL;
      case Statement.Continue(int bit) -> isSet(thread, bit) ? End.CONTINUE : End.NORMAL;
      case Statement.Switch(int bit, var cases) -> {
        for (int i = values[thread] >>> bit & 3; i < 4; i++) {
          End end = statements(cases.get(i).body(), thread, function, depth);
          if (end != End.NORMAL) {
            yield end;
          }
          if (!cases.get(i).fallsThrough()) {
            break;
          }
        }
        yield End.NORMAL;
      }
      case Statement.Call(int callee, int deep) -> call(callee, thread, deep);
      case Statement.CallByAddress(int bit, int one, int other) ->
          call(isSet(thread, bit) ? one : other, thread, 1);
      case Statement.CallSelf(int bit) ->
          depth > 0 && isSet(thread, bit) ? call(function, thread, depth - 1) : End.NORMAL;
      case Statement.Return(int bit) -> isSet(thread, bit) ? End.RETURN : End.NORMAL;
      case Statement.Exit(int bit, int change, _) -> {
        if (isSet(thread, bit) && isSet(thread, bit + 1)) {
          end(thread, change);
          yield End.EXIT;
        }
        yield End.NORMAL;
      }
    };
  }

  private End call(int function, int thread, int depth) {
    End end = statements(program.functions.get(function), thread, function, depth);
    return end == End.EXIT ? end : End.NORMAL;
  }
}
