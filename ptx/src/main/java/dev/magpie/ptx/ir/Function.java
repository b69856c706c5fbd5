package dev.magpie.ptx.ir;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kernel or a device function.
 *
 * @param name as written, or what it is called where modules are linked that share it
 * @param label what messages call the text that it stands in
 * @param isEntry whether it is a kernel
 * @param isDefined whether it has a body here
 * @param linkage who else may call it
 * @param line where it is declared
 * @param returns what it returns
 * @param parameters what it takes
 * @param registers all registers of the body, by index
 * @param variables the variables declared in the body, parameters of calls among them
 * @param instructions the body
 * @param labels label to the index of the instruction that follows it
 * @param branchTables names of branch targets and of the labels in each
 * @param notUnrolled the indices of instructions that {@code .pragma "nounroll"} stands before
 * @param limits performance directives with their numbers, such as {@code reqntid}
 */
public record Function(
    String name,
    String label,
    boolean isEntry,
    boolean isDefined,
    Linkage linkage,
    int line,
    List<Parameter> returns,
    List<Parameter> parameters,
    List<Register> registers,
    List<Variable> variables,
    List<Instruction> instructions,
    Map<String, Integer> labels,
    Map<String, List<String>> branchTables,
    Set<Integer> notUnrolled,
    Map<String, List<Integer>> limits) {

  public Function {
    returns = List.copyOf(returns);
    parameters = List.copyOf(parameters);
    registers = List.copyOf(registers);
    variables = List.copyOf(variables);
    instructions = List.copyOf(instructions);
    labels = Map.copyOf(labels);
    branchTables = Map.copyOf(branchTables);
    notUnrolled = Set.copyOf(notUnrolled);
    limits = Map.copyOf(limits);
  }

  /** The same function under another name, with instructions that say the same. */
  public Function renamed(String to, List<Instruction> body) {
    return new Function(
        to,
        label,
        isEntry,
        isDefined,
        linkage,
        line,
        returns,
        parameters,
        registers,
        variables,
        body,
        labels,
        branchTables,
        notUnrolled,
        limits);
  }

  /** A formal parameter. */
  public sealed interface Parameter {
    /** One that is passed in memory. */
    record InMemory(Variable variable) implements Parameter {}

    /** One that is passed in a register. */
    record InRegister(Register register) implements Parameter {}
  }
}
