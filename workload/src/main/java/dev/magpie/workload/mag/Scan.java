package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
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
import java.util.SplittableRandom;

/** SC: exclusive prefix sums of batches of arrays, from 4 elements each to 262144. */
final class Scan implements CudaProgram.Run {
  private static final int THREADS = 256;
  private static final int CHUNK = 4 * THREADS;
  private static final int SHORTEST = 4;

  private final int longest;
  private final int[] input;
  private final Map<Integer, int[]> sums = new LinkedHashMap<>();

  private Scan(Settings settings) {
    int n = settings.whole("elements", CHUNK, 1 << 26);
    longest = settings.whole("longest", CHUNK, CHUNK * THREADS);
    if (Integer.bitCount(longest) != 1 || n % longest != 0) {
      throw new WorkloadException(
          "elements=%d, longest=%d: the longest array must be a power of two, and divide the elements"
              .formatted(n, longest));
    }
    int bits = settings.whole("bits", 1, 32);
    SplittableRandom random = new SplittableRandom(settings.seed());
    input = random.ints(n).map(value -> value >>> (32 - bits)).toArray();
  }

  static CudaProgram program() {
    return new CudaProgram(
            "sc",
            "CUDA sample scan",
            "exclusive prefix sums of batches of arrays of many lengths",
            "every sum of every length, exactly",
            new PtxResource(Scan.class, "sc"),
            List.of(
                InputParameter.whole("elements", "of a batch", 1 << 16, 6 << 18, 26 << 18),
                InputParameter.whole(
                    "longest",
                    "array, a power of two from 1024 to 262144",
                    1 << 16,
                    1 << 18,
                    1 << 18),
                InputParameter.whole(
                    "bits", "of the values: 31 as of the sample's rand(), fewer compress", 31),
                InputParameter.whole("seed", "of the values", 2009)),
            Scan::new)
        .approximating(Approximation.of(List.of("d_Input", "d_Output"), List.of("d_Output")));
  }

  @Override
  public void execute(Host host) {
    int n = input.length;
    int chunks = n / CHUNK;
    DeviceBuffer in = host.upload("d_Input", Dtype.U32, input);
    DeviceBuffer out = host.allocate("d_Output", Dtype.U32, n);
    DeviceBuffer totals = host.allocate("d_Buf", Dtype.U32, chunks);
    sums.clear();
    for (int length = SHORTEST; length <= longest; length *= 2) {
      host.launch("scan_shared", chunks, THREADS, out, in, Math.min(length, CHUNK));
      if (length > CHUNK) {
        host.launch(
            "scan_totals",
            Math.ceilDiv(chunks, THREADS),
            THREADS,
            totals,
            out,
            in,
            chunks,
            length / CHUNK);
        host.launch("add_totals", chunks, THREADS, out, totals);
      }
      sums.put(length, host.ints(out));
    }
  }

  @Override
  public void check() {
    for (Map.Entry<Integer, int[]> each : sums.entrySet()) {
      int[] expected = new int[input.length];
      for (int i = 0; i < input.length; i++) {
        expected[i] = i % each.getKey() == 0 ? 0 : expected[i - 1] + input[i - 1];
      }
      Results.same("d_Output of arrays of " + each.getKey(), expected, each.getValue());
    }
  }
}
