package dev.magpie.ptx;

import dev.magpie.ptx.execute.KernelImage;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.Variable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A kernel that can be launched. */
public final class Kernel {
  private final Module module;
  private final Function function;
  private final KernelImage image;

  Kernel(Module module, Function function, KernelImage image) {
    this.module = module;
    this.function = function;
    this.image = image;
  }

  /** Its name in PTX, which C++ compilers mangle. */
  public String name() {
    return function.name();
  }

  /** Its name as people read it, as short as tells it from the other kernels of its module. */
  public String shortName() {
    return image.shortName();
  }

  /** Where it was loaded from. */
  public Module module() {
    return module;
  }

  /** Its parameters, in order. */
  public List<Variable> parameters() {
    return function.parameters().stream()
        .map(parameter ->
            switch (parameter) {
              case Function.Parameter.InMemory(Variable variable) -> variable;
              case Function.Parameter.InRegister _ ->
                  throw new PtxException(
                      "kernel %s has a parameter in a register".formatted(shortName()));
            })
        .toList();
  }

  /** Bytes of shared memory that its variables take. */
  public int staticSharedBytes() {
    return image.staticSharedBytes();
  }

  /**
   * Registers of 32 bits that a thread takes: as many as hold values at the same time that are
   * still needed, in whatever function in reach takes most. A compiler may need some more or less.
   */
  public int registersPerThread() {
    return image.registers();
  }

  /** Threads that a block of it may have, as far as its source says. */
  public int mostThreads() {
    Map<String, List<Integer>> limits = function.limits();
    return Stream.of("maxntid", "reqntid")
        .map(each -> limits.getOrDefault(each, List.of()))
        .filter(each -> !each.isEmpty())
        .mapToInt(each -> each.stream().mapToInt(Integer::intValue).reduce(1, (a, b) -> a * b))
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  /** The decoded kernel. */
  public KernelImage image() {
    return image;
  }

  Function function() {
    return function;
  }
}
