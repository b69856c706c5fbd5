package dev.magpie.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class GraphsTest {

  @Test
  void uniformGraphsHaveSixEdgesANodeAndEachEdgeItsReverse() {
    Graph graph = Graphs.uniform(10_000, 1);
    assertThat((double) graph.edges() / graph.nodes()).isCloseTo(6, within(0.1));
    assertThat(graph.symmetric().edges()).isEqualTo(2 * graph.edges());
    assertThat(inDegrees(graph)).containsExactly(outDegrees(graph));
    assertThat(Arrays.stream(graph.weights()).min()).hasValue(1);
    assertThat(Arrays.stream(graph.weights()).max()).hasValue(10);
  }

  @Test
  void random4HasFourEdgesANode() {
    Graph graph = Graphs.random4(1_000, 1);
    assertThat(outDegrees(graph)).containsOnly(4);
  }

  @Test
  void rmatHasHubsAndManyNodesWithoutEdges() {
    Graph graph = Graphs.rmat(12, 8, 1);
    assertThat(graph.nodes()).isEqualTo(4096);
    assertThat(graph.edges()).isEqualTo(8 * 4096);
    int[] degrees = outDegrees(graph);
    Arrays.sort(degrees);
    assertThat(degrees[4095]).isGreaterThan(30 * 8);
    assertThat(degrees[4096 / 5]).isZero();
    // The shares of the first bit: rows 0.57 + 0.19, columns 0.57 + 0.19.
    long low = Arrays.stream(graph.targets()).filter(target -> target < 2048).count();
    assertThat((double) low / graph.edges()).isCloseTo(0.76, within(0.01));
    assertThat((double) graph.offsets()[2048] / graph.edges()).isCloseTo(0.76, within(0.01));
  }

  @Test
  void roadsReachEveryCrossingAndLeadBothWays() {
    Graph graph = Graphs.road(60, 50, 1);
    assertThat(graph.nodes()).isEqualTo(3000);
    assertThat((double) graph.edges() / graph.nodes()).isCloseTo(2.77, within(0.1));
    assertThat(reachable(graph)).isEqualTo(3000);
    assertThat(inDegrees(graph)).containsExactly(outDegrees(graph));
    long short14 = Arrays.stream(graph.weights()).filter(weight -> weight < 1 << 14).count();
    assertThat((double) short14 / graph.edges()).isGreaterThan(0.98);
  }

  @Test
  void theSameSeedGivesTheSameGraph() {
    assertThat(Graphs.rmat(8, 4, 7)).isEqualTo(Graphs.rmat(8, 4, 7));
    assertThat(Graphs.rmat(8, 4, 7)).isNotEqualTo(Graphs.rmat(8, 4, 8));
  }

  private static int[] outDegrees(Graph graph) {
    int[] degrees = new int[graph.nodes()];
    Arrays.setAll(degrees, graph::degree);
    return degrees;
  }

  private static int[] inDegrees(Graph graph) {
    int[] degrees = new int[graph.nodes()];
    for (int target : graph.targets()) {
      degrees[target]++;
    }
    return degrees;
  }

  private static int reachable(Graph graph) {
    BitSet seen = new BitSet();
    int[] stack = new int[graph.nodes()];
    int top = 1;
    seen.set(0);
    while (top > 0) {
      int node = stack[--top];
      for (int edge = graph.offsets()[node]; edge < graph.offsets()[node + 1]; edge++) {
        int target = graph.targets()[edge];
        if (!seen.get(target)) {
          seen.set(target);
          stack[top++] = target;
        }
      }
    }
    return seen.cardinality();
  }
}
