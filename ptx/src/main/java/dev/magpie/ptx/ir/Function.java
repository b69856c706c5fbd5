package dev.magpie.ptx.ir;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kernel or a device function.
 *
 * @param name as written
 * @param isEntry whether it is a kernel
 * @param isDefined whether it has a body here
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
    boolean isEntry,
    boolean isDefined,
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

  /** A formal parameter. */
  public sealed interface Parameter {
    /** One that is passed in memory. */
    record InMemory(Variable variable) implements Parameter {}

    /** One that is passed in a register. */
    record InRegister(Register register) implements Parameter {}
  }
}
