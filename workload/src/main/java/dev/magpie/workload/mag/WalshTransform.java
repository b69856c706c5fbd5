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
import java.util.List;
import java.util.SplittableRandom;

/** FWT: dyadic convolution of long data with a short kernel by fast Walsh transforms. */
final class WalshTransform implements CudaProgram.Run {
  private static final int NEAR = 11;
  private static final int FAR_THREADS = 256;

  private final int logData;
  private final float[] data;
  private final float[] kernel;
  private float[] convolved = {};

  private WalshTransform(Settings settings) {
    logData = settings.whole("log-data", NEAR + 1, 26);
    int logKernel = settings.whole("log-kernel", 1, 26);
    if (logKernel > logData) {
      throw new WorkloadException(
          "log-kernel=%d: must be at most log-data, %d".formatted(logKernel, logData));
    }
    boolean whole = settings.word("values").equals("bytes");
    SplittableRandom random = new SplittableRandom(settings.seed());
    kernel = new float[1 << logData];
    data = new float[1 << logData];
    fill(kernel, 1 << logKernel, whole, random);
    fill(data, data.length, whole, random);
  }

  private static void fill(float[] values, int n, boolean whole, SplittableRandom random) {
    for (int i = 0; i < n; i++) {
      values[i] = whole ? random.nextInt(256) : random.nextInt(1 << 24) * 0x1p-24f;
    }
  }

  static CudaProgram program() {
    return new CudaProgram(
            "fwt",
            "CUDA sample fastWalshTransform",
            "dyadic convolution by fast Walsh transforms",
            "the convolution by the same butterflies, bit for bit",
            new PtxResource(WalshTransform.class, "fwt"),
            List.of(
                InputParameter.whole("log-data", "logarithm of the elements of data", 15, 21, 23),
                InputParameter.whole(
                    "log-kernel", "logarithm of the kernel's elements; zeros follow", 7, 7, 7),
                InputParameter.choice(
                    "values", "uniform in [0, 1), or whole numbers below 256", "uniform", "bytes"),
                InputParameter.whole("seed", "of the values", 2007)),
            WalshTransform::new)
        .approximating(Approximation.of(List.of("d_Data", "d_Kernel"), List.of("d_Data")));
  }

  @Override
  public void execute(Host host) {
    int n = data.length;
    DeviceBuffer data = host.upload("d_Data", Dtype.F32, this.data);
    DeviceBuffer kernel = host.upload("d_Kernel", Dtype.F32, this.kernel);
    transform(host, data);
    transform(host, kernel);
    host.launch("modulate", 128, 256, data, kernel, n);
    transform(host, data);
    convolved = host.floats(data);
  }

  private void transform(Host host, DeviceBuffer values) {
    int log = logData;
    int transforms = 1;
    while (log > NEAR) {
      int n = 1 << log;
      host.launch(
          "far_butterfly",
          Dim3.of(n / 4 / FAR_THREADS, transforms),
          Dim3.of(FAR_THREADS),
          0,
          values,
          n / 4,
          n);
      log -= 2;
      transforms *= 4;
    }
    int n = 1 << log;
    host.launch("near_transform", Dim3.of(transforms), Dim3.of(n / 4), 4 * n, values, log);
  }

  @Override
  public void check() {
    float[] product = data.clone();
    float[] transformed = kernel.clone();
    transform(product);
    transform(transformed);
    float scale = 1.0f / product.length;
    for (int i = 0; i < product.length; i++) {
      product[i] *= scale * transformed[i];
    }
    transform(product);
    Results.same("d_Data", product, convolved);
  }

  /** Butterflies of four from the far strides to the near, and one of two where the rest is odd. */
  private static void transform(float[] values) {
    int stride = values.length / 4;
    for (; stride > 0; stride /= 4) {
      for (int block = 0; block < values.length; block += 4 * stride) {
        for (int i0 = block; i0 < block + stride; i0++) {
          float d0 = values[i0];
          float d1 = values[i0 + stride];
          float d2 = values[i0 + 2 * stride];
          float d3 = values[i0 + 3 * stride];
          values[i0] = d0 + d2 + (d1 + d3);
          values[i0 + stride] = d0 + d2 - (d1 + d3);
          values[i0 + 2 * stride] = d0 - d2 + (d1 - d3);
          values[i0 + 3 * stride] = d0 - d2 - (d1 - d3);
        }
      }
    }
    if (Integer.numberOfTrailingZeros(values.length) % 2 != 0) {
      for (int i = 0; i < values.length; i += 2) {
        float d0 = values[i];
        float d1 = values[i + 1];
        values[i] = d0 + d1;
        values[i + 1] = d0 - d1;
      }
    }
  }
}
