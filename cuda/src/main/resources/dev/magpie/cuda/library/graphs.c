/* Graphs: what a stream captured, or what nodes add, in an order that was possible. */
#include "launch.h"

struct kernelNode {
  void *function;
  struct dim3 grid, block;
  unsigned shared;
  void **arguments, **extra;
};

struct fillNode {
  void *pointer;
  size_t pitch;
  unsigned value, elementBytes;
  size_t width, height;
};

struct hostNode {
  void *function, *data;
};

RUNTIME(cudaStreamBeginCapture)(cudaStream_t stream, int mode) {
  return noted(ASK(CAPTURE_BEGIN, NULL, NUMBER(stream), mode));
}
SAME(cudaStreamBeginCapture, _ptsz)

RUNTIME(cudaStreamEndCapture)(cudaStream_t stream, cudaGraph_t *graph) {
  struct reply reply;
  cudaError_t error = ASK(CAPTURE_END, &reply, NUMBER(stream));
  *graph = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}
SAME(cudaStreamEndCapture, _ptsz)

RUNTIME(cudaStreamIsCapturing)(cudaStream_t stream, int *status) {
  struct reply reply;
  cudaError_t error = ASK(CAPTURE_INFO, &reply, NUMBER(stream));
  *status = error ? 0 : (int)reply.results[0];
  return noted(error);
}
SAME(cudaStreamIsCapturing, _ptsz)

RUNTIME(cudaThreadExchangeStreamCaptureMode)(int *mode) {
  *mode = 0;
  return SUCCESS;
}

RUNTIME(cudaGraphCreate)(cudaGraph_t *graph, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_CREATE, &reply, flags, 0);
  *graph = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

RUNTIME(cudaGraphClone)(cudaGraph_t *graph, cudaGraph_t from) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_CREATE, &reply, 0, NUMBER(from));
  *graph = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

/* Adds a call to a graph, or puts it in a node's place. */
static cudaError_t add(void **node, cudaGraph_t graph, const void *replaced, enum call number,
                       const void *in, size_t inBytes, const int64_t *arguments, int count) {
  int64_t words[ARGUMENTS] = {NUMBER(graph), NUMBER(replaced), number};
  struct reply reply;
  memcpy(words + 3, arguments, (size_t)count * sizeof(int64_t));
  cudaError_t error = ask(GRAPH_ADD, &reply, in, inBytes, NULL, 0, words, count + 3);
  if (node && !error) {
    *node = POINTER(reply.results[0]);
  }
  return noted(error);
}

static cudaError_t addKernel(void **node, cudaGraph_t graph, const void *replaced,
                             const struct kernelNode *asked) {
  char place[MOST_PARAMETER_BYTES];
  cudaError_t error;
  int64_t bytes = gather(asked->function, asked->arguments, place, &error);
  if (bytes < 0) {
    return noted(error);
  }
  return add(node, graph, replaced, LAUNCH, place, (size_t)bytes,
             LIST(NUMBER(asked->function), asked->grid.x, asked->grid.y, asked->grid.z,
                  asked->block.x, asked->block.y, asked->block.z, asked->shared, 0, 0),
             10);
}

/* Nodes are added in an order that their dependencies allow: a node depends on earlier ones. */
RUNTIME(cudaGraphAddKernelNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                const struct kernelNode *asked) {
  (void)before;
  (void)count;
  return addKernel(node, graph, NULL, asked);
}

RUNTIME(cudaGraphKernelNodeSetParams)(void *node, const struct kernelNode *asked) {
  return addKernel(NULL, NULL, node, asked);
}

RUNTIME(cudaGraphExecKernelNodeSetParams)(void *executable, void *node,
                                          const struct kernelNode *asked) {
  return addKernel(NULL, executable, node, asked);
}

static cudaError_t addFill(void **node, cudaGraph_t graph, const void *replaced,
                           const struct fillNode *asked) {
  return add(node, graph, replaced, FILL, NULL, 0,
             LIST(NUMBER(asked->pointer),
                  (int64_t)(asked->height > 1 ? asked->pitch
                                              : asked->width * asked->elementBytes),
                  (int64_t)asked->height, asked->value, asked->elementBytes,
                  (int64_t)(asked->width * asked->elementBytes), (int64_t)asked->height, 1, 0),
             9);
}

RUNTIME(cudaGraphAddMemsetNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                const struct fillNode *asked) {
  (void)before;
  (void)count;
  return addFill(node, graph, NULL, asked);
}

RUNTIME(cudaGraphExecMemsetNodeSetParams)(void *executable, void *node,
                                          const struct fillNode *asked) {
  return addFill(NULL, executable, node, asked);
}

static cudaError_t addCopy(void **node, cudaGraph_t graph, const void *replaced, void *to,
                           const void *from, size_t bytes, int kind) {
  return add(node, graph, replaced, COPY, NULL, 0,
             LIST(NUMBER(to), NUMBER(from), (int64_t)bytes, kind, 0, LATER), 6);
}

RUNTIME(cudaGraphAddMemcpyNode1D)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                  void *to, const void *from, size_t bytes, int kind) {
  (void)before;
  (void)count;
  return addCopy(node, graph, NULL, to, from, bytes, kind);
}

RUNTIME(cudaGraphExecMemcpyNodeSetParams1D)(void *executable, void *node, void *to,
                                            const void *from, size_t bytes, int kind) {
  return addCopy(NULL, executable, node, to, from, bytes, kind);
}

RUNTIME(cudaGraphAddMemcpyNodeToSymbol)(void **node, cudaGraph_t graph, const void *before,
                                        size_t count, const void *symbol, const void *from,
                                        size_t bytes, size_t offset, int kind) {
  void *address;
  size_t all;
  (void)before;
  (void)count;
  cudaError_t error = symbolAt(symbol, &address, &all);
  return error ? noted(error)
               : addCopy(node, graph, NULL, (char *)address + offset, from, bytes, kind);
}

RUNTIME(cudaGraphAddMemcpyNodeFromSymbol)(void **node, cudaGraph_t graph, const void *before,
                                          size_t count, void *to, const void *symbol, size_t bytes,
                                          size_t offset, int kind) {
  void *address;
  size_t all;
  (void)before;
  (void)count;
  cudaError_t error = symbolAt(symbol, &address, &all);
  return error ? noted(error)
               : addCopy(node, graph, NULL, to, (char *)address + offset, bytes, kind);
}

RUNTIME(cudaGraphAddMemcpyNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                const struct box *box) {
  (void)before;
  (void)count;
  int64_t words[BOX_WORDS];
  boxWords(box, 1, LATER, NULL, words);
  return add(node, graph, NULL, COPY_BOX, NULL, 0, words, BOX_WORDS);
}

static cudaError_t addHost(void **node, cudaGraph_t graph, const void *replaced,
                           const struct hostNode *asked) {
  return add(node, graph, replaced, HOST_FUNCTION, NULL, 0,
             LIST(0, NUMBER(asked->function), NUMBER(asked->data), 0), 4);
}

RUNTIME(cudaGraphAddHostNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                              const struct hostNode *asked) {
  (void)before;
  (void)count;
  return addHost(node, graph, NULL, asked);
}

RUNTIME(cudaGraphExecHostNodeSetParams)(void *executable, void *node,
                                        const struct hostNode *asked) {
  return addHost(NULL, executable, node, asked);
}

/* Nodes that do nothing here, as work is in order. */
RUNTIME(cudaGraphAddEmptyNode)(void **node, cudaGraph_t graph, const void *before, size_t count) {
  (void)before;
  (void)count;
  return add(node, graph, NULL, STREAM_WAIT, NULL, 0, LIST(0, 0, 0), 3);
}

RUNTIME(cudaGraphAddEventRecordNode)(void **node, cudaGraph_t graph, const void *before,
                                     size_t count, cudaEvent_t event) {
  (void)before;
  (void)count;
  return add(node, graph, NULL, EVENT_RECORD, NULL, 0, LIST(NUMBER(event), 0), 2);
}

RUNTIME(cudaGraphAddEventWaitNode)(void **node, cudaGraph_t graph, const void *before,
                                   size_t count, cudaEvent_t event) {
  (void)before;
  (void)count;
  (void)event;
  return add(node, graph, NULL, STREAM_WAIT, NULL, 0, LIST(0, 0, 0), 3);
}

/* Up to what comes back: the address. */
struct allocationNode {
  char pool[88];
  const void *access;
  size_t accessCount, bytes;
  void *address;
};

/* Memory of a graph is there for as long as the program. */
RUNTIME(cudaGraphAddMemAllocNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                  struct allocationNode *asked) {
  struct reply reply;
  cudaError_t error = ASK(ALLOCATE, &reply, (int64_t)asked->bytes, 0, 0);
  asked->address = error ? NULL : POINTER(reply.results[0]);
  return error ? noted(error) : cudaGraphAddEmptyNode(node, graph, before, count);
}

RUNTIME(cudaGraphAddMemFreeNode)(void **node, cudaGraph_t graph, const void *before, size_t count,
                                 void *address) {
  struct reply reply;
  cudaError_t error = ASK(POINTER_ATTRIBUTES, &reply, NUMBER(address));
  return error ? noted(error) : cudaGraphAddEmptyNode(node, graph, before, count);
}

RUNTIME(cudaGraphAddChildGraphNode)(void **node, cudaGraph_t graph, const void *before,
                                    size_t count, cudaGraph_t child) {
  (void)before;
  (void)count;
  return add(node, graph, NULL, GRAPH_LAUNCH, NULL, 0, LIST(NUMBER(child), 0), 2);
}

struct nodeParameters {
  int type;
  int reserved[3];
  union {
    struct kernelNode kernel;
    struct {
      int flags, reserved[3];
      struct box box;
    } copy;
    struct fillNode fill;
    struct hostNode host;
    void *pointer;
  } of;
};

static cudaError_t addNode(void **node, cudaGraph_t graph, const struct nodeParameters *asked) {
  enum { KERNEL, COPY_NODE, FILL_NODE, HOST, GRAPH, EMPTY, WAIT, RECORD };
  switch (asked->type) {
  case KERNEL:
    return addKernel(node, graph, NULL, &asked->of.kernel);
  case COPY_NODE:
    return cudaGraphAddMemcpyNode(node, graph, NULL, 0, &asked->of.copy.box);
  case FILL_NODE:
    return addFill(node, graph, NULL, &asked->of.fill);
  case HOST:
    return addHost(node, graph, NULL, &asked->of.host);
  case GRAPH:
    return cudaGraphAddChildGraphNode(node, graph, NULL, 0, asked->of.pointer);
  case EMPTY:
  case WAIT:
    return cudaGraphAddEmptyNode(node, graph, NULL, 0);
  case RECORD:
    return cudaGraphAddEventRecordNode(node, graph, NULL, 0, asked->of.pointer);
  default:
    ask(ABSENT, NULL, "cudaGraphAddNode of this type", 29, NULL, 0, NULL, 0);
    return noted(NOT_SUPPORTED);
  }
}

/* Since CUDA 13 with data of edges behind the dependencies. */
RUNTIME(cudaGraphAddNode)(void **node, cudaGraph_t graph, const void *before, const void *edges,
                          size_t count, const struct nodeParameters *asked) {
  (void)before;
  (void)edges;
  (void)count;
  return addNode(node, graph, asked);
}
SAME(cudaGraphAddNode, _v2)

RUNTIME(cudaGraphAddDependencies)(cudaGraph_t graph) {
  return noted(ASK(GRAPH_NODES, NULL, NUMBER(graph)));
}
SAME(cudaGraphAddDependencies, _v2)

RUNTIME(cudaGraphGetNodes)(cudaGraph_t graph, void **nodes, size_t *count) {
  struct reply reply;
  cudaError_t error = ask(GRAPH_NODES, &reply, NULL, 0, nodes, nodes ? *count * sizeof *nodes : 0,
                          LIST(NUMBER(graph)), 1);
  *count = error ? 0 : (size_t)reply.results[0];
  return noted(error);
}

RUNTIME(cudaGraphGetRootNodes)(cudaGraph_t graph, void **nodes, size_t *count) {
  return cudaGraphGetNodes(graph, nodes, count);
}

RUNTIME(cudaGraphNodeGetType)(void *node, int *type) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_NODES, &reply, 0, NUMBER(node));
  *type = error ? 0 : (int)reply.results[1];
  return noted(error);
}

static cudaError_t instantiate(void **executable, cudaGraph_t graph) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_INSTANTIATE, &reply, NUMBER(graph), 0);
  *executable = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

/* The arguments behind the graph differ from version to version, and none of them matters. */
RUNTIME(cudaGraphInstantiate)(void **executable, cudaGraph_t graph) {
  return instantiate(executable, graph);
}

RUNTIME(cudaGraphInstantiateWithFlags)(void **executable, cudaGraph_t graph) {
  return instantiate(executable, graph);
}

RUNTIME(cudaGraphInstantiateWithParams)(void **executable, cudaGraph_t graph) {
  return instantiate(executable, graph);
}

/* The result says that the update was done, and has nothing else to say. */
RUNTIME(cudaGraphExecUpdate)(void *executable, cudaGraph_t graph, void *result) {
  memset(result, 0, sizeof(int));
  return noted(ASK(GRAPH_INSTANTIATE, NULL, NUMBER(graph), NUMBER(executable)));
}

RUNTIME(cudaGraphUpload)(void *executable, cudaStream_t stream) {
  (void)stream;
  return noted(ASK(GRAPH_NODES, NULL, NUMBER(executable)));
}

RUNTIME(cudaGraphLaunch)(void *executable, cudaStream_t stream) {
  return noted(ASK(GRAPH_LAUNCH, NULL, NUMBER(executable), NUMBER(stream)));
}
SAME(cudaGraphLaunch, _ptsz)

RUNTIME(cudaGraphExecDestroy)(void *executable) {
  return noted(ASK(GRAPH_DESTROY, NULL, NUMBER(executable)));
}

RUNTIME(cudaGraphDestroy)(cudaGraph_t graph) {
  return noted(ASK(GRAPH_DESTROY, NULL, NUMBER(graph)));
}
