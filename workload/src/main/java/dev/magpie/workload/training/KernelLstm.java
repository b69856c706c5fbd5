package dev.magpie.workload.training;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.training.BigLstm.Extent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Steps of training {@link BigLstm} on a device, over the same arrays. */
final class KernelLstm implements CudaProgram.Run {
  /** A whole step's. */
  private static final Agreement AGREEMENT = new Agreement(1e-2);

  private final Extent extent;
  private final int steps;

  /** All numbers behind each step of the last execution. */
  private final List<Map<String, float[]>> trained = new ArrayList<>();

  KernelLstm(Extent extent, int steps) {
    this.extent = extent;
    this.steps = steps;
  }

  @Override
  public void execute(Host host) {
    BigLstm model = new BigLstm(extent, steps);
    LstmKernels kernels = new LstmKernels(host, extent, model.arrays());
    trained.clear();
    for (int step = 0; step < steps; step++) {
      kernels.step(model.nextBatch());
      Map<String, float[]> now = new LinkedHashMap<>();
      model
          .arrays()
          .forEach((name, array) -> {
            if (array instanceof float[]) {
              now.put(name, host.inspect(kernels.buffer(name)));
            }
          });
      trained.add(now);
    }
  }

  /** Takes each step from where the device was. */
  @Override
  public void check() {
    BigLstm model = new BigLstm(extent, steps);
    for (Map<String, float[]> after : trained) {
      Map<String, float[]> before = new LinkedHashMap<>();
      after.keySet().forEach(name -> before.put(name, floats(model, name).clone()));
      model.step();
      after.forEach((name, values) -> {
        float[] expected = floats(model, name);
        if (name.endsWith(".weight") || name.endsWith(".accumulator")) {
          AGREEMENT.check(name, expected, values, Objects.requireNonNull(before.get(name)));
        } else {
          AGREEMENT.check(name, expected, values);
        }
        System.arraycopy(values, 0, expected, 0, values.length);
      });
    }
  }

  private static float[] floats(BigLstm model, String name) {
    return (float[]) Objects.requireNonNull(model.arrays().get(name));
  }
}
