/* Nodes of graphs: each is a call that is kept. */
#include "graphs.h"

#include <stdlib.h>

cudaError_t putCall(const struct target *target, struct reply *reply, enum call number,
                    const void *in, size_t inBytes, void *out, size_t outBytes,
                    const int64_t *arguments, int count) {
  int64_t words[ARGUMENTS] = {NUMBER(target->graph), NUMBER(target->replaced), number};
  struct reply own;
  struct reply *made = reply ? reply : &own;
  memcpy(words + 3, arguments, (size_t)count * sizeof(int64_t));
  cudaError_t error = ask(GRAPH_ADD, made, in, inBytes, out, outBytes, words, count + 3);
  if (!error && target->made) {
    void *node = POINTER(made->results[0]);
    *target->made = node;
    for (size_t i = 0; i < target->count && !error; i++) {
      error = joinNodes(target->graph, &target->before[i], &node, 1, 1);
    }
  }
  return noted(error);
}

cudaError_t joinNodes(cudaGraph_t graph, void *const *from, void *const *to, size_t count,
                    int isAdded) {
  cudaError_t error = SUCCESS;
  for (size_t i = 0; i < count && !error; i++) {
    int64_t ends[2] = {NUMBER(from[i]), NUMBER(to[i])};
    error = ask(GRAPH_EDGES, NULL, ends, sizeof ends, NULL, 0, LIST(NUMBER(graph), isAdded), 2);
  }
  return error;
}

cudaError_t putKernel(const struct target *target, const struct kernelNode *asked) {
  char place[MOST_PARAMETER_BYTES];
  cudaError_t error;
  int64_t bytes = gather(asked->function, asked->arguments, place, &error);
  if (bytes < 0) {
    return noted(error);
  }
  return putCall(target, NULL, LAUNCH, place, (size_t)bytes, NULL, 0,
                 LIST(NUMBER(asked->function), asked->grid.x, asked->grid.y, asked->grid.z,
                      asked->block.x, asked->block.y, asked->block.z, asked->shared, 0, 0),
                 10);
}

cudaError_t putFill(const struct target *target, const struct fillNode *asked) {
  return putCall(target, NULL, FILL, NULL, 0, NULL, 0,
                 LIST(NUMBER(asked->pointer),
                      (int64_t)(asked->height > 1 ? asked->pitch
                                                  : asked->width * asked->elementBytes),
                      (int64_t)asked->height, asked->value, asked->elementBytes,
                      (int64_t)(asked->width * asked->elementBytes), (int64_t)asked->height, 1, 0),
                 9);
}

cudaError_t putCopy(const struct target *target, void *to, const void *from, size_t bytes,
                    int kind) {
  return putCall(target, NULL, COPY, NULL, 0, NULL, 0,
                 LIST(NUMBER(to), NUMBER(from), (int64_t)bytes, kind, 0, LATER), 6);
}

cudaError_t putBox(const struct target *target, const struct box *box) {
  int64_t words[BOX_WORDS];
  boxWords(box, 1, LATER, NULL, words);
  return putCall(target, NULL, COPY_BOX, NULL, 0, NULL, 0, words, BOX_WORDS);
}

cudaError_t putHost(const struct target *target, const struct hostNode *asked) {
  return putCall(target, NULL, HOST_FUNCTION, NULL, 0, NULL, 0,
                 LIST(0, NUMBER(asked->function), NUMBER(asked->data), 0), 4);
}

/* What waits has nothing to do here, as work is in order. */
cudaError_t putEvent(const struct target *target, cudaEvent_t event, int isRecorded) {
  return isRecorded ? putCall(target, NULL, EVENT_RECORD, NULL, 0, NULL, 0,
                              LIST(NUMBER(event), 0), 2)
                    : putCall(target, NULL, STREAM_WAIT, NULL, 0, NULL, 0,
                              LIST(0, 0, 0, NUMBER(event)), 4);
}

static cudaError_t putAllocation(const struct target *target, struct allocationNode *asked) {
  struct reply reply;
  cudaError_t error = putCall(target, &reply, GRAPH_ALLOCATE, NULL, 0, NULL, 0,
                              LIST(0, (int64_t)asked->bytes), 2);
  asked->address = error ? NULL : POINTER(reply.results[1]);
  return error;
}

static cudaError_t putFree(const struct target *target, void *address) {
  return putCall(target, NULL, GRAPH_FREE, NULL, 0, NULL, 0, LIST(NUMBER(address), 0), 2);
}

static cudaError_t putChild(const struct target *target, cudaGraph_t child) {
  return putCall(target, NULL, GRAPH_LAUNCH, NULL, 0, NULL, 0, LIST(NUMBER(child), 0), 2);
}

/* The graphs to choose from are made here; their list stays as long as the program. */
static cudaError_t putCondition(const struct target *target, struct conditionNode *asked) {
  if (asked->count < 1 || asked->count > 1024) {
    return noted(INVALID_VALUE);
  }
  cudaGraph_t *bodies = calloc(asked->count, sizeof *bodies);
  if (!bodies) {
    return noted(ALLOCATION);
  }
  cudaError_t error =
      putCall(target, NULL, GRAPH_CONDITION, NULL, 0, bodies, asked->count * sizeof *bodies,
              LIST((int64_t)asked->handle, asked->type, asked->count), 3);
  if (error) {
    free(bodies);
  } else {
    asked->bodies = bodies;
  }
  return error;
}

cudaError_t putNode(const struct target *target, struct nodeParameters *asked) {
  enum {
    KERNEL,
    COPY_NODE,
    FILL_NODE,
    HOST,
    GRAPH,
    EMPTY,
    WAIT,
    RECORD,
    ALLOCATION_NODE = 10,
    FREE_NODE,
    CONDITION = 13
  };
  switch (asked->type) {
  case KERNEL:
    return putKernel(target, &asked->of.kernel);
  case COPY_NODE:
    return putBox(target, &asked->of.copy.box);
  case FILL_NODE:
    return putFill(target, &asked->of.fill);
  case HOST:
    return putHost(target, &asked->of.host);
  case GRAPH:
    return putChild(target, asked->of.pointer);
  case EMPTY:
    return putEvent(target, NULL, 0);
  case WAIT:
  case RECORD:
    return putEvent(target, asked->of.pointer, asked->type == RECORD);
  case ALLOCATION_NODE:
    return putAllocation(target, &asked->of.allocation);
  case FREE_NODE:
    return putFree(target, asked->of.pointer);
  case CONDITION:
    return putCondition(target, &asked->of.condition);
  default:
    ask(ABSENT, NULL, "cudaGraphAddNode of this type", 29, NULL, 0, NULL, 0);
    return noted(NOT_SUPPORTED);
  }
}

RUNTIME(cudaGraphAddKernelNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                const struct kernelNode *asked) {
  return putKernel(ADDED(node, graph, before, count), asked);
}

RUNTIME(cudaGraphAddMemsetNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                const struct fillNode *asked) {
  return putFill(ADDED(node, graph, before, count), asked);
}

RUNTIME(cudaGraphAddMemcpyNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                const struct box *box) {
  return putBox(ADDED(node, graph, before, count), box);
}

RUNTIME(cudaGraphAddMemcpyNode1D)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                  void *to, const void *from, size_t bytes, int kind) {
  return putCopy(ADDED(node, graph, before, count), to, from, bytes, kind);
}

RUNTIME(cudaGraphAddMemcpyNodeToSymbol)(void **node, cudaGraph_t graph, const void *before,
                                        size_t count, const void *symbol, const void *from,
                                        size_t bytes, size_t offset, int kind) {
  void *address;
  size_t all;
  cudaError_t error = symbolAt(symbol, &address, &all);
  return error ? noted(error)
               : putCopy(ADDED(node, graph, before, count), (char *)address + offset, from, bytes,
                         kind);
}

RUNTIME(cudaGraphAddMemcpyNodeFromSymbol)(void **node, cudaGraph_t graph, const void *before,
                                          size_t count, void *to, const void *symbol, size_t bytes,
                                          size_t offset, int kind) {
  void *address;
  size_t all;
  cudaError_t error = symbolAt(symbol, &address, &all);
  return error ? noted(error)
               : putCopy(ADDED(node, graph, before, count), to, (char *)address + offset, bytes,
                         kind);
}

RUNTIME(cudaGraphAddHostNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                              const struct hostNode *asked) {
  return putHost(ADDED(node, graph, before, count), asked);
}

RUNTIME(cudaGraphAddEmptyNode)(void **node, cudaGraph_t graph, const void *before, size_t count) {
  return putEvent(ADDED(node, graph, before, count), NULL, 0);
}

RUNTIME(cudaGraphAddEventRecordNode)(void **node, cudaGraph_t graph, const void *before,
                                     size_t count, cudaEvent_t event) {
  return putEvent(ADDED(node, graph, before, count), event, 1);
}

RUNTIME(cudaGraphAddEventWaitNode)(void **node, cudaGraph_t graph, const void *before,
                                   size_t count, cudaEvent_t event) {
  return putEvent(ADDED(node, graph, before, count), event, 0);
}

RUNTIME(cudaGraphAddMemAllocNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                  struct allocationNode *asked) {
  return putAllocation(ADDED(node, graph, before, count), asked);
}

RUNTIME(cudaGraphAddMemFreeNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                 void *address) {
  return putFree(ADDED(node, graph, before, count), address);
}

RUNTIME(cudaGraphAddChildGraphNode)(void **node, cudaGraph_t graph, const void *before,
                                    size_t count, cudaGraph_t child) {
  return putChild(ADDED(node, graph, before, count), child);
}

RUNTIME(cudaGraphAddNode_v2)(void **node, cudaGraph_t graph, const void *before,
                             const void *edges, size_t count, struct nodeParameters *asked) {
  (void)edges;
  return putNode(ADDED(node, graph, before, count), asked);
}

/* Since CUDA 13 with data of edges behind the dependencies. */
RUNTIME(cudaGraphAddNode)(void **node, cudaGraph_t graph, const void *before, const void *edges,
                          size_t count, struct nodeParameters *asked) {
  return hasPlainEdges()
             ? cudaGraphAddNode_v2(node, graph, before, NULL, (size_t)NUMBER(edges),
                                   POINTER(count))
             : cudaGraphAddNode_v2(node, graph, before, edges, count, asked);
}

RUNTIME(cudaGraphConditionalHandleCreate)(uint64_t *handle, cudaGraph_t graph, unsigned value,
                                          unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_CONDITION_CREATE, &reply, NUMBER(graph), value, flags);
  *handle = error ? 0 : (uint64_t)reply.results[0];
  return noted(error);
}
