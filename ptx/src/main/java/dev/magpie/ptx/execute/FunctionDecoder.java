package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.ptx.syntax.RealBits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes the body of a function. */
final class FunctionDecoder {
  private final Function function;
  private final KernelLinker linker;
  private final FunctionCode program;
  private final List<FunctionCode.Fixed> fixed = new ArrayList<>();
  private final Map<Long, Integer> constants = new HashMap<>();
  private final Map<SpecialRegister, Integer> specials = new HashMap<>();
  private final Map<Long, Integer> frameAddresses = new HashMap<>();
  private final IdentityHashMap<Variable, Long> frameOffsets = new IdentityHashMap<>();
  private final int[] slots;
  private final int registers;
  private final int predicates;

  FunctionDecoder(FunctionCode program, KernelLinker linker) {
    this.program = program;
    this.function = program.function();
    this.linker = linker;
    List<Register> all = function.registers();
    slots = new int[all.size()];
    int plain = 0;
    int predicate = 0;
    for (Register register : all) {
      slots[register.index()] = register.isPredicate() ? predicate++ : plain++;
    }
    // One more of each takes results that are discarded, and the last predicate is always true.
    registers = plain + 1;
    predicates = predicate + 2;
    program.words = new int[registers];
    for (Register register : all) {
      if (!register.isPredicate()) {
        program.words[slots[register.index()]] = Math.ceilDiv(register.type().bits(), 32);
      }
    }
  }

  /** Lays out the frame; done for all functions before any is decoded. */
  void layOut() {
    long bytes = 0;
    List<Variable> variables = new ArrayList<>();
    program.parameterPlaces = places(function.parameters(), variables);
    program.returnPlaces = places(function.returns(), variables);
    for (Variable variable : function.variables()) {
      if (variable.space() != StateSpace.SHARED) {
        variables.add(variable);
      }
    }
    for (Variable variable : variables) {
      bytes = align(bytes, Math.max(4, variable.alignment()));
      frameOffsets.put(variable, bytes);
      bytes += variable.bytes();
    }
    bytes = align(bytes, 16);
    if (bytes > 512 << 10) {
      throw new UnsupportedInstructionException(
          "a thread's variables take %d bytes, more than 512 KiB".formatted(bytes));
    }
    program.frameBytes = (int) bytes;
    program.registers = registers;
    program.predicates = predicates;
    resolve(program.parameterPlaces, function.parameters());
    resolve(program.returnPlaces, function.returns());
  }

  private int[] places(List<Function.Parameter> parameters, List<Variable> variables) {
    if (!function.isEntry()) {
      for (Function.Parameter parameter : parameters) {
        if (parameter instanceof Function.Parameter.InMemory(Variable variable)) {
          variables.add(variable);
        }
      }
    }
    return new int[parameters.size()];
  }

  private void resolve(int[] places, List<Function.Parameter> parameters) {
    for (int i = 0; i < places.length && !function.isEntry(); i++) {
      places[i] =
          switch (parameters.get(i)) {
            case Function.Parameter.InMemory(Variable variable) ->
                (int) (long) frameOffsets.getOrDefault(variable, 0L);
            case Function.Parameter.InRegister(Register register) -> slot(register);
          };
    }
  }

  static long align(long bytes, int alignment) {
    return Math.ceilDiv(bytes, (long) alignment) * alignment;
  }

  /** Decodes the body; what cannot be decoded is told to the linker. */
  void decode() {
    List<Operation> code = new ArrayList<>();
    for (Instruction instruction : function.instructions()) {
      Operation operation;
      try {
        Decoding decoding = new Decoding(instruction, this);
        operation = decoding.described(Decoders.decode(decoding));
      } catch (UnsupportedInstructionException e) {
        linker.unsupported(function, instruction.line(), String.valueOf(e.getMessage()));
        operation = new ControlOperation.Exit();
      }
      code.add(operation);
    }
    // Bodies need not end in an instruction that ends the thread.
    Operation end = new ControlOperation.Return(!function.isEntry());
    int last = code.isEmpty() ? function.line() : code.getLast().line();
    Instruction ret = new Instruction(last, null, false, "ret", List.of(), List.of(), null);
    code.add(new Decoding(ret, this).described(end));
    program.code = code.toArray(Operation[]::new);
    program.fixed = fixed.toArray(FunctionCode.Fixed[]::new);
    ControlFlow.analyse(program);
  }

  Function function() {
    return function;
  }

  KernelLinker linker() {
    return linker;
  }

  int slot(Register register) {
    return slots[register.index()];
  }

  int predicate(Register register) {
    return slots[register.index()];
  }

  /** The slot of results that are discarded. */
  int sink() {
    return registers - 1;
  }

  int predicateSink() {
    return predicates - 2;
  }

  /** The predicate that is always true. */
  int always() {
    return predicates - 1;
  }

  /** The slot with a constant in all lanes. */
  int constant(long bits) {
    return constants.computeIfAbsent(bits, value -> add(new FunctionCode.Fixed.Constant(value)));
  }

  private int add(FunctionCode.Fixed source) {
    fixed.add(source);
    return registers + fixed.size() - 1;
  }

  int special(SpecialRegister register) {
    return specials.computeIfAbsent(register, each -> add(new FunctionCode.Fixed.Special(each)));
  }

  /** Where a local variable or a parameter lies in the frame's memory. */
  long frameOffset(Variable variable) {
    Long offset = frameOffsets.get(variable);
    if (offset == null) {
      throw new UnsupportedInstructionException("'%s' has no place".formatted(variable));
    }
    return offset;
  }

  /** The memory that a variable's address belongs to once it is decoded. */
  StateSpace spaceOf(Variable variable) {
    if (variable.space() != StateSpace.PARAM) {
      return variable.space();
    }
    return frameOffsets.containsKey(variable) ? StateSpace.LOCAL : StateSpace.PARAM;
  }

  int source(Decoding at, Operand operand, ScalarType type) {
    return switch (operand) {
      case Operand.Reg(Register register) -> {
        if (register.isPredicate()) {
          throw at.bad("%s is a predicate".formatted(register));
        }
        yield slot(register);
      }
      case Operand.Whole(long value) ->
          constant(type.isFloat() ? RealBits.of(type, (double) value) : value);
      case Operand.Real(double value) -> constant(RealBits.of(type, value));
      case Operand.Special(String name) ->
          KernelLinker.isReservedShared(name)
              ? constant(linker.reservedShared(name))
              : special(special(at, name));
      case Operand.Place(Variable variable, long addend) -> address(variable, addend);
      case Operand.Name(String name) -> constant(functionAddress(at, name));
      default -> throw at.bad("%s cannot be read".formatted(operand));
    };
  }

  private static SpecialRegister special(Decoding at, String name) {
    SpecialRegister register = SpecialRegister.find(name);
    if (register == null) {
      throw at.bad("register %s is not supported here".formatted(name));
    }
    return register;
  }

  private int address(Variable variable, long addend) {
    return switch (spaceOf(variable)) {
      case SHARED -> constant(linker.sharedOffset(variable) + addend);
      case LOCAL ->
          frameAddresses.computeIfAbsent(
              frameOffset(variable) + addend,
              offset -> add(new FunctionCode.Fixed.FrameAddress(offset)));
      case PARAM -> constant(linker.parameterOffset(variable) + addend);
      default -> constant(linker.symbols().address(variable) + addend);
    };
  }

  private long functionAddress(Decoding at, String name) {
    Long address = linker.symbols().functionAddress(name);
    if (address == null) {
      throw at.bad("'%s' is not declared".formatted(KernelNames.demangle(name)));
    }
    return address;
  }

  /** The operation that a label stands before. */
  int target(Decoding at, String label) {
    Integer index = function.labels().get(label);
    if (index == null) {
      throw at.bad("label '%s' is not declared".formatted(label));
    }
    return index;
  }

  @Nullable List<String> branchTable(String name) {
    return function.branchTables().get(name);
  }
}
