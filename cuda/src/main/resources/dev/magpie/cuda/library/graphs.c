/* Graphs: what a stream captures, or what nodes add, and launches of them. */
#include "graphs.h"

#include <stdio.h>
#include <stdlib.h>

int hasPlainEdges(void) {
  /* Of a program without kernels the version is not known, and taken for the newest. */
  enum { TOOLKIT = 2, UNKNOWN, OLD, NEW };
  static int known = UNKNOWN;
  struct reply reply;
  if (known == UNKNOWN && ASK(VERSION, &reply, 0) == SUCCESS && reply.results[TOOLKIT]) {
    known = reply.results[TOOLKIT] < 13 ? OLD : NEW;
  }
  return known == OLD;
}

RUNTIME(cudaStreamBeginCapture)(cudaStream_t stream, int mode) {
  return noted(ASK(CAPTURE_BEGIN, NULL, NUMBER(stream), mode));
}
SAME(cudaStreamBeginCapture, _ptsz)

RUNTIME(cudaStreamBeginCaptureToGraph)(cudaStream_t stream, cudaGraph_t graph,
                                       const void *dependencies, const void *edges, size_t count,
                                       int mode) {
  (void)edges;
  return noted(ask(CAPTURE_BEGIN, NULL, dependencies, count * sizeof(void *), NULL, 0,
                   LIST(NUMBER(stream), mode, NUMBER(graph)), 3));
}
SAME(cudaStreamBeginCaptureToGraph, _ptsz)

RUNTIME(cudaStreamEndCapture)(cudaStream_t stream, cudaGraph_t *graph) {
  struct reply reply;
  cudaError_t error = ASK(CAPTURE_END, &reply, NUMBER(stream));
  if (graph) {
    *graph = error ? NULL : POINTER(reply.results[0]);
  }
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

/* The dependencies are there until this is asked again. */
static cudaError_t captureInfo(cudaStream_t stream, int *status, uint64_t *identity,
                               cudaGraph_t *graph, void *const **dependencies, size_t *count) {
  static __thread void **held;
  struct reply reply;
  void *few[64];
  cudaError_t error =
      ask(CAPTURE_INFO, &reply, NULL, 0, few, sizeof few, LIST(NUMBER(stream)), 1);
  if (error) {
    return noted(error);
  }
  size_t all = (size_t)reply.results[2];
  if (dependencies || count) {
    free(held);
    held = calloc(all + 1, sizeof *held);
    if (!held) {
      return noted(ALLOCATION);
    }
    memcpy(held, few, (all < 64 ? all : 64) * sizeof *held);
    if (all > 64) {
      error = ask(CAPTURE_INFO, &reply, NULL, 0, held, all * sizeof *held, LIST(NUMBER(stream)),
                  1);
    }
  }
  *status = (int)reply.results[0];
  if (identity) {
    *identity = (uint64_t)reply.results[1];
  }
  if (graph) {
    *graph = POINTER(reply.results[1]);
  }
  if (dependencies) {
    *dependencies = held;
  }
  if (count) {
    *count = all;
  }
  return noted(error);
}

RUNTIME(cudaStreamGetCaptureInfo_v2)(cudaStream_t stream, int *status, uint64_t *identity,
                                     cudaGraph_t *graph, void *const **dependencies,
                                     size_t *count) {
  return captureInfo(stream, status, identity, graph, dependencies, count);
}
SAME(cudaStreamGetCaptureInfo_v2, _ptsz)

RUNTIME(cudaStreamGetCaptureInfo_v3)(cudaStream_t stream, int *status, uint64_t *identity,
                                     cudaGraph_t *graph, void *const **dependencies,
                                     const void **edges, size_t *count) {
  if (edges) {
    *edges = NULL;
  }
  return captureInfo(stream, status, identity, graph, dependencies, count);
}
SAME(cudaStreamGetCaptureInfo_v3, _ptsz)

/* Before CUDA 12 up to the identity. */
RUNTIME(cudaStreamGetCaptureInfo)(cudaStream_t stream, int *status, uint64_t *identity,
                                  cudaGraph_t *graph, void *const **dependencies,
                                  const void **edges, size_t *count) {
  return hasPlainEdges() ? captureInfo(stream, status, identity, NULL, NULL, NULL)
                         : cudaStreamGetCaptureInfo_v3(stream, status, identity, graph,
                                                       dependencies, edges, count);
}
SAME(cudaStreamGetCaptureInfo, _ptsz)

static cudaError_t setDependencies(cudaStream_t stream, const void *dependencies, size_t count,
                                   unsigned flags) {
  return noted(ask(CAPTURE_DEPENDENCIES, NULL, dependencies, count * sizeof(void *), NULL, 0,
                   LIST(NUMBER(stream), flags & 1), 2));
}

RUNTIME(cudaStreamUpdateCaptureDependencies_v2)(cudaStream_t stream, const void *dependencies,
                                                const void *edges, size_t count, unsigned flags) {
  (void)edges;
  return setDependencies(stream, dependencies, count, flags);
}
SAME(cudaStreamUpdateCaptureDependencies_v2, _ptsz)

RUNTIME(cudaStreamUpdateCaptureDependencies)(cudaStream_t stream, const void *dependencies,
                                             const void *edges, size_t count, unsigned flags) {
  return hasPlainEdges()
             ? setDependencies(stream, dependencies, (size_t)NUMBER(edges), (unsigned)count)
             : setDependencies(stream, dependencies, count, flags);
}
SAME(cudaStreamUpdateCaptureDependencies, _ptsz)

RUNTIME(cudaThreadExchangeStreamCaptureMode)(int *mode) {
  *mode = 0;
  return SUCCESS;
}

static cudaError_t create(cudaGraph_t *graph, cudaGraph_t from) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_CREATE, &reply, 0, NUMBER(from));
  *graph = error ? NULL : POINTER(reply.results[0]);
  if (!error && from) {
    shareObjects(from, *graph);
  }
  return noted(error);
}

RUNTIME(cudaGraphCreate)(cudaGraph_t *graph, unsigned flags) {
  (void)flags;
  return create(graph, NULL);
}

RUNTIME(cudaGraphClone)(cudaGraph_t *graph, cudaGraph_t from) { return create(graph, from); }

static cudaError_t inspect(cudaGraph_t graph, const void *node, enum question question,
                           void **nodes, size_t *count) {
  struct reply reply;
  cudaError_t error =
      ask(GRAPH_INSPECT, &reply, NULL, 0, nodes, nodes ? *count * sizeof *nodes : 0,
          LIST(NUMBER(graph), NUMBER(node), question), 3);
  size_t all = error ? 0 : (size_t)reply.results[0];
  /* Behind the last there are none. */
  for (size_t i = all; nodes && i < *count; i++) {
    nodes[i] = NULL;
  }
  *count = all;
  return noted(error);
}

RUNTIME(cudaGraphGetNodes)(cudaGraph_t graph, void **nodes, size_t *count) {
  return inspect(graph, NULL, NODES, nodes, count);
}

RUNTIME(cudaGraphGetRootNodes)(cudaGraph_t graph, void **nodes, size_t *count) {
  return inspect(graph, NULL, ROOTS, nodes, count);
}

/* Edges wait for all of a node, which is what data of zeros say. */
enum { EDGE_BYTES = 8 };

static void clearEdges(void *edges, size_t count) {
  if (edges) {
    memset(edges, 0, count * EDGE_BYTES);
  }
}

RUNTIME(cudaGraphGetEdges_v2)(cudaGraph_t graph, void **from, void **to, void *edges,
                              size_t *count) {
  size_t room = from && to ? *count : 0;
  size_t all = 0;
  cudaError_t error = inspect(graph, NULL, EDGES, NULL, &all);
  void **ends = calloc(2 * all + 1, sizeof *ends);
  if (!ends) {
    return noted(ALLOCATION);
  }
  size_t places = 2 * all;
  if (!error && room) {
    error = inspect(graph, NULL, EDGES, ends, &places);
  }
  for (size_t i = 0; i < room; i++) {
    from[i] = i < all ? ends[2 * i] : NULL;
    to[i] = i < all ? ends[2 * i + 1] : NULL;
  }
  clearEdges(edges, room);
  free(ends);
  *count = error ? 0 : all;
  return error;
}

RUNTIME(cudaGraphGetEdges)(cudaGraph_t graph, void **from, void **to, void *edges,
                           size_t *count) {
  return hasPlainEdges() ? cudaGraphGetEdges_v2(graph, from, to, NULL, edges)
                         : cudaGraphGetEdges_v2(graph, from, to, edges, count);
}

static cudaError_t neighbours(void *node, enum question question, void **nodes, void *edges,
                              size_t *count) {
  clearEdges(edges, nodes ? *count : 0);
  return inspect(NULL, node, question, nodes, count);
}

RUNTIME(cudaGraphNodeGetDependencies_v2)(void *node, void **nodes, void *edges, size_t *count) {
  return neighbours(node, DEPENDENCIES, nodes, edges, count);
}

RUNTIME(cudaGraphNodeGetDependentNodes_v2)(void *node, void **nodes, void *edges, size_t *count) {
  return neighbours(node, DEPENDENTS, nodes, edges, count);
}

RUNTIME(cudaGraphNodeGetDependencies)(void *node, void **nodes, void *edges, size_t *count) {
  return hasPlainEdges() ? neighbours(node, DEPENDENCIES, nodes, NULL, edges)
                         : neighbours(node, DEPENDENCIES, nodes, edges, count);
}

RUNTIME(cudaGraphNodeGetDependentNodes)(void *node, void **nodes, void *edges, size_t *count) {
  return hasPlainEdges() ? neighbours(node, DEPENDENTS, nodes, NULL, edges)
                         : neighbours(node, DEPENDENTS, nodes, edges, count);
}

RUNTIME(cudaGraphAddDependencies_v2)(cudaGraph_t graph, void *const *from, void *const *to,
                                     const void *edges, size_t count) {
  (void)edges;
  return noted(joinNodes(graph, from, to, count, 1));
}

RUNTIME(cudaGraphAddDependencies)(cudaGraph_t graph, void *const *from, void *const *to,
                                  const void *edges, size_t count) {
  return noted(joinNodes(graph, from, to, hasPlainEdges() ? (size_t)NUMBER(edges) : count, 1));
}

RUNTIME(cudaGraphRemoveDependencies_v2)(cudaGraph_t graph, void *const *from, void *const *to,
                                        const void *edges, size_t count) {
  (void)edges;
  return noted(joinNodes(graph, from, to, count, 0));
}

RUNTIME(cudaGraphRemoveDependencies)(cudaGraph_t graph, void *const *from, void *const *to,
                                     const void *edges, size_t count) {
  return noted(joinNodes(graph, from, to, hasPlainEdges() ? (size_t)NUMBER(edges) : count, 0));
}

/* A picture of a graph, for Graphviz. */
RUNTIME(cudaGraphDebugDotPrint)(cudaGraph_t graph, const char *path, unsigned flags) {
  static const char *const types[] = {"kernel", "memcpy", "memset",       "host",  "graph",
                                      "empty",  "wait",   "event record", "",      "",
                                      "alloc",  "free",   "",             "choice"};
  extern cudaError_t cudaGraphNodeGetType(void *, int *);
  size_t nodes = 0, edges = 0;
  (void)flags;
  cudaError_t error = inspect(graph, NULL, NODES, NULL, &nodes);
  error = error ? error : inspect(graph, NULL, EDGES, NULL, &edges);
  if (error) {
    return error;
  }
  size_t ends = 2 * edges;
  void **all = calloc(nodes + ends + 1, sizeof *all);
  FILE *file = all ? fopen(path, "w") : NULL;
  if (!file) {
    free(all);
    return noted(all ? INVALID_VALUE : ALLOCATION);
  }
  inspect(graph, NULL, NODES, all, &nodes);
  inspect(graph, NULL, EDGES, all + nodes, &ends);
  fputs("digraph {\n", file);
  for (size_t i = 0; i < nodes; i++) {
    int type = 0;
    cudaGraphNodeGetType(all[i], &type);
    fprintf(file, "  n%zx [label=\"%s\"];\n", (size_t)all[i],
            (size_t)type < sizeof types / sizeof *types ? types[type] : "");
  }
  for (void **at = all + nodes; at < all + nodes + 2 * edges; at += 2) {
    fprintf(file, "  n%zx -> n%zx;\n", (size_t)at[0], (size_t)at[1]);
  }
  fputs("}\n", file);
  free(all);
  return noted(fclose(file) == 0 ? SUCCESS : INVALID_VALUE);
}

static cudaError_t instantiate(void **executable, cudaGraph_t graph, uint64_t flags) {
  struct reply reply;
  cudaError_t error = ASK(GRAPH_INSTANTIATE, &reply, NUMBER(graph), 0, (int64_t)flags);
  *executable = error ? NULL : POINTER(reply.results[0]);
  if (!error) {
    shareObjects(graph, *executable);
  }
  return noted(error);
}

/* Before CUDA 12 there was a place for a node where flags are now. */
RUNTIME(cudaGraphInstantiate)(void **executable, cudaGraph_t graph, uint64_t flags) {
  return instantiate(executable, graph, flags < 4096 ? flags : 0);
}

RUNTIME(cudaGraphInstantiateWithFlags)(void **executable, cudaGraph_t graph, uint64_t flags) {
  return instantiate(executable, graph, flags);
}

struct instantiation {
  uint64_t flags;
  cudaStream_t stream;
  void *errorNode;
  int result;
};

RUNTIME(cudaGraphInstantiateWithParams)(void **executable, cudaGraph_t graph,
                                        struct instantiation *asked) {
  cudaError_t error = instantiate(executable, graph, asked->flags);
  asked->errorNode = NULL;
  asked->result = error != SUCCESS;
  return error;
}

/* The result says that the update was done, and has nothing else to say. */
RUNTIME(cudaGraphExecUpdate)(void *executable, cudaGraph_t graph, void *result) {
  memset(result, 0, sizeof(int));
  return noted(ASK(GRAPH_INSTANTIATE, NULL, NUMBER(graph), NUMBER(executable)));
}

RUNTIME(cudaGraphUpload)(void *executable, cudaStream_t stream) {
  (void)stream;
  return noted(ASK(GRAPH_CHECK, NULL, NUMBER(executable)));
}
SAME(cudaGraphUpload, _ptsz)

RUNTIME(cudaGraphLaunch)(void *executable, cudaStream_t stream) {
  return noted(ASK(GRAPH_LAUNCH, NULL, NUMBER(executable), NUMBER(stream)));
}
SAME(cudaGraphLaunch, _ptsz)

RUNTIME(cudaGraphExecDestroy)(void *executable) {
  cudaError_t error = ASK(GRAPH_DESTROY, NULL, NUMBER(executable));
  releaseObjects(executable);
  return noted(error);
}

RUNTIME(cudaGraphDestroy)(cudaGraph_t graph) { return cudaGraphExecDestroy(graph); }

static cudaError_t only(int device) { return device == 0 ? SUCCESS : 101; }

RUNTIME(cudaDeviceGetGraphMemAttribute)(int device, int attribute, uint64_t *value) {
  struct reply reply;
  cudaError_t error = only(device);
  error = error ? error : ASK(GRAPH_MEMORY, &reply, attribute);
  *value = error ? 0 : (uint64_t)reply.results[0];
  return noted(error);
}

RUNTIME(cudaDeviceSetGraphMemAttribute)(int device, int attribute, const uint64_t *value) {
  cudaError_t error = only(device);
  error = error ? error : *value ? INVALID_VALUE : ASK(GRAPH_MEMORY_SET, NULL, attribute);
  return noted(error);
}

RUNTIME(cudaDeviceGraphMemTrim)(int device) {
  cudaError_t error = only(device);
  return noted(error ? error : ASK(GRAPH_MEMORY_TRIM, NULL, 0));
}
