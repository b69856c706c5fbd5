/* Graphs: the order that edges give, nodes looked at and changed, conditions, memory of graphs. */
#include <cstdint>
#include <cstring>

#include "check.h"

__global__ void append(unsigned *text, unsigned digit) { *text = *text * 10 + digit; }

__global__ void store(unsigned *at, unsigned value) { *at = value; }

__global__ void decide(cudaGraphConditionalHandle handle, unsigned *left) {
  cudaGraphSetConditional(handle, *left);
  if (*left) {
    --*left;
  }
}

__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}

static unsigned *text;

static cudaKernelNodeParams appending(void **arguments) {
  cudaKernelNodeParams made = {};
  made.func = (void *)append;
  made.gridDim = dim3(1);
  made.blockDim = dim3(1);
  made.kernelParams = arguments;
  return made;
}

static cudaGraphNode_t add(cudaGraph_t graph, unsigned digit) {
  void *arguments[] = {&text, &digit};
  cudaKernelNodeParams asked = appending(arguments);
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &asked));
  return node;
}

static unsigned launched(cudaGraphExec_t executable) {
  unsigned result = 0;
  OK(cudaMemset(text, 0, sizeof *text));
  OK(cudaGraphLaunch(executable, 0));
  OK(cudaMemcpy(&result, text, sizeof result, cudaMemcpyDeviceToHost));
  return result;
}

static unsigned launched(cudaGraph_t graph) {
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  unsigned result = launched(executable);
  OK(cudaGraphExecDestroy(executable));
  return result;
}

static void edges() {
  cudaGraph_t graph, clone;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t last = add(graph, 3), middle = add(graph, 2), first = add(graph, 1);
  cudaGraphNode_t from[] = {first, middle}, to[] = {middle, last};
  OK(cudaGraphAddDependencies(graph, from, to, nullptr, 2));
  CHECK(launched(graph) == 123);

  size_t count = 0;
  OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  CHECK(count == 2);
  cudaGraphNode_t heads[4], tails[4];
  cudaGraphEdgeData data[4];
  count = 4;
  OK(cudaGraphGetEdges(graph, heads, tails, data, &count));
  CHECK(count == 2 && heads[2] == nullptr);
  CHECK((heads[0] == middle && tails[0] == last) || (heads[1] == middle && tails[1] == last));
  count = 1;
  OK(cudaGraphGetRootNodes(graph, heads, &count));
  CHECK(count == 1 && heads[0] == first);
  count = 1;
  OK(cudaGraphNodeGetDependencies(last, heads, nullptr, &count));
  CHECK(count == 1 && heads[0] == middle);
  count = 1;
  OK(cudaGraphNodeGetDependentNodes(first, heads, nullptr, &count));
  CHECK(count == 1 && heads[0] == middle);

  OK(cudaGraphClone(&clone, graph));
  cudaGraphNode_t copy;
  OK(cudaGraphNodeFindInClone(&copy, last, clone));
  CHECK(copy != last);
  OK(cudaGraphDestroyNode(copy));
  CHECK(launched(clone) == 12);
  CHECK(launched(graph) == 123);
  FAILS(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&copy, last, graph));

  cudaGraphNode_t circle[] = {last}, start[] = {first};
  OK(cudaGraphAddDependencies(graph, circle, start, nullptr, 1));
  cudaGraphExec_t none;
  FAILS(cudaErrorInvalidValue, cudaGraphInstantiate(&none, graph, 0));
  OK(cudaGraphRemoveDependencies(graph, circle, start, nullptr, 1));
  FAILS(cudaErrorInvalidValue, cudaGraphRemoveDependencies(graph, circle, start, nullptr, 1));
  CHECK(launched(graph) == 123);
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(clone));
}

static void parameters() {
  cudaGraph_t graph, whole;
  cudaGraphExec_t executable;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t one = add(graph, 1), two = add(graph, 2), child;
  OK(cudaGraphAddDependencies(graph, &one, &two, nullptr, 1));
  cudaKernelNodeParams found;
  OK(cudaGraphKernelNodeGetParams(two, &found));
  CHECK(found.func == (void *)append && found.gridDim.x == 1 && found.blockDim.x == 1);
  CHECK(*(unsigned **)found.kernelParams[0] == text && *(unsigned *)found.kernelParams[1] == 2);

  unsigned five = 5;
  found.kernelParams[1] = &five;
  OK(cudaGraphKernelNodeSetParams(two, &found));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(launched(executable) == 15);
  OK(cudaGraphNodeSetEnabled(executable, one, 0));
  unsigned isEnabled = 1;
  OK(cudaGraphNodeGetEnabled(executable, one, &isEnabled));
  CHECK(!isEnabled);
  CHECK(launched(executable) == 5);
  OK(cudaGraphExecDestroy(executable));

  /* A graph within another one is a copy of it. */
  OK(cudaGraphCreate(&whole, 0));
  OK(cudaGraphAddChildGraphNode(&child, whole, nullptr, 0, graph));
  OK(cudaGraphDestroy(graph));
  cudaGraphNode_t behind = add(whole, 9);
  OK(cudaGraphAddDependencies(whole, &child, &behind, nullptr, 1));
  CHECK(launched(whole) == 159);
  OK(cudaGraphChildGraphNodeGetGraph(child, &graph));
  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 2);

  unsigned value = 0;
  cudaGraphNode_t copy, fill;
  cudaMemcpy3DParms box;
  OK(cudaGraphAddMemcpyNode1D(&copy, whole, &behind, 1, &value, text, sizeof value,
                              cudaMemcpyDeviceToHost));
  OK(cudaGraphMemcpyNodeGetParams(copy, &box));
  CHECK(box.dstPtr.ptr == &value && box.srcPtr.ptr == text && box.extent.width == sizeof value);
  cudaMemsetParams asked = {}, filling;
  asked.dst = text;
  asked.elementSize = 4;
  asked.width = asked.height = 1;
  asked.value = 7;
  OK(cudaGraphAddMemsetNode(&fill, whole, &copy, 1, &asked));
  OK(cudaGraphMemsetNodeGetParams(fill, &filling));
  CHECK(filling.dst == text && filling.width == 1 && filling.value == 7);
  CHECK(launched(whole) == 7 && value == 159);
  OK(cudaGraphDestroy(whole));
}

static void capture() {
  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  cudaGraph_t graph, seen;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamCreate(&other));
  OK(cudaEventCreate(&fork));
  OK(cudaEventCreate(&join));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  append<<<1, 1, 0, stream>>>(text, 1);
  OK(cudaEventRecord(fork, stream));
  OK(cudaStreamWaitEvent(other, fork, 0));
  append<<<1, 1, 0, other>>>(text, 2);
  OK(cudaEventRecord(join, other));
  OK(cudaStreamWaitEvent(stream, join, 0));
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t *waited;
  size_t count = 0;
  OK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &seen, &waited, nullptr, &count));
  CHECK(status == cudaStreamCaptureStatusActive && count == 2);
  /* A node that is added by hand comes between. */
  unsigned digit = 3;
  void *arguments[] = {&text, &digit};
  cudaKernelNodeParams asked = appending(arguments);
  cudaGraphNode_t byHand;
  OK(cudaGraphAddKernelNode(&byHand, seen, waited, count, &asked));
  OK(cudaStreamUpdateCaptureDependencies(stream, &byHand, nullptr, 1,
                                         cudaStreamSetCaptureDependencies));
  append<<<1, 1, 0, stream>>>(text, 4);
  OK(cudaStreamEndCapture(stream, &graph));
  CHECK(graph == seen);
  count = 0;
  OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  CHECK(count == 4);
  CHECK(launched(graph) == 1234);

  /* More of it, behind its last. */
  cudaGraphNode_t last[8];
  count = 8;
  OK(cudaGraphGetNodes(graph, last, &count));
  CHECK(count == 4);
  OK(cudaStreamBeginCaptureToGraph(stream, graph, &last[3], nullptr, 1,
                                   cudaStreamCaptureModeGlobal));
  append<<<1, 1, 0, stream>>>(text, 5);
  OK(cudaStreamEndCapture(stream, nullptr));
  CHECK(launched(graph) == 12345);
  OK(cudaGraphDestroy(graph));
}

static cudaGraph_t *conditional(cudaGraph_t graph, cudaGraphNode_t before,
                                cudaGraphConditionalHandle handle,
                                cudaGraphConditionalNodeType type, unsigned count) {
  cudaGraphNodeParams asked = {};
  asked.type = cudaGraphNodeTypeConditional;
  asked.conditional.handle = handle;
  asked.conditional.type = type;
  asked.conditional.size = count;
  cudaGraphNode_t node;
  OK(cudaGraphAddNode(&node, graph, &before, nullptr, 1, &asked));
  return asked.conditional.phGraph_out;
}

static cudaGraphNode_t deciding(cudaGraph_t graph, const void *kernel, void **arguments) {
  cudaKernelNodeParams asked = appending(arguments);
  asked.func = (void *)kernel;
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &asked));
  return node;
}

static void conditions() {
  unsigned *left, three = 3;
  OK(cudaMalloc(&left, sizeof *left));
  cudaGraph_t graph;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t first = add(graph, 8);
  cudaGraph_t *bodies = conditional(graph, first, handle, cudaGraphCondTypeWhile, 1);
  void *arguments[] = {&handle, &left};
  cudaGraphNode_t asks = deciding(bodies[0], (const void *)decide, arguments);
  cudaGraphNode_t digit = add(bodies[0], 1);
  OK(cudaGraphAddDependencies(bodies[0], &asks, &digit, nullptr, 1));
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 2; i++) {
    OK(cudaMemcpy(left, &three, sizeof three, cudaMemcpyHostToDevice));
    CHECK(launched(executable) == 81111);
  }
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));

  const unsigned expected[] = {4, 5, 6, 0};
  for (unsigned value = 0; value < 4; value++) {
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    void *chosen[] = {&handle, &value};
    first = deciding(graph, (const void *)choose, chosen);
    bodies = conditional(graph, first, handle, cudaGraphCondTypeSwitch, 3);
    for (unsigned i = 0; i < 3; i++) {
      add(bodies[i], 4 + i);
    }
    CHECK(launched(graph) == expected[value]);
    OK(cudaGraphDestroy(graph));
  }
  for (unsigned value = 0; value < 2; value++) {
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    void *chosen[] = {&handle, &value};
    first = deciding(graph, (const void *)choose, chosen);
    bodies = conditional(graph, first, handle, cudaGraphCondTypeIf, 2);
    add(bodies[0], 1);
    add(bodies[1], 2);
    CHECK(launched(graph) == (value ? 1u : 2u));
    OK(cudaGraphDestroy(graph));
  }
  OK(cudaFree(left));
}

static void memory() {
  uint64_t used = 1;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  unsigned *made, value = 0;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMallocAsync(&made, 4 << 20, stream));
  store<<<1, 1, 0, stream>>>(made, 17);
  OK(cudaMemcpyAsync(&value, made, sizeof value, cudaMemcpyDeviceToHost, stream));
  OK(cudaFreeAsync(made, stream));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  FAILS(cudaErrorInvalidValue, cudaMemset(made, 0, 4));
  for (int i = 0; i < 3; i++) {
    value = 0;
    OK(cudaGraphLaunch(executable, stream));
    CHECK(value == 17);
  }
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  CHECK(used == 0);
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &used));
  CHECK(used == 4 << 20);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));

  /* What a graph does not free is there behind it, and another one can free it. */
  cudaMemAllocNodeParams asked = {};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location.type = cudaMemLocationTypeDevice;
  asked.bytesize = 4096;
  cudaGraphNode_t node;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &asked));
  made = (unsigned *)asked.dptr;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, stream));
  store<<<1, 1, 0, stream>>>(made, 18);
  OK(cudaMemcpy(&value, made, sizeof value, cudaMemcpyDeviceToHost));
  CHECK(value == 18);
  FAILS(cudaErrorInvalidValue, cudaGraphLaunch(executable, stream));
  cudaGraph_t freeing;
  OK(cudaGraphCreate(&freeing, 0));
  OK(cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, made));
  cudaGraphExec_t frees;
  OK(cudaGraphInstantiate(&frees, freeing, 0));
  OK(cudaGraphLaunch(frees, stream));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaFreeAsync(made, stream));
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaFree(made));
}

static void destroy(void *counter) { ++*(int *)counter; }

/* Objects of the host are there until no graph keeps them. */
static void objects() {
  int destroyed = 0;
  cudaUserObject_t object;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  OK(cudaUserObjectCreate(&object, &destroyed, destroy, 1, cudaUserObjectNoDestructorSync));
  OK(cudaGraphCreate(&graph, 0));
  add(graph, 1);
  OK(cudaGraphRetainUserObject(graph, object, 1, 0));
  OK(cudaUserObjectRelease(object, 1));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphDestroy(graph));
  CHECK(destroyed == 0);
  CHECK(launched(executable) == 1);
  OK(cudaGraphExecDestroy(executable));
  CHECK(destroyed == 1);
}

/* A picture has a line for each node and each edge. */
static void picture() {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t one = add(graph, 1), two = add(graph, 2);
  OK(cudaGraphAddDependencies(graph, &one, &two, nullptr, 1));
  char path[] = "/tmp/graphXXXXXX", line[256];
  CHECK(mkstemp(path) >= 0);
  OK(cudaGraphDebugDotPrint(graph, path, 0));
  int nodes = 0, edges = 0;
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) {
    nodes += strstr(line, "label=\"kernel\"") != nullptr;
    edges += strstr(line, "->") != nullptr;
  }
  CHECK(nodes == 2 && edges == 1);
  if (file) {
    fclose(file);
  }
  remove(path);
  OK(cudaGraphDestroy(graph));
}

int main() {
  OK(cudaMalloc(&text, sizeof *text));
  edges();
  parameters();
  capture();
  conditions();
  memory();
  objects();
  picture();
  return finish();
}
