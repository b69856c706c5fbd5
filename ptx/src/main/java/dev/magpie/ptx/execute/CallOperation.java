package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.names.KernelNames;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls a function, by its name or by its address. */
final class CallOperation extends Operation {
  /** Where a call's argument or result lies in the caller: its frame's memory, or a slot. */
  private record Place(boolean inMemory, int at, int bytes) {}

  private final @Nullable FunctionCode callee;
  private final int address;
  private final List<Place> arguments;
  private final List<Place> results;

  private CallOperation(
      @Nullable FunctionCode callee, int address, List<Place> arguments, List<Place> results) {
    super(InstructionClass.CALL);
    this.callee = callee;
    this.address = address;
    this.arguments = List.copyOf(arguments);
    this.results = List.copyOf(results);
  }

  static Operation decode(Decoding at) {
    at.take("uni");
    List<Operand> operands = new ArrayList<>(at.instruction().operands());
    List<Operand> returned = List.of();
    if (!operands.isEmpty() && operands.getFirst() instanceof Operand.Group(List<Operand> group)) {
      returned = group;
      operands.removeFirst();
    }
    if (operands.isEmpty()) {
      throw at.bad("names no function");
    }
    Operand target = operands.removeFirst();
    List<Operand> passed =
        !operands.isEmpty() && operands.getFirst() instanceof Operand.Group(List<Operand> group)
            ? group
            : List.of();
    List<Place> arguments = new ArrayList<>();
    for (Operand operand : passed) {
      arguments.add(argument(at, operand));
    }
    List<Place> results = new ArrayList<>();
    for (Operand operand : returned) {
      results.add(result(at, operand));
    }
    if (target instanceof Operand.Reg) {
      return new CallOperation(null, at.source(target, ScalarType.U64, false), arguments, results);
    }
    if (!(target instanceof Operand.Name(String name))) {
      throw at.bad("%s is not a function".formatted(target));
    }
    if (DeviceRuntimeCall.isKnown(name)) {
      return DeviceRuntimeCall.decode(at, name, frameOffsets(arguments), frameOffsets(results));
    }
    FunctionCode callee = at.function().linker().program(name);
    if (callee == null) {
      return BuiltinCall.decode(at, name, frameOffsets(arguments), frameOffsets(results));
    }
    checkCounts(at, callee.function(), arguments, results);
    return new CallOperation(callee, -1, arguments, results);
  }

  private static int[] frameOffsets(List<Place> places) {
    return places.stream().mapToInt(place -> place.inMemory ? place.at : -1).toArray();
  }

  private static void checkCounts(
      Decoding at, Function callee, List<Place> arguments, List<Place> results) {
    if (arguments.size() != callee.parameters().size()
        || results.size() != callee.returns().size()) {
      throw at.bad(
          "'%s' takes %d parameters and returns %d, not %d and %d"
              .formatted(
                  KernelNames.demangle(callee.name()),
                  callee.parameters().size(),
                  callee.returns().size(),
                  arguments.size(),
                  results.size()));
    }
  }

  private static Place argument(Decoding at, Operand operand) {
    return switch (operand) {
      case Operand.Place(Variable variable, _) -> inMemory(at, variable);
      case Operand.Reg(Register register) ->
          new Place(false, at.source(operand, register.type(), false), register.type().bytes());
      default -> new Place(false, at.source(operand, ScalarType.B64, true), 8);
    };
  }

  private static Place result(Decoding at, Operand operand) {
    return switch (operand) {
      case Operand.Place(Variable variable, _) -> inMemory(at, variable);
      case Operand.Reg(Register register) ->
          new Place(
              false, at.destination(operand, register.type(), false), register.type().bytes());
      case Operand.Sink _ -> new Place(false, at.function().sink(), 8);
      default -> throw at.bad("%s cannot take a result".formatted(operand));
    };
  }

  private static Place inMemory(Decoding at, Variable variable) {
    return new Place(true, (int) at.function().frameOffset(variable), (int) variable.bytes());
  }

  /** The function that it calls, or null if that is found by its address. */
  @Nullable FunctionCode callee() {
    return callee;
  }

  @Override
  void execute(Warp warp, int mask) {
    CallFrame caller = warp.frame();
    if (callee != null) {
      call(warp, caller, callee, mask);
      return;
    }
    // Each function is called for the lanes that hold its address. The last call runs first.
    long[] addresses = warp.r[address];
    for (int rest = mask; rest != 0; ) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long target = addresses[lane];
      FunctionCode program = warp.block().kernel().at(target);
      if (program == null) {
        throw warp.fault(this, lane, "calls address 0x%x, which is no function".formatted(target));
      }
      if (program.parameterPlaces.length != arguments.size()
          || program.returnPlaces.length != results.size()) {
        throw warp.fault(
            this,
            lane,
            "calls '%s' with other parameters than it takes"
                .formatted(KernelNames.demangle(program.name())));
      }
      int group = 0;
      for (int lanes = rest; lanes != 0; lanes &= lanes - 1) {
        int other = Integer.numberOfTrailingZeros(lanes);
        if (addresses[other] == target) {
          group |= 1 << other;
        }
      }
      rest &= ~group;
      call(warp, caller, program, group);
    }
  }

  private void call(Warp warp, CallFrame caller, FunctionCode program, int mask) {
    CallFrame frame = warp.call(this, program, mask, caller);
    List<Function.Parameter> parameters = frame.program.function().parameters();
    for (int i = 0; i < arguments.size(); i++) {
      copy(
          warp,
          mask,
          caller,
          arguments.get(i),
          frame,
          formal(parameters.get(i), frame.program.parameterPlaces[i]));
    }
  }

  private static Place formal(Function.Parameter parameter, int at) {
    return switch (parameter) {
      case Function.Parameter.InMemory(Variable variable) ->
          new Place(true, at, (int) variable.bytes());
      case Function.Parameter.InRegister(Register register) ->
          new Place(false, at, register.type().bytes());
    };
  }

  /** Copies the results of lanes that return from the frame on top to the caller. */
  void passResults(Warp warp, int mask) {
    CallFrame frame = warp.frame();
    CallFrame caller = frame.caller;
    if (caller == null) {
      return;
    }
    List<Function.Parameter> returns = frame.program.function().returns();
    for (int i = 0; i < results.size(); i++) {
      copy(
          warp,
          mask,
          frame,
          formal(returns.get(i), frame.program.returnPlaces[i]),
          caller,
          results.get(i));
    }
  }

  private static void copy(Warp warp, int mask, CallFrame from, Place a, CallFrame to, Place b) {
    if (!a.inMemory && !b.inMemory) {
      Lanes.blend(to.r[b.at], from.r[a.at], mask);
      return;
    }
    MemorySegment memory = warp.local().memory();
    long stride = warp.local().stride();
    int bytes = Math.min(a.bytes, b.bytes);
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long start = lane * stride;
      if (a.inMemory && b.inMemory) {
        MemorySegment.copy(memory, start + from.base + a.at, memory, start + to.base + b.at, bytes);
      } else if (a.inMemory) {
        to.r[b.at][lane] = LaneMemory.get(memory, start + from.base + a.at, bytes);
      } else {
        LaneMemory.set(memory, start + to.base + b.at, bytes, from.r[a.at][lane]);
      }
    }
  }
}
