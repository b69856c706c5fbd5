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
 * @param isCooperative whether all blocks are resident at once, so that each may wait for all
 *     others: {@code grid.sync()}
 */
public record Launch(
    Kernel kernel,
    Dim3 grid,
    Dim3 block,
    int sharedBytes,
    List<Argument> arguments,
    boolean isCooperative) {

  public Launch {
    arguments = List.copyOf(arguments);
  }

  /** A launch whose blocks may run one after the other. */
  public Launch(Kernel kernel, Dim3 grid, Dim3 block, int sharedBytes, List<Argument> arguments) {
    this(kernel, grid, block, sharedBytes, arguments, false);
  }

  /** A launch without dynamic shared memory. */
  public static Launch of(Kernel kernel, Dim3 grid, Dim3 block, Argument... arguments) {
    return new Launch(kernel, grid, block, 0, List.of(arguments));
  }

  /** The same, as {@code cudaLaunchCooperativeKernel} launches it. */
  public Launch cooperative() {
    return new Launch(kernel, grid, block, sharedBytes, arguments, true);
  }
}
