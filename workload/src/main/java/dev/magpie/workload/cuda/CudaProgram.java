package dev.magpie.workload.cuda;

import java.util.List;
import java.util.function.Function;

/**
 * A program for a CUDA device, with its host side in Java.
 *
 * @param name what the command line calls it
 * @param after the program that it is written after
 * @param summary what it computes
 * @param check what its result is compared with, and how closely
 * @param ptx its kernels
 * @param parameters what it takes
 * @param start makes its input
 */
public record CudaProgram(
    String name,
    String after,
    String summary,
    String check,
    PtxResource ptx,
    List<Parameter> parameters,
    Function<Settings, Run> start) {

  public CudaProgram {
    parameters = List.copyOf(parameters);
  }

  /** A run with its input. */
  public interface Run {
    /** Runs the program on a device, to the end. May be called again, on another device. */
    void execute(Host host);

    /**
     * Compares what the last execution gave with the same computation in plain Java.
     *
     * @throws WrongResultException if it differs by more than the program's tolerance
     */
    void check();
  }
}
