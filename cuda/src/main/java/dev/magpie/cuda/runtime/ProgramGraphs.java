package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.CallNumber;
import dev.magpie.cuda.channel.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** ProgramGraphs, and what was instantiated from them: both by their handles. */
final class ProgramGraphs {
  private static final long FIRST_HANDLE = 0x4000_0000L;

  private final Map<Long, CapturedGraph> graphs = new HashMap<>();
  private long nextHandle = FIRST_HANDLE;

  CapturedGraph get(long handle) {
    CapturedGraph graph = graphs.get(handle);
    if (graph == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return graph;
  }

  /** A handle for a graph that was captured. */
  long add(CapturedGraph graph) {
    long handle = nextHandle++;
    graphs.put(handle, graph);
    return handle;
  }

  /** Keeps a call in a graph. */
  long add(CapturedGraph graph, Request call) {
    long handle = nextHandle++;
    graph.put(handle, call.kept());
    return handle;
  }

  void create(Request request, Answer answer) {
    CapturedGraph graph = new CapturedGraph();
    graph.endCapture();
    if (request.argument(1) != 0) {
      graph.take(get(request.argument(1)));
    }
    answer.result(0, add(graph));
  }

  /** Adds a node, or replaces one: in the graph named, or else in the one that has it. */
  void addNode(Request request, Answer answer) {
    long replaced = request.argument(1);
    CallNumber number =
        CallNumber.of(request.intArgument(2))
            .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_VALUE));
    Request call = request.inner(number, 3);
    if (replaced == 0) {
      answer.result(0, add(get(request.argument(0)), call));
      return;
    }
    CapturedGraph graph =
        request.argument(0) != 0
            ? get(request.argument(0))
            : graphs.values().stream()
                .filter(each -> each.has(replaced))
                .findFirst()
                .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_HANDLE));
    graph.node(replaced);
    graph.put(replaced, call.kept());
  }

  void instantiate(Request request, Answer answer) {
    CapturedGraph from = get(request.argument(0));
    if (request.argument(1) != 0) {
      get(request.argument(1)).take(from);
      return;
    }
    CapturedGraph made = new CapturedGraph();
    made.endCapture();
    made.take(from);
    answer.result(0, add(made));
  }

  void nodes(Request request, Answer answer) {
    if (request.argument(0) == 0) {
      long node = request.argument(1);
      CapturedGraph graph =
          graphs.values().stream()
              .filter(each -> each.has(node))
              .findFirst()
              .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_HANDLE));
      answer.result(1, CapturedGraph.type(graph.node(node).number()));
      return;
    }
    List<Long> handles = get(request.argument(0)).handles();
    handles.forEach(answer::payload);
    answer.result(0, handles.size());
  }

  void destroy(Request request) {
    get(request.argument(0));
    graphs.remove(request.argument(0));
  }

  /** The calls of a graph in order, with those of graphs within it. */
  List<Request> calls(long handle) {
    List<Request> all = new ArrayList<>();
    for (Request call : get(handle).calls()) {
      if (call.number() == CallNumber.GRAPH_LAUNCH) {
        all.addAll(calls(call.argument(0)));
      } else {
        all.add(call);
      }
    }
    return all;
  }
}
