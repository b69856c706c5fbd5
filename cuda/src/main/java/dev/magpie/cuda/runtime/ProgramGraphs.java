package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.CallNumber;
import dev.magpie.cuda.channel.Request;
import dev.magpie.cuda.runtime.CapturedGraph.Condition;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program's graphs, and what was instantiated from them: both by their handles. */
final class ProgramGraphs {
  private static final long FIRST_HANDLE = 0x4000_0000L;
  private static final int AUTO_FREE = 1;
  private static final int ASSIGN_DEFAULT = 1;

  /** What can be asked of nodes; in the order of the C library. */
  private enum Question {
    NODES,
    ROOTS,
    DEPENDENCIES,
    DEPENDENTS,
    EDGES
  }

  /** What can be done with a node; in the order of the C library. */
  private enum Action {
    TYPE,
    CALL,
    ENABLE,
    IS_ENABLED,
    DESTROY,
    FIND_IN_CLONE,
    CHILD,
    SET_CHILD
  }

  private final GraphMemory memory;
  private final Map<Long, CapturedGraph> graphs = new HashMap<>();

  /** Of nodes of clones, by the node that they are a clone of. */
  private final Map<CapturedGraph, Map<Long, Long>> clones = new HashMap<>();

  private long nextHandle = FIRST_HANDLE;

  ProgramGraphs(GraphMemory memory) {
    this.memory = memory;
  }

  CapturedGraph get(long handle) {
    CapturedGraph graph = graphs.get(handle);
    if (graph == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return graph;
  }

  /** A new handle for a graph. */
  long add(CapturedGraph graph) {
    long handle = nextHandle++;
    graphs.put(handle, graph);
    return handle;
  }

  long handle(CapturedGraph graph) {
    return graphs.entrySet().stream()
        .filter(each -> each.getValue() == graph)
        .findFirst()
        .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_HANDLE))
        .getKey();
  }

  /**
   * Keeps a call in a graph. Graphs within it are copied, as they are now.
   *
   * @return the node
   */
  GraphNode add(CapturedGraph graph, Request call) {
    List<CapturedGraph> bodies = new ArrayList<>();
    Request kept = call.kept();
    switch (call.number()) {
      case GRAPH_LAUNCH -> bodies.add(get(call.argument(0)).copy());
      case GRAPH_ALLOCATE -> kept = kept.with(0, memory.reserve(call.argument(1)));
      case GRAPH_CONDITION -> {
        for (long i = 0; i < call.argument(2); i++) {
          bodies.add(new CapturedGraph());
        }
      }
      default -> {
        // All is in the call.
      }
    }
    GraphNode node = new GraphNode(nextHandle++, kept, bodies);
    bodies.forEach(this::add);
    graph.add(node);
    return node;
  }

  void create(Request request, Answer answer) {
    CapturedGraph graph = new CapturedGraph();
    if (request.argument(1) != 0) {
      clone(get(request.argument(1)), graph);
    }
    answer.result(0, add(graph));
  }

  private void clone(CapturedGraph from, CapturedGraph to) {
    Map<Long, Long> handles = new HashMap<>();
    for (GraphNode each : from.nodes()) {
      GraphNode copy = each.copy();
      GraphNode made = new GraphNode(nextHandle++, copy.call(), copy.bodies());
      made.setEnabled(copy.isEnabled());
      copy.bodies().forEach(this::add);
      handles.put(each.handle(), made.handle());
      to.add(made);
    }
    for (GraphNode each : from.nodes()) {
      for (long dependency : each.dependencies()) {
        to.connect(handles.getOrDefault(dependency, 0L), handles.getOrDefault(each.handle(), 0L));
      }
    }
    from.conditions().forEach(to::add);
    clones.put(to, handles);
  }

  /** Adds a node, or replaces one: in the graph named, or else in the one that has it. */
  void addNode(Request request, Answer answer) {
    long replaced = request.argument(1);
    CallNumber number =
        CallNumber.of(request.intArgument(2))
            .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_VALUE));
    Request call = request.inner(number, 3);
    if (replaced != 0) {
      node(request.argument(0), replaced).setCall(call.kept());
      return;
    }
    GraphNode made = add(get(request.argument(0)), call);
    answer.result(0, made.handle());
    answer.result(1, made.call().argument(0));
    made.bodies().forEach(each -> answer.payload(handle(each)));
  }

  /** A node of the graph named, or else of the one that it was added to. */
  private GraphNode node(long graph, long handle) {
    if (graph != 0) {
      return get(graph).node(handle);
    }
    return holding(handle).node(handle);
  }

  private CapturedGraph holding(long node) {
    // What was instantiated has later handles than what it was made from.
    return graphs.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .filter(each -> each.has(node))
        .findFirst()
        .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_VALUE));
  }

  /** Adds edges, or takes them away: pairs of nodes in the payload. */
  void edges(Request request) {
    CapturedGraph graph = get(request.argument(0));
    boolean isAdded = request.argument(1) != 0;
    List<Long> ends = longs(request);
    for (int i = 0; i + 1 < ends.size(); i += 2) {
      if (isAdded) {
        graph.connect(ends.get(i), ends.get(i + 1));
      } else {
        graph.disconnect(ends.get(i), ends.get(i + 1));
      }
    }
  }

  static List<Long> longs(Request request) {
    List<Long> all = new ArrayList<>();
    for (long at = 0; at + 8 <= request.payload().byteSize(); at += 8) {
      all.add(request.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, at));
    }
    return all;
  }

  /** Graphs can be instantiated anew, or into what is there. */
  void instantiate(Request request, Answer answer) {
    CapturedGraph from = get(request.argument(0));
    from.inOrder();
    if (request.argument(1) != 0) {
      get(request.argument(1)).take(from);
      return;
    }
    CapturedGraph made = from.copy();
    made.setFreesAtLaunch((request.intArgument(2) & AUTO_FREE) != 0);
    answer.result(0, add(made));
  }

  void inspect(Request request, Answer answer) {
    Question question = Question.values()[request.intArgument(2)];
    long handle = request.argument(1);
    CapturedGraph graph = request.argument(0) != 0 ? get(request.argument(0)) : holding(handle);
    switch (question) {
      case NODES -> nodes(graph.nodes(), answer);
      case ROOTS ->
          nodes(
              graph.nodes().stream().filter(each -> each.dependencies().isEmpty()).toList(),
              answer);
      case DEPENDENCIES ->
          nodes(graph.node(handle).dependencies().stream().map(graph::node).toList(), answer);
      case DEPENDENTS -> nodes(graph.dependents(handle), answer);
      case EDGES -> {
        int count = 0;
        for (GraphNode each : graph.nodes()) {
          for (long from : each.dependencies()) {
            answer.payload(from);
            answer.payload(each.handle());
            count++;
          }
        }
        answer.result(0, count);
      }
    }
  }

  private static void nodes(Collection<GraphNode> nodes, Answer answer) {
    nodes.forEach(each -> answer.payload(each.handle()));
    answer.result(0, nodes.size());
  }

  /** What a node is, and changes of it. */
  void node(Request request, Answer answer) {
    Action action = Action.values()[request.intArgument(2)];
    long graph = request.argument(0);
    long handle = request.argument(1);
    long value = request.argument(3);
    switch (action) {
      case TYPE -> answer.result(0, node(graph, handle).type());
      case CALL -> {
        Request call = node(graph, handle).call();
        answer.result(0, call.number().code());
        for (int i = 0; i < Request.ARGUMENTS; i++) {
          answer.payload(call.argument(i));
        }
        answer.payload(call.payload());
      }
      case ENABLE -> node(graph, handle).setEnabled(value != 0);
      case IS_ENABLED -> answer.result(0, node(graph, handle).isEnabled() ? 1 : 0);
      case DESTROY -> holding(handle).remove(handle);
      case FIND_IN_CLONE -> {
        Long found = clones.getOrDefault(get(graph), Map.of()).get(handle);
        if (found == null) {
          throw new CudaErrorException(CudaError.INVALID_VALUE);
        }
        answer.result(0, found);
      }
      case CHILD -> answer.result(0, handle(child(node(graph, handle))));
      case SET_CHILD -> child(node(graph, handle)).take(get(value));
    }
  }

  private static CapturedGraph child(GraphNode node) {
    if (node.call().number() != CallNumber.GRAPH_LAUNCH) {
      throw new CudaErrorException(CudaError.INVALID_VALUE);
    }
    return node.bodies().getFirst();
  }

  /** A number for a graph to decide on. */
  void createCondition(Request request, Answer answer) {
    long handle = nextHandle++;
    get(request.argument(0))
        .add(
            new Condition(
                handle, request.intArgument(1), (request.intArgument(2) & ASSIGN_DEFAULT) != 0));
    answer.result(0, handle);
  }

  void check(Request request) {
    get(request.argument(0));
  }

  void destroy(Request request) {
    clones.remove(get(request.argument(0)));
    graphs.remove(request.argument(0));
  }
}
