package dev.magpie.ptx;

import dev.magpie.ptx.execute.KernelLinker;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Linkage;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.names.KernelNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes one module of several: what one declares and another defines becomes the same, and names
 * that several use for themselves are told apart.
 */
final class ModuleLinker {
  /** What the library for launches from kernels is called by; kernels that call it are refused. */
  private static final List<String> DEVICE_RUNTIME = List.of("cuda", "__cuda", "cnp");

  private final List<PtxModule> modules;

  /** The definitions that count in all modules. */
  private final Map<String, Definition> shared = new HashMap<>();

  private final Map<String, Function> functions = new LinkedHashMap<>();
  private final List<Variable> variables = new ArrayList<>();
  private final Set<String> variableNames = new HashSet<>();
  private final IdentityHashMap<Variable, Variable> standIns = new IdentityHashMap<>();

  /**
   * What a name stands for: a function or a variable.
   *
   * @param module its number
   * @param label of the module
   */
  private record Definition(
      int module,
      String label,
      Linkage linkage,
      int line,
      @Nullable Function function,
      @Nullable Variable variable) {

    String place() {
      return label + ":" + line;
    }

    long bytes() {
      return variable == null ? 0 : variable.bytes();
    }
  }

  private ModuleLinker(List<PtxModule> modules) {
    this.modules = modules;
  }

  /**
   * Links modules; one alone stays what it is.
   *
   * @throws PtxException if two define the same, or if nobody defines what one declares
   */
  static PtxModule link(List<PtxModule> modules) {
    if (modules.isEmpty()) {
      throw new PtxException("there is no PTX to link");
    }
    return modules.size() == 1 ? modules.getFirst() : new ModuleLinker(modules).run();
  }

  private PtxModule run() {
    for (int i = 0; i < modules.size(); i++) {
      offer(i, modules.get(i));
    }
    for (int i = 0; i < modules.size(); i++) {
      add(i, modules.get(i));
    }
    for (int i = 0; i < modules.size(); i++) {
      resolve(i, modules.get(i));
    }
    return new PtxModule(
        modules.stream().map(PtxModule::label).collect(Collectors.joining(" + ")),
        modules.getFirst().version(),
        modules.getFirst().target(),
        variables,
        functions,
        standIns);
  }

  private void offer(int number, PtxModule module) {
    module
        .functions()
        .forEach((name, each) -> {
          if (each.isDefined()) {
            offer(
                name,
                new Definition(number, module.label(), each.linkage(), each.line(), each, null));
          }
        });
    for (Variable each : module.variables()) {
      offer(
          each.name(),
          new Definition(number, module.label(), each.linkage(), each.line(), null, each));
    }
  }

  private void offer(String name, Definition next) {
    if (!next.linkage.isShared()) {
      return;
    }
    Definition earlier = shared.putIfAbsent(name, next);
    if (earlier == null) {
      return;
    }
    boolean both = earlier.linkage == Linkage.VISIBLE && next.linkage == Linkage.VISIBLE;
    if (both || (earlier.function == null) != (next.function == null)) {
      throw new PtxException(
          "%s: '%s' is defined in %s, too"
              .formatted(next.place(), KernelNames.demangle(name), earlier.place()));
    }
    boolean isLarger =
        earlier.linkage == Linkage.COMMON
            && next.linkage == Linkage.COMMON
            && next.bytes() > earlier.bytes();
    if (next.linkage == Linkage.VISIBLE || isLarger) {
      shared.put(name, next);
    }
  }

  /** Adds what a module defines and counts, under names of its own where others have the same. */
  private void add(int number, PtxModule module) {
    Map<String, String> renamed = new HashMap<>();
    for (Map.Entry<String, Function> each : module.functions().entrySet()) {
      Function function = each.getValue();
      if (function.isDefined() && !function.linkage().isShared()) {
        rename(each.getKey(), renamed);
      }
    }
    for (Variable variable : module.variables()) {
      if (variable.linkage() == Linkage.LOCAL && hasMemory(variable)) {
        rename(variable.name(), renamed);
      }
    }
    LinkedNames names = new LinkedNames(renamed);
    IdentityHashMap<Function, Function> aliased = new IdentityHashMap<>();
    for (Map.Entry<String, Function> each : module.functions().entrySet()) {
      Function function = each.getValue();
      String name = each.getKey();
      if (function.isDefined() && counts(name, number, function.linkage())) {
        functions.put(names.of(name), aliased.computeIfAbsent(function, names::in));
      }
    }
    for (Variable variable : module.variables()) {
      if (!variable.isExtern() && counts(variable.name(), number, variable.linkage())) {
        Variable linked = hasMemory(variable) ? names.in(variable) : variable;
        variables.add(linked);
        variableNames.add(linked.name());
        if (linked != variable) {
          standIns.put(variable, linked);
        }
      }
    }
  }

  private boolean counts(String name, int module, Linkage linkage) {
    Definition definition = shared.get(name);
    return !linkage.isShared() || (definition != null && definition.module == module);
  }

  private void rename(String name, Map<String, String> renamed) {
    String free = name;
    for (int i = 2; shared.containsKey(free) || isTaken(free); i++) {
      free = name + "#" + i;
    }
    if (!free.equals(name)) {
      renamed.put(name, free);
    }
  }

  private boolean isTaken(String name) {
    return functions.containsKey(name) || variableNames.contains(name);
  }

  /** Whether names of a variable tell it from others; in shared memory, which object it is does. */
  private static boolean hasMemory(Variable variable) {
    return variable.space() == StateSpace.GLOBAL || variable.space() == StateSpace.CONST;
  }

  /** Finds what a module declares, and whose definitions of weak variables do not count. */
  private void resolve(int number, PtxModule module) {
    for (Map.Entry<String, Function> each : module.functions().entrySet()) {
      if (!each.getValue().isDefined()) {
        declared(module, each.getKey(), each.getValue());
      }
    }
    for (Variable variable : module.variables()) {
      boolean isElsewhere =
          variable.isExtern() || !counts(variable.name(), number, variable.linkage());
      boolean isDynamic = variable.space() == StateSpace.SHARED && variable.bytes() == 0;
      if (isElsewhere && !isDynamic) {
        standIns.put(variable, definition(module, variable));
      }
    }
  }

  private void declared(PtxModule module, String name, Function function) {
    Definition definition = shared.get(name);
    if (definition != null && definition.function != null) {
      return;
    }
    if (!KernelLinker.isBuiltin(name) && DEVICE_RUNTIME.stream().noneMatch(name::startsWith)) {
      throw missing(module, name, function.line());
    }
    functions.putIfAbsent(name, function);
  }

  private Variable definition(PtxModule module, Variable variable) {
    Definition definition = shared.get(variable.name());
    if (definition == null || definition.variable == null) {
      throw missing(module, variable.name(), variable.line());
    }
    Variable defined = definition.variable;
    boolean fits =
        variable.bytes() == 0
            || variable.bytes() == defined.bytes()
            || (variable.linkage() == Linkage.COMMON && variable.bytes() < defined.bytes());
    if (!fits || variable.space() != defined.space()) {
      throw new PtxException(
          "%s:%d: '%s' has %d bytes of .%s memory here, and %d of .%s in %s"
              .formatted(
                  module.label(),
                  variable.line(),
                  KernelNames.demangle(variable.name()),
                  variable.bytes(),
                  variable.space(),
                  defined.bytes(),
                  defined.space(),
                  definition.place()));
    }
    return standIns.getOrDefault(defined, defined);
  }

  private PtxException missing(PtxModule module, String name, int line) {
    return new PtxException(
        "%s:%d: '%s' is declared here, and defined in none of %s"
            .formatted(
                module.label(),
                line,
                KernelNames.demangle(name),
                modules.stream().map(PtxModule::label).collect(Collectors.joining(", "))));
  }
}
