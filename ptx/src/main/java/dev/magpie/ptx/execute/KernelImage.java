package dev.magpie.ptx.execute;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kernel with the functions that it can reach, decoded for a device.
 *
 * @param label what messages call the module
 * @param shortName what messages call the kernel
 * @param programs the kernel, then the functions that it can reach
 * @param functions the functions that may be called by address
 * @param operations all operations, by number
 * @param registers of 32 bits that a thread takes, about
 * @param localBytes local memory that a thread takes
 * @param staticSharedBytes shared memory that its variables take
 * @param parameterOffsets of its parameters in the parameter memory
 * @param parameterBytes of them all
 * @param unsupported what is in reach and cannot be executed; empty if it can run
 */
public record KernelImage(
    String label,
    String shortName,
    List<FunctionCode> programs,
    Map<Long, FunctionCode> functions,
    List<Operation> operations,
    int registers,
    int localBytes,
    int staticSharedBytes,
    List<Integer> parameterOffsets,
    int parameterBytes,
    List<String> unsupported) {

  /** Its name in PTX. */
  public String name() {
    return program().name();
  }

  /** The kernel itself. */
  public FunctionCode program() {
    return programs.getFirst();
  }

  /** Whether it can be of use to it where the barrier of its grid lies. */
  public boolean readsGridWorkspace() {
    return programs.stream().anyMatch(each -> each.reads(SpecialRegister.ENVREG2));
  }

  /** What may be compiled, by number. */
  List<Stretch> stretches() {
    return programs.stream().flatMap(program -> program.allStretches.stream()).toList();
  }

  @Nullable FunctionCode at(long address) {
    return functions.get(address);
  }
}
