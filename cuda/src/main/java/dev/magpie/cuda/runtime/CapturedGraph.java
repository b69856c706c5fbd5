package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.CallNumber;
import dev.magpie.cuda.channel.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A graph: calls in an order that its dependencies allow, to be made again and again. */
final class CapturedGraph {
  private final Map<Long, Request> nodes = new LinkedHashMap<>();
  private boolean isBeingCaptured = true;

  /** As {@code cudaGraphNodeType}. */
  static int type(CallNumber number) {
    return switch (number) {
      case LAUNCH -> 0;
      case COPY, COPY_BOX -> 1;
      case FILL -> 2;
      case HOST_FUNCTION -> 3;
      case GRAPH_LAUNCH -> 4;
      case EVENT_RECORD -> 7;
      default -> 5;
    };
  }

  boolean isBeingCaptured() {
    return isBeingCaptured;
  }

  void endCapture() {
    isBeingCaptured = false;
  }

  /**
   * Adds a call under a handle that no other node of any graph has, or in place of the one there.
   */
  void put(long handle, Request call) {
    nodes.put(handle, call);
  }

  boolean has(long handle) {
    return nodes.containsKey(handle);
  }

  Request node(long handle) {
    Request call = nodes.get(handle);
    if (call == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return call;
  }

  List<Long> handles() {
    return new ArrayList<>(nodes.keySet());
  }

  List<Request> calls() {
    return new ArrayList<>(nodes.values());
  }

  /** Takes the nodes of another graph in place of its own. */
  void take(CapturedGraph other) {
    nodes.clear();
    nodes.putAll(other.nodes);
  }
}
