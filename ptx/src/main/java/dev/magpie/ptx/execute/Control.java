package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jumps, calls and ends. */
final class Control {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  static {
    DECODERS.put(
        "bra",
        at -> {
          at.take("uni");
          at.expectOperands(1);
          return new ControlOperation.Branch(target(at, at.operand(0)));
        });
    DECODERS.put("brx", Control::indexed);
    DECODERS.put("exit", _ -> new ControlOperation.Exit());
    DECODERS.put(
        "ret",
        at -> {
          at.take("uni");
          return new ControlOperation.Return(!at.function().function().isEntry());
        });
    DECODERS.put("trap", _ -> new ControlOperation.Trap());
    DECODERS.put("brkpt", _ -> new ControlOperation.Trap());
    DECODERS.put("call", CallOperation::decode);
    DECODERS.put(
        "nanosleep",
        at -> {
          at.drop(_ -> true);
          return new ControlOperation.Sleep();
        });
    for (String opcode : List.of("pmevent", "setmaxnreg", "griddepcontrol")) {
      DECODERS.put(
          opcode,
          at -> {
            at.drop(_ -> true);
            return new ControlOperation.Nothing(InstructionClass.FENCE);
          });
    }
  }

  private Control() {}

  private static int target(Decoding at, Operand operand) {
    if (!(operand instanceof Operand.Name(String label))) {
      throw at.bad("%s is not a label".formatted(operand));
    }
    return at.function().target(at, label);
  }

  private static Operation indexed(Decoding at) {
    if (!at.take("idx")) {
      throw at.bad("only brx.idx is supported");
    }
    at.take("uni");
    at.expectOperands(2);
    List<String> labels =
        at.operand(1) instanceof Operand.Name(String name) ? at.function().branchTable(name) : null;
    if (labels == null || labels.isEmpty()) {
      throw at.bad("%s is not a table of branch targets".formatted(at.operand(1)));
    }
    int[] targets = new int[labels.size()];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = at.function().target(at, labels.get(i));
    }
    return new ControlOperation.IndexedBranch(at.source(0, ScalarType.U32), targets);
  }
}
