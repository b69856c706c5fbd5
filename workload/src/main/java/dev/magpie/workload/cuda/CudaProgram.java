package dev.magpie.workload.cuda;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
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
 * @param approximation what of its memory a lossy codec may change
 */
public record CudaProgram(
    String name,
    String after,
    String summary,
    String check,
    PtxResource ptx,
    List<InputParameter> parameters,
    Function<Settings, Run> start,
    Approximation approximation) {

  public CudaProgram {
    parameters = List.copyOf(parameters);
  }

  /** A program that must not be approximated. */
  public CudaProgram(
      String name,
      String after,
      String summary,
      String check,
      PtxResource ptx,
      List<InputParameter> parameters,
      Function<Settings, Run> start) {
    this(name, after, summary, check, ptx, parameters, start, Approximation.NONE);
  }

  /** The same program, parts of whose memory a lossy codec may change. */
  public CudaProgram approximating(Approximation parts) {
    return new CudaProgram(name, after, summary, check, ptx, parameters, start, parts);
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
