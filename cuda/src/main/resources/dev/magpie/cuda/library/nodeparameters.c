/* Nodes of graphs that are there: what they are, and changes of it. */
#include "graphs.h"

#include <stdlib.h>

/* A node's call, as it was kept. */
struct kept {
  enum call number;
  int64_t arguments[ARGUMENTS];
  char payload[MOST_PARAMETER_BYTES];
  size_t bytes;
};

static cudaError_t doWith(cudaGraph_t graph, const void *node, enum action action, int64_t value,
                          int64_t *result) {
  struct reply reply;
  cudaError_t error =
      ASK(GRAPH_NODE, &reply, NUMBER(graph), NUMBER(node), action, value);
  if (result) {
    *result = error ? 0 : reply.results[0];
  }
  return error;
}

static cudaError_t fetch(const void *node, struct kept *kept, enum call wanted) {
  struct reply reply;
  struct {
    int64_t arguments[ARGUMENTS];
    char payload[MOST_PARAMETER_BYTES];
  } place;
  cudaError_t error = ask(GRAPH_NODE, &reply, NULL, 0, &place, sizeof place,
                          LIST(0, NUMBER(node), CALL), 3);
  if (error) {
    return error;
  }
  kept->number = (enum call)reply.results[0];
  kept->bytes = answered() - sizeof place.arguments;
  memcpy(kept->arguments, place.arguments, sizeof place.arguments);
  memcpy(kept->payload, place.payload, kept->bytes);
  return kept->number == wanted || wanted == HELLO ? SUCCESS : INVALID_VALUE;
}

/* A kernel's arguments, which stay until they are asked for again: CUDA's are the node's own. */
static void **argumentsOf(const void *node, const struct kept *kept) {
  static struct held {
    const void *node;
    void **arguments;
    struct held *next;
  } *all;
  struct held *held = all;
  while (held && held->node != node) {
    held = held->next;
  }
  if (!held) {
    held = calloc(1, sizeof *held);
    if (!held) {
      abort();
    }
    held->node = node;
    held->next = all;
    all = held;
  }
  free(held->arguments);
  held->arguments = scatter(POINTER(kept->arguments[0]), kept->payload, kept->bytes);
  return held->arguments;
}

RUNTIME(cudaGraphNodeGetType)(void *node, int *type) {
  int64_t result;
  cudaError_t error = doWith(NULL, node, TYPE, 0, &result);
  *type = (int)result;
  return noted(error);
}

RUNTIME(cudaGraphNodeFindInClone)(void **found, const void *node, cudaGraph_t clone) {
  int64_t result;
  cudaError_t error = doWith(clone, node, FIND_IN_CLONE, 0, &result);
  *found = POINTER(result);
  return noted(error);
}

RUNTIME(cudaGraphDestroyNode)(void *node) { return noted(doWith(NULL, node, DESTROY, 0, NULL)); }

RUNTIME(cudaGraphNodeSetEnabled)(cudaGraph_t executable, void *node, unsigned isEnabled) {
  return noted(doWith(executable, node, ENABLE, isEnabled, NULL));
}

RUNTIME(cudaGraphNodeGetEnabled)(cudaGraph_t executable, void *node, unsigned *isEnabled) {
  int64_t result;
  cudaError_t error = doWith(executable, node, IS_ENABLED, 0, &result);
  *isEnabled = (unsigned)result;
  return noted(error);
}

RUNTIME(cudaGraphChildGraphNodeGetGraph)(void *node, cudaGraph_t *graph) {
  int64_t result;
  cudaError_t error = doWith(NULL, node, CHILD, 0, &result);
  *graph = POINTER(result);
  return noted(error);
}

RUNTIME(cudaGraphExecChildGraphNodeSetParams)(cudaGraph_t executable, void *node,
                                              cudaGraph_t child) {
  return noted(doWith(executable, node, SET_CHILD, NUMBER(child), NULL));
}

RUNTIME(cudaGraphKernelNodeGetParams)(void *node, struct kernelNode *made) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, LAUNCH);
  if (!error) {
    const int64_t *at = kept.arguments;
    *made = (struct kernelNode){POINTER(at[0]),
                                {(unsigned)at[1], (unsigned)at[2], (unsigned)at[3]},
                                {(unsigned)at[4], (unsigned)at[5], (unsigned)at[6]},
                                (unsigned)at[7],
                                argumentsOf(node, &kept),
                                NULL};
  }
  return noted(error);
}

RUNTIME(cudaGraphKernelNodeSetParams)(void *node, const struct kernelNode *asked) {
  return putKernel(REPLACED(NULL, node), asked);
}

RUNTIME(cudaGraphExecKernelNodeSetParams)(void *executable, void *node,
                                          const struct kernelNode *asked) {
  return putKernel(REPLACED(executable, node), asked);
}

/* The one attribute on which results depend is that blocks wait for each other. */
enum { COOPERATIVE_ATTRIBUTE = 2, FLAGS = 9 };

RUNTIME(cudaGraphKernelNodeGetAttribute)(void *node, int attribute, void *value) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, LAUNCH);
  if (!error) {
    memset(value, 0, 64);
    if (attribute == COOPERATIVE_ATTRIBUTE) {
      *(int *)value = (kept.arguments[FLAGS] & COOPERATIVE) != 0;
    }
  }
  return noted(error);
}

RUNTIME(cudaGraphKernelNodeSetAttribute)(void *node, int attribute, const void *value) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, LAUNCH);
  if (error || attribute != COOPERATIVE_ATTRIBUTE) {
    return noted(error);
  }
  kept.arguments[FLAGS] = *(const int *)value ? COOPERATIVE : 0;
  return putCall(REPLACED(NULL, node), NULL, LAUNCH, kept.payload, kept.bytes, NULL, 0,
                 kept.arguments, FLAGS + 1);
}

RUNTIME(cudaGraphKernelNodeCopyAttributes)(void *to, void *from) {
  char value[64];
  cudaError_t error = cudaGraphKernelNodeGetAttribute(from, COOPERATIVE_ATTRIBUTE, value);
  return error ? error : cudaGraphKernelNodeSetAttribute(to, COOPERATIVE_ATTRIBUTE, value);
}

RUNTIME(cudaGraphMemcpyNodeGetParams)(void *node, struct box *made) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, HELLO);
  const int64_t *at = kept.arguments;
  if (!error && kept.number == COPY) {
    size_t bytes = (size_t)at[2];
    *made = (struct box){.target = {POINTER(at[0]), bytes, bytes, 1},
                         .source = {POINTER(at[1]), bytes, bytes, 1},
                         .extent = {bytes, 1, 1},
                         .kind = (int)at[3]};
  } else if (!error && kept.number == COPY_BOX) {
    *made = (struct box){.targetAt = {(size_t)at[4], (size_t)at[5], (size_t)at[6]},
                         .sourceAt = {(size_t)at[11], (size_t)at[12], (size_t)at[13]},
                         .extent = {(size_t)at[14], (size_t)at[15], (size_t)at[16]},
                         .kind = (int)at[17]};
    if (at[1]) {
      made->targetArray = POINTER(at[0]);
    } else {
      made->target = (struct pitched){POINTER(at[0]), (size_t)at[2], (size_t)at[2], (size_t)at[3]};
    }
    if (at[8]) {
      made->sourceArray = POINTER(at[7]);
    } else {
      made->source =
          (struct pitched){POINTER(at[7]), (size_t)at[9], (size_t)at[9], (size_t)at[10]};
    }
  } else if (!error) {
    error = INVALID_VALUE;
  }
  return noted(error);
}

RUNTIME(cudaGraphMemcpyNodeSetParams)(void *node, const struct box *box) {
  return putBox(REPLACED(NULL, node), box);
}

RUNTIME(cudaGraphExecMemcpyNodeSetParams)(cudaGraph_t executable, void *node,
                                          const struct box *box) {
  return putBox(REPLACED(executable, node), box);
}

RUNTIME(cudaGraphMemcpyNodeSetParams1D)(void *node, void *to, const void *from, size_t bytes,
                                        int kind) {
  return putCopy(REPLACED(NULL, node), to, from, bytes, kind);
}

RUNTIME(cudaGraphExecMemcpyNodeSetParams1D)(void *executable, void *node, void *to,
                                            const void *from, size_t bytes, int kind) {
  return putCopy(REPLACED(executable, node), to, from, bytes, kind);
}

static cudaError_t setSymbolCopy(const struct target *target, const void *symbol, void *to,
                                 const void *from, size_t bytes, size_t offset, int kind) {
  void *address;
  size_t all;
  cudaError_t error = symbolAt(symbol, &address, &all);
  if (error) {
    return noted(error);
  }
  address = (char *)address + offset;
  return putCopy(target, to ? to : address, from ? from : address, bytes, kind);
}

RUNTIME(cudaGraphMemcpyNodeSetParamsToSymbol)(void *node, const void *symbol, const void *from,
                                              size_t bytes, size_t offset, int kind) {
  return setSymbolCopy(REPLACED(NULL, node), symbol, NULL, from, bytes, offset, kind);
}

RUNTIME(cudaGraphMemcpyNodeSetParamsFromSymbol)(void *node, void *to, const void *symbol,
                                                size_t bytes, size_t offset, int kind) {
  return setSymbolCopy(REPLACED(NULL, node), symbol, to, NULL, bytes, offset, kind);
}

RUNTIME(cudaGraphExecMemcpyNodeSetParamsToSymbol)(cudaGraph_t executable, void *node,
                                                  const void *symbol, const void *from,
                                                  size_t bytes, size_t offset, int kind) {
  return setSymbolCopy(REPLACED(executable, node), symbol, NULL, from, bytes, offset, kind);
}

RUNTIME(cudaGraphExecMemcpyNodeSetParamsFromSymbol)(cudaGraph_t executable, void *node, void *to,
                                                    const void *symbol, size_t bytes,
                                                    size_t offset, int kind) {
  return setSymbolCopy(REPLACED(executable, node), symbol, to, NULL, bytes, offset, kind);
}

RUNTIME(cudaGraphMemsetNodeGetParams)(void *node, struct fillNode *made) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, FILL);
  if (!error) {
    const int64_t *at = kept.arguments;
    *made = (struct fillNode){POINTER(at[0]),  (size_t)at[1],           (unsigned)at[3],
                              (unsigned)at[4], (size_t)(at[5] / at[4]), (size_t)at[6]};
  }
  return noted(error);
}

RUNTIME(cudaGraphMemsetNodeSetParams)(void *node, const struct fillNode *asked) {
  return putFill(REPLACED(NULL, node), asked);
}

RUNTIME(cudaGraphExecMemsetNodeSetParams)(void *executable, void *node,
                                          const struct fillNode *asked) {
  return putFill(REPLACED(executable, node), asked);
}

RUNTIME(cudaGraphHostNodeGetParams)(void *node, struct hostNode *made) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, HOST_FUNCTION);
  if (!error) {
    *made = (struct hostNode){POINTER(kept.arguments[1]), POINTER(kept.arguments[2])};
  }
  return noted(error);
}

RUNTIME(cudaGraphHostNodeSetParams)(void *node, const struct hostNode *asked) {
  return putHost(REPLACED(NULL, node), asked);
}

RUNTIME(cudaGraphExecHostNodeSetParams)(void *executable, void *node,
                                        const struct hostNode *asked) {
  return putHost(REPLACED(executable, node), asked);
}

static cudaError_t eventOf(void *node, cudaEvent_t *event, enum call wanted, int at) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, wanted);
  *event = error ? NULL : POINTER(kept.arguments[at]);
  return noted(error);
}

RUNTIME(cudaGraphEventRecordNodeGetEvent)(void *node, cudaEvent_t *event) {
  return eventOf(node, event, EVENT_RECORD, 0);
}

RUNTIME(cudaGraphEventWaitNodeGetEvent)(void *node, cudaEvent_t *event) {
  return eventOf(node, event, STREAM_WAIT, 3);
}

RUNTIME(cudaGraphEventRecordNodeSetEvent)(void *node, cudaEvent_t event) {
  return putEvent(REPLACED(NULL, node), event, 1);
}

RUNTIME(cudaGraphEventWaitNodeSetEvent)(void *node, cudaEvent_t event) {
  return putEvent(REPLACED(NULL, node), event, 0);
}

RUNTIME(cudaGraphExecEventRecordNodeSetEvent)(cudaGraph_t executable, void *node,
                                              cudaEvent_t event) {
  return putEvent(REPLACED(executable, node), event, 1);
}

RUNTIME(cudaGraphExecEventWaitNodeSetEvent)(cudaGraph_t executable, void *node,
                                            cudaEvent_t event) {
  return putEvent(REPLACED(executable, node), event, 0);
}

RUNTIME(cudaGraphMemAllocNodeGetParams)(void *node, struct allocationNode *made) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, GRAPH_ALLOCATE);
  if (!error) {
    memset(made, 0, sizeof *made);
    made->bytes = (size_t)kept.arguments[1];
    made->address = POINTER(kept.arguments[0]);
  }
  return noted(error);
}

RUNTIME(cudaGraphMemFreeNodeGetParams)(void *node, void **address) {
  struct kept kept;
  cudaError_t error = fetch(node, &kept, GRAPH_FREE);
  *address = error ? NULL : POINTER(kept.arguments[0]);
  return noted(error);
}

/* Nodes that make something, such as memory, keep what they have made. */
static cudaError_t setNode(const struct target *target, struct nodeParameters *asked) {
  enum { GRAPH = 4, ALLOCATION_NODE = 10, CONDITION = 13 };
  switch (asked->type) {
  case GRAPH:
    return noted(
        doWith(target->graph, target->replaced, SET_CHILD, NUMBER(asked->of.pointer), NULL));
  case ALLOCATION_NODE:
  case CONDITION:
    return noted(NOT_SUPPORTED);
  default:
    return putNode(target, asked);
  }
}

RUNTIME(cudaGraphNodeSetParams)(void *node, struct nodeParameters *asked) {
  return setNode(REPLACED(NULL, node), asked);
}

RUNTIME(cudaGraphExecNodeSetParams)(cudaGraph_t executable, void *node,
                                    struct nodeParameters *asked) {
  return setNode(REPLACED(executable, node), asked);
}
