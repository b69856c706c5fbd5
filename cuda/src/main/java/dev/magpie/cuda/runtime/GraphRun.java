package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.execute.DeviceRuntime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Launches of graphs: their calls, one after the other, as conditions let them come. */
final class GraphRun {
  // Kinds of conditional nodes; any other chooses by number.
  private static final int IF = 0;
  private static final int WHILE = 1;

  private final DeviceRuntime runtime;

  /** What is still to be done. */
  private final Deque<Step> queue = new ArrayDeque<>();

  /**
   * A call to be made.
   *
   * @param freesFirst whether its graph frees what an earlier launch has left
   */
  record Step(GraphNode node, boolean freesFirst) {
    Request call() {
      return node.call();
    }
  }

  /**
   * Without a graph.
   *
   * @param runtime has what kernels set conditions to
   */
  GraphRun(DeviceRuntime runtime) {
    this.runtime = runtime;
  }

  /** Puts a graph before what is still to be done. */
  void begin(CapturedGraph graph) {
    for (CapturedGraph.Condition each : graph.conditions()) {
      if (each.isSetAtLaunch()) {
        runtime.setCondition(each.handle(), each.value());
      }
    }
    push(graph, graph.freesAtLaunch());
  }

  private void push(CapturedGraph graph, boolean freesFirst) {
    for (GraphNode each : graph.inOrder().reversed()) {
      queue.addFirst(new Step(each, freesFirst));
    }
  }

  /** What is to be done next; null if there is nothing. */
  @Nullable Step next() {
    while (!queue.isEmpty()) {
      Step step = queue.removeFirst();
      if (!step.node().isEnabled()) {
        continue;
      }
      switch (step.call().number()) {
        case GRAPH_LAUNCH -> push(step.node().bodies().getFirst(), step.freesFirst());
        case GRAPH_CONDITION -> decide(step);
        default -> {
          return step;
        }
      }
    }
    return null;
  }

  /** Chooses between graphs by what kernels have set; the graph of a loop comes back. */
  private void decide(Step step) {
    List<CapturedGraph> bodies = step.node().bodies();
    int kind = step.call().intArgument(1);
    int value = runtime.condition(step.call().argument(0));
    int chosen =
        switch (kind) {
          case IF -> value != 0 ? 0 : 1;
          case WHILE -> value != 0 ? 0 : -1;
          default -> value;
        };
    if (chosen < 0 || chosen >= bodies.size()) {
      return;
    }
    if (kind == WHILE) {
      queue.addFirst(step);
    }
    push(bodies.get(chosen), step.freesFirst());
  }

  boolean isOver() {
    return queue.isEmpty();
  }

  /** Does not do the rest. */
  void stop() {
    queue.clear();
  }
}
