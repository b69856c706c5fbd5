package dev.magpie.ptx.execute;

import dev.magpie.ptx.names.KernelNames;
import java.util.Map;

/** Calls of functions that the device itself has. */
final class BuiltinCall extends Operation {
  private enum Builtin {
    VPRINTF(2),
    ASSERT_FAIL(5),
    MALLOC(1),
    FREE(1);

    private final int parameters;

    Builtin(int parameters) {
      this.parameters = parameters;
    }
  }

  private static final Map<String, Builtin> NAMES =
      Map.of(
          "vprintf",
          Builtin.VPRINTF,
          "__assertfail",
          Builtin.ASSERT_FAIL,
          "malloc",
          Builtin.MALLOC,
          "free",
          Builtin.FREE);

  private final Builtin builtin;
  private final int[] arguments;
  private final int[] results;

  private BuiltinCall(Builtin builtin, int[] arguments, int[] results) {
    super(InstructionClass.CALL);
    this.builtin = builtin;
    this.arguments = arguments;
    this.results = results;
  }

  static boolean isKnown(String name) {
    return NAMES.containsKey(name);
  }

  /**
   * Decodes a call of a function that the module does not define.
   *
   * @param arguments offsets in the frame's memory
   */
  static Operation decode(Decoding at, String name, int[] arguments, int[] results) {
    Builtin builtin = NAMES.get(name);
    if (builtin == null) {
      throw at.bad(
          "function '%s' is not defined in the module, and the device has none of the name"
              .formatted(KernelNames.demangle(name)));
    }
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
  boolean changesAllocations() {
    return builtin == Builtin.MALLOC || builtin == Builtin.FREE;
  }

  @Override
  boolean mayShare() {
    return false;
  }

  @Override
  void execute(Warp warp, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      ThreadMemory memory = new ThreadMemory(this, warp, lane);
      switch (builtin) {
        case VPRINTF -> {
          long format = memory.frame(arguments[0], 8);
          returns(memory, 4, DevicePrintf.print(memory, format, memory.frame(arguments[1], 8)));
        }
        case ASSERT_FAIL ->
            throw warp.fault(
                KernelFaultException.Kind.ASSERTION,
                this,
                lane,
                "assertion '%s' failed at %s:%d"
                    .formatted(
                        memory.text(memory.frame(arguments[0], 8)),
                        memory.text(memory.frame(arguments[1], 8)),
                        memory.frame(arguments[2], 4)));
        case MALLOC -> returns(memory, 8, heap(warp).allocate(memory.frame(arguments[0], 8)));
        case FREE -> {
          long address = memory.frame(arguments[0], 8);
          if (address != 0 && !heap(warp).free(address)) {
            throw warp.fault(
                this, lane, "frees address 0x%x, which malloc has not given".formatted(address));
          }
        }
      }
    }
  }

  private static KernelHeap heap(Warp warp) {
    return warp.block().launch().global().heap();
  }

  private void returns(ThreadMemory memory, int bytes, long value) {
    if (results.length == 1 && results[0] >= 0) {
      memory.setFrame(results[0], bytes, value);
    }
  }
}
