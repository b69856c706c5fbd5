package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.graph.Graph;
import dev.magpie.workload.graph.Graphs;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels over rows of different lengths. */
final class SparseKernels {
  private static final int BLOCK = 128;
  private static final int LANES = 32;

  private SparseKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "breadth_first",
            "breadth-first search with a frontier that atomics fill",
            InputParameter.whole("scale", "logarithm of an R-MAT graph's nodes", 11, 17, 20),
            SparseKernels::breadthFirst),
        KernelRun.program(
            "sparse_multiply",
            "multiplies a sparse matrix by a vector, a thread or a warp for each row",
            InputParameter.whole("scale", "logarithm of the rows", 10, 16, 20),
            SparseKernels::sparseMultiply));
  }

  private static Graph graph(Settings settings) {
    return Graphs.rmat(settings.whole("scale", 1, 22), 8, settings.seed());
  }

  private static KernelRun.Launches breadthFirst(Settings settings) {
    Graph graph = graph(settings);
    return (run, host) -> {
      int n = graph.nodes();
      int[] start = new int[n];
      Arrays.fill(start, -1);
      start[0] = 0;
      DeviceBuffer offsets = host.upload("offsets", Dtype.I32, graph.offsets());
      DeviceBuffer targets = host.upload("targets", Dtype.I32, graph.targets());
      DeviceBuffer level = host.upload("level", Dtype.I32, start);
      DeviceBuffer frontier = host.allocate("frontier", Dtype.I32, n);
      DeviceBuffer next = host.allocate("next", Dtype.I32, n);
      DeviceBuffer nextSize = host.allocate("next size", Dtype.I32, 1);
      int size = 1;
      for (int depth = 1; size > 0; depth++) {
        host.fill(nextSize, 0);
        host.launch(
            "expand",
            Math.ceilDiv(size, BLOCK),
            BLOCK,
            offsets,
            targets,
            level,
            frontier,
            size,
            next,
            nextSize,
            depth);
        size = host.ints(nextSize)[0];
        DeviceBuffer swapped = frontier;
        frontier = next;
        next = swapped;
      }
      int[] levels = host.ints(level);
      run.later(() -> Results.same("level", graph.levels(0, -1), levels));
    };
  }

  private static KernelRun.Launches sparseMultiply(Settings settings) {
    Graph graph = graph(settings);
    return (run, host) -> {
      int n = graph.nodes();
      float[] matrix = ArrayKernels.floats(new SplittableRandom(settings.seed()), graph.edges());
      float[] vector = ArrayKernels.floats(new SplittableRandom(settings.seed()), n);
      DeviceBuffer offsets = host.upload("offsets", Dtype.I32, graph.offsets());
      DeviceBuffer columns = host.upload("columns", Dtype.I32, graph.targets());
      DeviceBuffer values = host.upload("values", Dtype.F32, matrix);
      DeviceBuffer x = host.upload("x", Dtype.F32, vector);
      DeviceBuffer y = host.allocate("y", Dtype.F32, n);
      DeviceBuffer warpY = host.allocate("y of warps", Dtype.F32, n);
      int blocks = Math.ceilDiv(n, 128);
      host.launch("rows_by_thread", blocks, 128, offsets, columns, values, x, y, n);
      host.launch("rows_by_warp", Math.ceilDiv(n, 4), 128, offsets, columns, values, x, warpY, n);
      float[] byThread = host.floats(y);
      float[] byWarp = host.floats(warpY);
      run.later(() -> {
        float[] expected = new float[n];
        float[] expectedOfWarps = new float[n];
        for (int row = 0; row < n; row++) {
          float[] lanes = new float[LANES];
          float sum = 0;
          for (int i = graph.offsets()[row]; i < graph.offsets()[row + 1]; i++) {
            float factor = vector[graph.targets()[i]];
            int lane = (i - graph.offsets()[row]) % LANES;
            sum = Math.fma(matrix[i], factor, sum);
            lanes[lane] = Math.fma(matrix[i], factor, lanes[lane]);
          }
          expected[row] = sum;
          for (int distance = LANES / 2; distance > 0; distance /= 2) {
            for (int lane = 0; lane < distance; lane++) {
              lanes[lane] += lanes[lane + distance];
            }
          }
          expectedOfWarps[row] = lanes[0];
        }
        Results.same("y", expected, byThread);
        Results.same("y of warps", expectedOfWarps, byWarp);
      });
    };
  }
}
