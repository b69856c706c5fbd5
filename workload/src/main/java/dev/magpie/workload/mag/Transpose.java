package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** TP: a matrix copied and transposed by eight kernels in turn. */
final class Transpose implements CudaProgram.Run {
  private static final int TILE = 32;
  private static final int ROWS = 16;

  private final int side;
  private final float[] matrix;
  private final Map<String, float[]> results = new LinkedHashMap<>();

  private Transpose(Settings settings) {
    side = settings.whole("side", TILE, 1 << 13);
    if (side % TILE != 0) {
      throw new WorkloadException("side=%d: must be a multiple of 32".formatted(side));
    }
    matrix = new float[side * side];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = i;
    }
  }

  static CudaProgram program() {
    return new CudaProgram(
            "tp",
            "CUDA sample transpose",
            "a matrix copied and transposed by eight kernels",
            "the matrix after each kernel, bit for bit",
            new PtxResource(Transpose.class, "tp"),
            List.of(
                InputParameter.whole(
                    "side", "rows and columns, a multiple of 32", 256, 1024, 1024)),
            Transpose::new)
        .approximating(Approximation.of(List.of("d_idata", "d_odata"), List.of("d_odata")));
  }

  @Override
  public void execute(Host host) {
    DeviceBuffer in = host.upload("d_idata", Dtype.F32, matrix, side, side);
    DeviceBuffer out = host.allocate("d_odata", Dtype.F32, side, side);
    results.clear();
    for (String kernel :
        List.of(
            "copy",
            "copy_shared",
            "naive",
            "coalesced",
            "no_conflicts",
            "coarse_grained",
            "fine_grained",
            "diagonal")) {
      host.launch(
          kernel, Dim3.of(side / TILE, side / TILE), Dim3.of(TILE, ROWS), 0, out, in, side, side);
      results.put(kernel, host.floats(out));
    }
  }

  @Override
  public void check() {
    results.forEach((kernel, actual) -> Results.same(kernel, expected(kernel), actual));
  }

  private float[] expected(String kernel) {
    float[] expected = new float[matrix.length];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int inTileX = x % TILE;
        int inTileY = y % TILE;
        int from =
            switch (kernel) {
              case "copy", "copy_shared" -> y * side + x;
              case "fine_grained" -> (y - inTileY + inTileX) * side + x - inTileX + inTileY;
              case "coarse_grained" -> (x - inTileX + inTileY) * side + y - inTileY + inTileX;
              default -> x * side + y;
            };
        expected[y * side + x] = matrix[from];
      }
    }
    return expected;
  }
}
