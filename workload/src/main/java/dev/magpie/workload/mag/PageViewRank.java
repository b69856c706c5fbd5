package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** PVR: pages of a log ordered by views, the most viewed first. */
final class PageViewRank implements CudaProgram.Run {
  private static final int CHUNK = 256;
  private static final int URL = "http://www.abcdefg.com/.html \t \n".length();
  private static final int PAGES = 1024;

  private final int n;
  private final int[] ranks;
  private final int[] lines;
  private int[] sortedRanks = {};
  private int[] sortedLines = {};

  /** The log's lines: a page of 1024, and its rank, any number below 2^31. */
  private PageViewRank(Settings settings) {
    n = settings.whole("records", 1, 1 << 22);
    SplittableRandom random = new SplittableRandom(settings.seed());
    ranks = new int[n];
    lines = new int[n];
    int offset = 0;
    for (int i = 0; i < n; i++) {
      int page = random.nextInt(PAGES);
      ranks[i] = random.nextInt(Integer.MAX_VALUE);
      lines[i] = offset;
      offset += URL + digits(page) + digits(ranks[i]);
    }
  }

  private static int digits(int number) {
    return Integer.toString(number).length();
  }

  static CudaProgram program() {
    return new CudaProgram(
        "pvr",
        "Mars PageViewRank",
        "sorts pages of a log by views, through offsets",
        "ranks and lines in order, exactly",
        new PtxResource(PageViewRank.class, "pvr"),
        List.of(
            InputParameter.whole("records", "lines of the log", 5000, 200_000, 1_000_000),
            InputParameter.whole("seed", "of the log", 1)),
        PageViewRank::new);
  }

  @Override
  public void execute(Host host) {
    int sorted = Math.max(CHUNK, Integer.highestOneBit(2 * n - 1));
    DeviceBuffer keys = host.upload("inputKeys", Dtype.I32, ranks);
    DeviceBuffer values = host.upload("inputVals", Dtype.I32, lines);
    DeviceBuffer slices = host.allocate("inputOffsetSizes", Dtype.I32, n, 4);
    int[] places = new int[4 * n];
    for (int i = 0; i < n; i++) {
      places[4 * i] = 4 * i;
      places[4 * i + 1] = 4;
      places[4 * i + 2] = 4 * i;
      places[4 * i + 3] = 4;
    }
    host.write(slices, places);

    DeviceBuffer keySizes = host.allocate("keySizes", Dtype.I32, n);
    DeviceBuffer valueSizes = host.allocate("valSizes", Dtype.I32, n);
    DeviceBuffer counts = host.allocate("counts", Dtype.I32, n);
    int blocks = Math.ceilDiv(n, CHUNK);
    host.launch("map_count", blocks, CHUNK, slices, keySizes, valueSizes, counts, n);
    DeviceBuffer keyOffsets = scan(host, "keyOffsets", keySizes, n);
    DeviceBuffer valueOffsets = scan(host, "valOffsets", valueSizes, n);
    DeviceBuffer recordOffsets = scan(host, "countOffsets", counts, n);

    DeviceBuffer interKeys = host.allocate("interKeys", Dtype.I32, n);
    DeviceBuffer interValues = host.allocate("interVals", Dtype.I32, n);
    DeviceBuffer interSlices = host.allocate("interOffsetSizes", Dtype.I32, sorted, 4);
    host.launch(
        "map",
        blocks,
        CHUNK,
        keys,
        values,
        slices,
        keyOffsets,
        valueOffsets,
        recordOffsets,
        interKeys,
        interValues,
        interSlices,
        n);
    if (sorted > n) {
      host.launch("pad", Math.ceilDiv(sorted - n, CHUNK), CHUNK, interSlices, n, sorted);
    }
    host.launch("sort_chunks", sorted / CHUNK, CHUNK, interSlices, interKeys);
    for (int size = 2 * CHUNK; size <= sorted; size *= 2) {
      for (int stride = size / 2; stride >= CHUNK; stride /= 2) {
        host.launch("sort_far", sorted / CHUNK, CHUNK, interSlices, interKeys, size, stride);
      }
      host.launch("sort_near", sorted / CHUNK, CHUNK, interSlices, interKeys, size);
    }
    DeviceBuffer outKeys = host.allocate("outputKeys", Dtype.I32, n);
    DeviceBuffer outValues = host.allocate("outputVals", Dtype.I32, n);
    host.launch(
        "gather", blocks, CHUNK, interSlices, interKeys, interValues, outKeys, outValues, n);
    sortedRanks = host.ints(outKeys);
    sortedLines = host.ints(outValues);
  }

  private static DeviceBuffer scan(Host host, String name, DeviceBuffer in, int n) {
    DeviceBuffer out = host.allocate(name, Dtype.I32, n);
    int chunks = Math.ceilDiv(n, 2 * CHUNK);
    if (chunks == 1) {
      host.launch("scan_chunks", Dim3.of(1), Dim3.of(CHUNK), 0, in, out, 0L, n);
      return out;
    }
    DeviceBuffer totals = host.allocate(name + ".totals", Dtype.I32, chunks);
    host.launch("scan_chunks", chunks, CHUNK, in, out, totals, n);
    DeviceBuffer before = scan(host, name + ".before", totals, chunks);
    host.launch("add_totals", chunks, CHUNK, out, before, n);
    return out;
  }

  @Override
  public void check() {
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(i -> -ranks[i]).thenComparing(i -> i))
            .mapToInt(Integer::intValue)
            .toArray();
    Results.same("outputKeys", IntStream.of(order).map(i -> ranks[i]).toArray(), sortedRanks);
    Results.same("outputVals", IntStream.of(order).map(i -> lines[i]).toArray(), sortedLines);
  }
}
