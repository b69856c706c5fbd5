package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Request;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A call of a graph, and the nodes of the same graph that it waits for. */
final class GraphNode {
  private final long handle;
  private final Set<Long> dependencies = new LinkedHashSet<>();

  /** The graph of a node that is one; those that a condition chooses from. */
  private final List<CapturedGraph> bodies;

  private Request call;
  private boolean isEnabled = true;

  GraphNode(long handle, Request call, List<CapturedGraph> bodies) {
    this.handle = handle;
    this.call = call;
    this.bodies = List.copyOf(bodies);
  }

  long handle() {
    return handle;
  }

  Request call() {
    return call;
  }

  void setCall(Request call) {
    this.call = call;
  }

  Set<Long> dependencies() {
    return dependencies;
  }

  List<CapturedGraph> bodies() {
    return bodies;
  }

  boolean isEnabled() {
    return isEnabled;
  }

  void setEnabled(boolean enabled) {
    isEnabled = enabled;
  }

  /** The same in another graph, with graphs of its own. */
  GraphNode copy() {
    GraphNode copy = new GraphNode(handle, call, bodies.stream().map(CapturedGraph::copy).toList());
    copy.dependencies.addAll(dependencies);
    copy.isEnabled = isEnabled;
    return copy;
  }

  /** As {@code cudaGraphNodeType}. */
  int type() {
    return switch (call.number()) {
      case LAUNCH -> 0;
      case COPY, COPY_BOX -> 1;
      case FILL -> 2;
      case HOST_FUNCTION -> 3;
      case GRAPH_LAUNCH -> 4;
      case STREAM_WAIT -> call.argument(3) != 0 ? 6 : 5;
      case EVENT_RECORD -> 7;
      case GRAPH_ALLOCATE -> 10;
      case GRAPH_FREE -> 11;
      case GRAPH_CONDITION -> 13;
      default -> 5;
    };
  }
}
