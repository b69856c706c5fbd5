package dev.magpie.ptx;

import dev.magpie.ptx.execute.Dim3;
import java.util.List;

/**
 * A kernel with what it is launched with.
 *
 * @param grid blocks
 * @param block threads of a block
 * @param sharedBytes dynamic shared memory of a block
 * @param arguments one for each parameter
 */
public record Launch(
    Kernel kernel, Dim3 grid, Dim3 block, int sharedBytes, List<Argument> arguments) {

  public Launch {
    arguments = List.copyOf(arguments);
  }

  /** A launch without dynamic shared memory. */
  public static Launch of(Kernel kernel, Dim3 grid, Dim3 block, Argument... arguments) {
    return new Launch(kernel, grid, block, 0, List.of(arguments));
  }
}
