package dev.magpie.cuda.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A graph: calls, and which of them wait for which. */
final class CapturedGraph {
  private final Map<Long, GraphNode> nodes = new LinkedHashMap<>();
  private final List<Condition> conditions = new ArrayList<>();
  private boolean isBeingCaptured;

  /** The nodes in order; null where it is not known, or no longer. */
  private @Nullable List<GraphNode> order;

  /** Whether what a launch has allocated and not freed is freed by the next one. */
  private boolean freesAtLaunch;

  /**
   * A number that decides within the graph.
   *
   * @param value what each launch sets it to, if it does
   */
  record Condition(long handle, int value, boolean isSetAtLaunch) {}

  boolean isBeingCaptured() {
    return isBeingCaptured;
  }

  void setBeingCaptured(boolean captured) {
    isBeingCaptured = captured;
  }

  boolean freesAtLaunch() {
    return freesAtLaunch;
  }

  void setFreesAtLaunch(boolean frees) {
    freesAtLaunch = frees;
  }

  void add(GraphNode node) {
    nodes.put(node.handle(), node);
    order = null;
  }

  void add(Condition condition) {
    conditions.add(condition);
  }

  /** Its conditions and those of the graphs within it. */
  List<Condition> conditions() {
    List<Condition> all = new ArrayList<>(conditions);
    for (GraphNode node : nodes.values()) {
      for (CapturedGraph body : node.bodies()) {
        all.addAll(body.conditions());
      }
    }
    return all;
  }

  boolean has(long handle) {
    return nodes.containsKey(handle);
  }

  GraphNode node(long handle) {
    GraphNode node = nodes.get(handle);
    if (node == null) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return node;
  }

  Collection<GraphNode> nodes() {
    return nodes.values();
  }

  void remove(long handle) {
    node(handle);
    nodes.remove(handle);
    order = null;
    nodes.values().forEach(each -> each.dependencies().remove(handle));
  }

  /** Lets one node wait for another; both are of the graph. */
  void connect(long from, long to) {
    node(from);
    node(to).dependencies().add(from);
    order = null;
  }

  void disconnect(long from, long to) {
    if (!node(to).dependencies().remove(from)) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    order = null;
  }

  /** The nodes that wait for one. */
  List<GraphNode> dependents(long handle) {
    return nodes.values().stream().filter(each -> each.dependencies().contains(handle)).toList();
  }

  /**
   * The nodes, each behind those that it waits for, and otherwise as they were added.
   *
   * @throws CudaErrorException if some wait for each other
   */
  List<GraphNode> inOrder() {
    List<GraphNode> known = order;
    if (known == null) {
      known = sorted();
      order = known;
    }
    return known;
  }

  private List<GraphNode> sorted() {
    Map<Long, Integer> numbers = new HashMap<>();
    Map<Long, Integer> open = new HashMap<>();
    Map<Long, List<GraphNode>> dependents = new HashMap<>();
    PriorityQueue<GraphNode> ready =
        new PriorityQueue<>(
            Comparator.comparingInt(each -> numbers.getOrDefault(each.handle(), 0)));
    for (GraphNode each : nodes.values()) {
      numbers.put(each.handle(), numbers.size());
      open.put(each.handle(), each.dependencies().size());
      for (long from : each.dependencies()) {
        dependents.computeIfAbsent(from, _ -> new ArrayList<>()).add(each);
      }
    }
    nodes.values().stream().filter(each -> each.dependencies().isEmpty()).forEach(ready::add);
    List<GraphNode> all = new ArrayList<>();
    while (!ready.isEmpty()) {
      GraphNode next = ready.remove();
      all.add(next);
      for (GraphNode each : dependents.getOrDefault(next.handle(), List.of())) {
        if (open.merge(each.handle(), -1, Integer::sum) == 0) {
          ready.add(each);
        }
      }
    }
    if (all.size() < nodes.size()) {
      throw new CudaErrorException(
          CudaError.INVALID_VALUE, "nodes of a graph wait for each other in a circle");
    }
    return List.copyOf(all);
  }

  /** The same, of nodes of its own with the same handles. */
  CapturedGraph copy() {
    CapturedGraph copy = new CapturedGraph();
    copy.take(this);
    return copy;
  }

  /** Takes copies of the nodes of another graph in place of its own. */
  void take(CapturedGraph other) {
    List<GraphNode> copies = other.nodes.values().stream().map(GraphNode::copy).toList();
    nodes.clear();
    order = null;
    copies.forEach(this::add);
    conditions.clear();
    conditions.addAll(other.conditions);
  }
}
