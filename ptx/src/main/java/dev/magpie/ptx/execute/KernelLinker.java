package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.names.KernelNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decodes a kernel and all functions that it can reach. */
public final class KernelLinker {
  /** Where the module's symbols lie on the device. */
  public interface Symbols {
    /** The address of a variable in global or constant memory. */
    long address(Variable variable);

    /** The address of a function, or null if the module has none of the name. */
    @Nullable Long functionAddress(String name);
  }

  private static final int RESERVED_BYTES = 1024;

  private final PtxModule module;
  private final Function kernel;
  private final String shortName;
  private final Symbols symbols;
  private final Map<String, FunctionCode> programs = new LinkedHashMap<>();
  private final IdentityHashMap<Variable, Long> sharedOffsets = new IdentityHashMap<>();
  private final IdentityHashMap<Variable, Integer> parameterOffsets = new IdentityHashMap<>();
  private final List<String> unsupported = new ArrayList<>();
  private long sharedBytes;
  private boolean reservesShared;
  private long reservedShared;
  private int dynamicAlignment = 16;

  private KernelLinker(PtxModule module, Function kernel, String shortName, Symbols symbols) {
    this.module = module;
    this.kernel = kernel;
    this.shortName = shortName;
    this.symbols = symbols;
  }

  /**
   * Decodes a kernel.
   *
   * @param shortName what messages call it
   */
  public static KernelImage link(
      PtxModule module, Function kernel, String shortName, Symbols symbols) {
    return new KernelLinker(module, kernel, shortName, symbols).run();
  }

  /** Whether the device itself has a function, such as {@code vprintf}. */
  public static boolean isBuiltin(String function) {
    return BuiltinCall.isKnown(function) || DeviceRuntimeCall.isKnown(function);
  }

  private KernelImage run() {
    reach();
    layOutShared();
    List<Integer> offsets = new ArrayList<>();
    long bytes = 0;
    for (Function.Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Function.Parameter.InMemory(Variable variable)) {
        bytes = FunctionDecoder.align(bytes, variable.alignment());
        parameterOffsets.put(variable, (int) bytes);
        offsets.add((int) bytes);
        bytes += variable.bytes();
      }
    }
    if (bytes > 32 << 10) {
      unsupported(
          kernel, kernel.line(), "its parameters take %d bytes, more than 32 KiB".formatted(bytes));
    }
    List<Integer> cluster = kernel.limits().getOrDefault("reqnctapercluster", List.of());
    if (cluster.stream().anyMatch(blocks -> blocks > 1)) {
      unsupported(kernel, kernel.line(), "clusters of several blocks are not supported");
    }
    List<FunctionDecoder> decoders = new ArrayList<>();
    for (FunctionCode program : programs.values()) {
      FunctionDecoder decoder = new FunctionDecoder(program, this);
      try {
        decoder.layOut();
        decoders.add(decoder);
      } catch (UnsupportedInstructionException e) {
        Function function = program.function();
        unsupported(function, function.line(), String.valueOf(e.getMessage()));
      }
    }
    decoders.forEach(FunctionDecoder::decode);
    List<Operation> operations = new ArrayList<>();
    Map<Long, FunctionCode> functions = new HashMap<>();
    for (FunctionCode program : programs.values()) {
      for (Operation operation : program.code) {
        operation.id = operations.size();
        operations.add(operation);
      }
      Long address = symbols.functionAddress(program.name());
      if (address != null && !program.function().isEntry()) {
        functions.put(address, program);
      }
    }
    findStretches();
    return new KernelImage(
        module.label(),
        shortName,
        List.copyOf(programs.values()),
        Map.copyOf(functions),
        List.copyOf(operations),
        programs.values().stream().mapToInt(program -> program.pressure).max().orElse(0),
        CallDepth.localBytes(programs.values()),
        (int) Math.min(Integer.MAX_VALUE, sharedBytes),
        List.copyOf(offsets),
        (int) Math.min(bytes, 32 << 10),
        List.copyOf(unsupported));
  }

  /** Finds what can be compiled, and numbers it. */
  private void findStretches() {
    boolean allocates =
        programs.values().stream()
            .flatMap(program -> program.operations().stream())
            .anyMatch(Operation::changesAllocations);
    int count = 0;
    for (FunctionCode program : programs.values()) {
      program.stretches =
          StretchFinder.find(program, access -> !allocates || !reachesHeap(access.place().space()));
      program.computations = StretchFinder.find(program, _ -> false);
      program.allStretches =
          Stream.concat(Arrays.stream(program.stretches), Arrays.stream(program.computations))
              .filter(Objects::nonNull)
              .toList();
      for (Stretch stretch : program.allStretches) {
        stretch.id = count++;
      }
    }
  }

  private static boolean reachesHeap(StateSpace space) {
    return space == StateSpace.GLOBAL || space == StateSpace.GENERIC;
  }

  /** Finds the functions that the kernel can call. */
  private void reach() {
    Deque<Function> open = new ArrayDeque<>(List.of(kernel));
    boolean indirect = false;
    while (!open.isEmpty()) {
      Function function = open.remove();
      if (programs.putIfAbsent(function.name(), new FunctionCode(function)) != null) {
        continue;
      }
      for (Instruction instruction : function.instructions()) {
        for (Operand operand : instruction.operands()) {
          if (operand instanceof Operand.Name(String name)) {
            add(name, open);
          }
        }
        if (instruction.opcode().equals("call")
            && instruction.operands().stream().anyMatch(Operand.Reg.class::isInstance)
            && !indirect) {
          indirect = true;
          addAddressed(open);
        }
      }
    }
  }

  private void add(String name, Deque<Function> open) {
    Function called = module.functions().get(name);
    if (called != null
        && called.isDefined()
        && !called.isEntry()
        && !DeviceRuntimeCall.isKnown(name)) {
      open.add(called);
    }
  }

  /** Adds the functions whose addresses are in the module's variables. */
  private void addAddressed(Deque<Function> open) {
    for (Variable variable : module.variables()) {
      for (Variable.Initializer value : variable.initializers()) {
        if (value instanceof Variable.Initializer.Address address) {
          add(address.symbol(), open);
        }
      }
    }
  }

  private void layOutShared() {
    List<Variable> dynamic = new ArrayList<>();
    for (FunctionCode program : programs.values()) {
      for (Variable variable : program.function().variables()) {
        placeShared(variable, dynamic);
      }
      for (Instruction instruction : program.function().instructions()) {
        for (Operand operand : instruction.operands()) {
          placeShared(operand, dynamic);
        }
      }
    }
    if (reservesShared) {
      reservedShared = FunctionDecoder.align(sharedBytes, 16);
      sharedBytes = reservedShared + RESERVED_BYTES;
    }
    sharedBytes = FunctionDecoder.align(sharedBytes, dynamicAlignment);
    for (Variable variable : dynamic) {
      sharedOffsets.put(variable, sharedBytes);
    }
  }

  private void placeShared(Operand operand, List<Variable> dynamic) {
    switch (operand) {
      case Operand.Special(String name) -> reservesShared |= isReservedShared(name);
      case Operand.Place(Variable variable, _) -> placeShared(variable, dynamic);
      case Operand.Memory(Operand base, _) -> placeShared(base, dynamic);
      case Operand.Vector(List<Operand> elements) ->
          elements.forEach(each -> placeShared(each, dynamic));
      case Operand.Group(List<Operand> elements) ->
          elements.forEach(each -> placeShared(each, dynamic));
      default -> {}
    }
  }

  private void placeShared(Variable named, List<Variable> dynamic) {
    Variable variable = module.resolve(named);
    if (variable.space() != StateSpace.SHARED || sharedOffsets.containsKey(variable)) {
      return;
    }
    if (variable.bytes() == 0) {
      dynamic.add(variable);
      dynamicAlignment = Math.max(dynamicAlignment, variable.alignment());
      sharedOffsets.put(variable, 0L);
      return;
    }
    sharedBytes = FunctionDecoder.align(sharedBytes, variable.alignment());
    sharedOffsets.put(variable, sharedBytes);
    sharedBytes += variable.bytes();
  }

  /** Whether a register tells of the shared memory that CUDA's own headers use. */
  static boolean isReservedShared(String register) {
    return register.startsWith("%reserved_smem_offset_");
  }

  /** What such a register holds. */
  long reservedShared(String register) {
    return switch (register) {
      case "%reserved_smem_offset_end" -> reservedShared + RESERVED_BYTES;
      case "%reserved_smem_offset_cap" -> RESERVED_BYTES;
      default -> reservedShared;
    };
  }

  Symbols symbols() {
    return symbols;
  }

  /** A function in reach, or null if the module does not define it. */
  @Nullable FunctionCode program(String name) {
    Function function = module.functions().get(name);
    return function == null ? null : programs.get(function.name());
  }

  long sharedOffset(Variable variable) {
    return sharedOffsets.getOrDefault(module.resolve(variable), 0L);
  }

  int parameterOffset(Variable variable) {
    Integer offset = parameterOffsets.get(variable);
    if (offset == null) {
      throw new UnsupportedInstructionException("'%s' has no place".formatted(variable));
    }
    return offset;
  }

  void unsupported(Function function, int line, String problem) {
    unsupported.add(
        "%s:%d: kernel %s%s: %s"
            .formatted(
                function.label(),
                line,
                shortName,
                function.name().equals(kernel.name())
                    ? ""
                    : ", function " + KernelNames.demangle(function.name()),
                problem));
  }
}
