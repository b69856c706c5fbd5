package dev.magpie.ptx.execute;

/** Calls of functions that the device itself has. */
final class BuiltinCall extends Operation {
  private enum Builtin {
    VPRINTF(2),
    ASSERT_FAIL(5);

    private final int parameters;

    Builtin(int parameters) {
      this.parameters = parameters;
    }
  }

  private final Builtin builtin;
  private final int[] arguments;
  private final int[] results;

  private BuiltinCall(Builtin builtin, int[] arguments, int[] results) {
    this.builtin = builtin;
    this.arguments = arguments;
    this.results = results;
  }

  /**
   * Decodes a call of a function that the module does not define.
   *
   * @param arguments offsets in the frame's memory
   */
  static Operation decode(Decoding at, String name, int[] arguments, int[] results) {
    Builtin builtin =
        switch (name) {
          case "vprintf" -> Builtin.VPRINTF;
          case "__assertfail" -> Builtin.ASSERT_FAIL;
          default ->
              throw at.bad(
                  "function '%s' is not defined in the module, and the device has none of the name"
                      .formatted(name));
        };
    if (arguments.length != builtin.parameters) {
      throw at.bad("'%s' takes %d parameters".formatted(name, builtin.parameters));
    }
    for (int offset : arguments) {
      if (offset < 0) {
        throw at.bad("'%s' takes its parameters in memory".formatted(name));
      }
    }
    return new BuiltinCall(builtin, arguments, results);
  }

  @Override
  public InstructionClass kind() {
    return InstructionClass.CALL;
  }

  @Override
  void execute(Warp warp, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      ThreadMemory memory = new ThreadMemory(this, warp, lane);
      if (builtin == Builtin.ASSERT_FAIL) {
        throw warp.fault(
            this,
            lane,
            "assertion '%s' failed at %s:%d"
                .formatted(
                    memory.text(memory.frame(arguments[0], 8)),
                    memory.text(memory.frame(arguments[1], 8)),
                    memory.frame(arguments[2], 4)));
      }
      int printed =
          DevicePrintf.print(memory, memory.frame(arguments[0], 8), memory.frame(arguments[1], 8));
      if (results.length == 1 && results[0] >= 0) {
        memory.setFrame(results[0], 4, printed);
      }
    }
  }
}
