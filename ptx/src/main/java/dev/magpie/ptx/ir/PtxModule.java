package dev.magpie.ptx.ir;

import java.util.List;
import java.util.Map;

/**
 * A PTX file, or several that are linked.
 *
 * @param label what messages call it, usually the file's name
 * @param version of the PTX language, such as {@code 8.5}
 * @param target the architecture, such as {@code sm_75}
 * @param variables of the module, in order
 * @param functions by name, in order; those only declared here among them, and aliases, whose
 *     function has another name
 * @param standIns variables that instructions name, and those that they stand for
 */
public record PtxModule(
    String label,
    String version,
    String target,
    List<Variable> variables,
    Map<String, Function> functions,
    Map<Variable, Variable> standIns) {

  public PtxModule {
    variables = List.copyOf(variables);
    standIns = Map.copyOf(standIns);
  }

  /** The variable that one which an instruction names stands for, usually itself. */
  public Variable resolve(Variable named) {
    return standIns.getOrDefault(named, named);
  }
}
