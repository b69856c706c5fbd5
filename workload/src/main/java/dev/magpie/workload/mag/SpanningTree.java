package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.Struct;
import dev.magpie.workload.graph.Graph;
import dev.magpie.workload.input.Settings;
import java.util.Comparator;
import java.util.stream.IntStream;

/** MST: the minimum spanning forest by Boruvka's rounds over a union-find forest. */
final class SpanningTree implements CudaProgram.Run {
  private static final int UNITING_BLOCKS = 15;
  private static final int UNITING_THREADS = 384;

  private final Graph graph;
  private long weight;
  private int trees;
  private int[] parents = {};

  private SpanningTree(Settings settings) {
    Graph read = GraphInput.read(settings);
    graph = settings.word("graph").equals("road") ? read : read.symmetric();
  }

  static CudaProgram program() {
    return new CudaProgram(
        "mst",
        "LonestarGPU mst",
        "minimum spanning forest by Boruvka's method; edges count both ways",
        "the forest's weight and its trees, exactly",
        new PtxResource(SpanningTree.class, "mst"),
        GraphInput.parameters("road", 1 << 13, 1 << 18, 1_070_376),
        SpanningTree::new);
  }

  @Override
  public void execute(Host host) {
    int n = graph.nodes();
    Struct arrays = LonestarGraph.upload(host, graph);
    DeviceBuffer lightest = host.allocate("eleminwts", Dtype.U32, n);
    DeviceBuffer ofComponent = host.allocate("minwtcomponent", Dtype.U32, n);
    DeviceBuffer partners = host.allocate("partners", Dtype.U32, n);
    DeviceBuffer chosen = host.allocate("goahead", Dtype.U32, n);
    DeviceBuffer processes = host.allocate("processinnext", Dtype.U8, n);
    DeviceBuffer parent = host.allocate("ele2comp", Dtype.U32, n);
    DeviceBuffer size = host.allocate("complen", Dtype.U32, n);
    DeviceBuffer count = host.allocate("ncomponents", Dtype.U32, 1);
    DeviceBuffer total = host.allocate("mstwt", Dtype.U64, 1);
    DeviceBuffer again = host.allocate("repeat", Dtype.U8, 1);
    Struct components = new Struct(8).add(parent).add(size).add(count);
    host.write(count, new int[] {n});
    host.fill(total, 0);
    int block = LonestarGraph.BLOCK;
    int blocks = Math.ceilDiv(n, block);
    host.launch("start", blocks, block, components, n);
    do {
      host.fill(again, 0);
      host.launch(
          "begin_round", blocks, block, n, lightest, ofComponent, partners, chosen, processes);
      host.launch(
          "find_lightest", blocks, block, arrays, components, lightest, ofComponent, partners);
      host.launch("choose", blocks, block, n, components, lightest, ofComponent, chosen);
      host.launch("mark", blocks, block, n, components, chosen, processes);
      host.launch(
          "unite",
          UNITING_BLOCKS,
          UNITING_THREADS,
          n,
          components,
          lightest,
          partners,
          processes,
          total,
          again);
    } while (host.bytes(again)[0] != 0);
    weight = host.longs(total)[0];
    trees = host.ints(count)[0];
    parents = host.ints(parent);
  }

  /**
   * The forest is compared with that of Kruskal's algorithm: its weight, and which nodes are of one
   * tree. Edges as heavy as none are left out, as by the kernels.
   */
  @Override
  public void check() {
    int n = graph.nodes();
    int[] sources = new int[graph.edges()];
    for (int node = 0; node < n; node++) {
      for (int edge = graph.offsets()[node]; edge < graph.offsets()[node + 1]; edge++) {
        sources[edge] = node;
      }
    }
    int[] expected = IntStream.range(0, n).toArray();
    long sum = 0;
    int components = n;
    int[] order =
        IntStream.range(0, graph.edges())
            .filter(edge -> graph.weights()[edge] < LonestarGraph.INFINITE)
            .boxed()
            .sorted(Comparator.comparingInt(edge -> graph.weights()[edge]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int edge : order) {
      int one = root(expected, sources[edge]);
      int other = root(expected, graph.targets()[edge]);
      if (one != other) {
        expected[Math.min(one, other)] = Math.max(one, other);
        sum += graph.weights()[edge];
        components--;
      }
    }
    Results.same("mstwt", sum, weight);
    Results.same("ncomponents", components, trees);
    int[] roots = new int[n];
    int[] actual = new int[n];
    for (int node = 0; node < n; node++) {
      roots[node] = root(expected, node);
      actual[node] = root(parents, node);
    }
    Results.same("roots", roots, actual);
  }

  /** Kernels and check make the smaller number the child, so a tree's root is its largest node. */
  private static int root(int[] parents, int node) {
    int at = node;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }
}
