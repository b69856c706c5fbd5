package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.CallNumber;
import dev.magpie.cuda.channel.Request;
import java.util.List;
import java.util.Set;

/** Captures: calls of streams that become nodes of graphs. */
final class CaptureCalls {
  private final Streams streams;
  private final ProgramGraphs graphs;

  CaptureCalls(Streams streams, ProgramGraphs graphs) {
    this.streams = streams;
    this.graphs = graphs;
  }

  /** Keeps a call of a stream that is being captured; false if it is none. */
  boolean keeps(Request request, Answer answer) {
    int stream =
        switch (request.number()) {
          case LAUNCH, FILL -> 8;
          case COPY -> 4;
          case COPY_BOX -> 18;
          case HOST_FUNCTION -> 0;
          case GRAPH_LAUNCH -> 1;
          case ALLOCATE -> 3;
          case FREE -> 2;
          default -> -1;
        };
    CapturedGraph graph = stream < 0 ? null : streams.captured(request.argument(stream));
    if (graph == null) {
      return false;
    }
    Request call =
        switch (request.number()) {
          case ALLOCATE -> request.inner(CallNumber.GRAPH_ALLOCATE, 0).with(1, request.argument(0));
          case FREE -> request.inner(CallNumber.GRAPH_FREE, 0);
          default -> request;
        };
    GraphNode node = graphs.add(graph, call);
    Set<Long> tails = streams.tails(request.argument(stream));
    tails.forEach(each -> graph.connect(each, node.handle()));
    tails.clear();
    tails.add(node.handle());
    if (request.number() == CallNumber.ALLOCATE) {
      answer.result(0, node.call().argument(0));
    }
    return true;
  }

  /** Begins one to a new graph, or to one that is there. */
  void begin(Request request) {
    boolean isNew = request.argument(2) == 0;
    CapturedGraph graph = isNew ? new CapturedGraph() : graphs.get(request.argument(2));
    streams.beginCapture(request, graph, ProgramGraphs.longs(request));
    if (isNew) {
      graphs.add(graph);
    }
  }

  void end(Request request, Answer answer) {
    answer.result(0, graphs.handle(streams.endCapture(request)));
  }

  void info(Request request, Answer answer) {
    CapturedGraph graph = streams.captured(request.argument(0));
    if (graph != null) {
      answer.result(0, 1);
      // A capture is its graph's, which has only one at a time.
      answer.result(1, graphs.handle(graph));
      Set<Long> tails = streams.tails(request.argument(0));
      answer.result(2, tails.size());
      tails.forEach(answer::payload);
    }
  }

  /** Sets or adds to what the next node of a stream waits for. */
  void setDependencies(Request request) {
    CapturedGraph graph = streams.captured(request.argument(0));
    if (graph == null) {
      throw new CudaErrorException(CudaError.ILLEGAL_STATE);
    }
    List<Long> dependencies = ProgramGraphs.longs(request);
    dependencies.forEach(graph::node);
    Set<Long> tails = streams.tails(request.argument(0));
    if (request.argument(1) != 0) {
      tails.clear();
    }
    tails.addAll(dependencies);
  }
}
