/* What the functions of graphs share: the runtime's structures, and nodes as calls. */
#pragma once
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

/* Up to what comes back: the address. */
struct allocationNode {
  char pool[88];
  const void *access;
  size_t accessCount, bytes;
  void *address;
};

struct conditionNode {
  uint64_t handle;
  int type;
  unsigned count;
  cudaGraph_t *bodies;
};

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
    struct allocationNode allocation;
    struct conditionNode condition;
    void *pointer;
  } of;
};

/* As ProgramGraphs in Java has them. */
enum question { NODES, ROOTS, DEPENDENCIES, DEPENDENTS, EDGES };
enum action { TYPE, CALL, ENABLE, IS_ENABLED, DESTROY, FIND_IN_CLONE, CHILD, SET_CHILD };

/* A node to be added, or one to be replaced if it is not null; then the graph may be. */
struct target {
  void **made;
  cudaGraph_t graph;
  const void *replaced;
  void *const *before;
  size_t count;
};

#define ADDED(node, graph, before, count)                                                          \
  (&(struct target){node, graph, NULL, (void *const *)(before), count})
#define REPLACED(graph, node) (&(struct target){NULL, graph, node, NULL, 0})

/* Adds a call to a graph as a node, or puts it in a node's place. */
cudaError_t putCall(const struct target *target, struct reply *reply, enum call number,
                    const void *in, size_t inBytes, void *out, size_t outBytes,
                    const int64_t *arguments, int count);

cudaError_t putKernel(const struct target *target, const struct kernelNode *asked);
cudaError_t putFill(const struct target *target, const struct fillNode *asked);
cudaError_t putCopy(const struct target *target, void *to, const void *from, size_t bytes,
                    int kind);
cudaError_t putBox(const struct target *target, const struct box *box);
cudaError_t putHost(const struct target *target, const struct hostNode *asked);
cudaError_t putEvent(const struct target *target, cudaEvent_t event, int isRecorded);

cudaError_t putNode(const struct target *target, struct nodeParameters *asked);

cudaError_t joinNodes(cudaGraph_t graph, void *const *from, void *const *to, size_t count,
                    int isAdded);

/* Lets a graph that is made from another one keep the same objects of the host. */
void shareObjects(cudaGraph_t from, cudaGraph_t to);

/* A graph is gone that may have kept some. */
void releaseObjects(cudaGraph_t graph);

/* Whether the program was made with a CUDA in which edges have no data. */
int hasPlainEdges(void);
