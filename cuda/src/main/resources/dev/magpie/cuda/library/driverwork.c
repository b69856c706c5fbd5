/* Streams, captures and graphs through the driver: those of the runtime, whose last error stays. */
#include "driver.h"
#include "graphs.h"


#define AS(name, runtime, parameters, arguments)                                                   \
  DRIVER(name) parameters {                                                                        \
    extern cudaError_t runtime parameters;                                                         \
    cudaError_t earlier = *lastError();                                                            \
    cudaError_t error = initialized();                                                             \
    error = error ? error : runtime arguments;                                                     \
    *lastError() = earlier;                                                                        \
    return ofDriver(error);                                                                        \
  }

AS(cuStreamGetFlags, cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags), (stream, flags))
AS(cuStreamGetPriority, cudaStreamGetPriority, (cudaStream_t stream, int *priority),
   (stream, priority))
AS(cuStreamGetId, cudaStreamGetId, (cudaStream_t stream, unsigned long long *identity),
   (stream, identity))
AS(cuStreamGetDevice, cudaStreamGetDevice, (cudaStream_t stream, int *device), (stream, device))
AS(cuStreamAddCallback, cudaStreamAddCallback,
   (cudaStream_t stream, void *function, void *data, unsigned flags),
   (stream, function, data, flags))
AS(cuLaunchHostFunc, cudaLaunchHostFunc, (cudaStream_t stream, void *function, void *data),
   (stream, function, data))
AS(cuStreamAttachMemAsync, cudaStreamAttachMemAsync, (cudaStream_t stream), (stream))
AS(cuStreamSetAttribute, cudaStreamSetAttribute,
   (cudaStream_t stream, int attribute, const void *value), (stream, attribute, value))
AS(cuEventRecordWithFlags, cudaEventRecordWithFlags,
   (cudaEvent_t event, cudaStream_t stream, unsigned flags), (event, stream, flags))
AS(cuFuncGetParamInfo, cudaFuncGetParamInfo,
   (const void *function, size_t index, size_t *offset, size_t *bytes),
   (function, index, offset, bytes))
AS(cuFuncGetName, cudaFuncGetName, (const char **name, const void *function), (name, function))

AS(cuStreamBeginCapture_v2, cudaStreamBeginCapture, (cudaStream_t stream, int mode),
   (stream, mode))
AS(cuStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph,
   (cudaStream_t stream, cudaGraph_t graph, const void *dependencies, const void *edges,
    size_t count, int mode),
   (stream, graph, dependencies, edges, count, mode))
AS(cuStreamEndCapture, cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph),
   (stream, graph))
AS(cuStreamIsCapturing, cudaStreamIsCapturing, (cudaStream_t stream, int *status),
   (stream, status))
AS(cuStreamGetCaptureInfo_v2, cudaStreamGetCaptureInfo_v2,
   (cudaStream_t stream, int *status, uint64_t *identity, cudaGraph_t *graph,
    void *const **dependencies, size_t *count),
   (stream, status, identity, graph, dependencies, count))
AS(cuStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo_v3,
   (cudaStream_t stream, int *status, uint64_t *identity, cudaGraph_t *graph,
    void *const **dependencies, const void **edges, size_t *count),
   (stream, status, identity, graph, dependencies, edges, count))
AS(cuStreamUpdateCaptureDependencies_v2, cudaStreamUpdateCaptureDependencies_v2,
   (cudaStream_t stream, const void *dependencies, const void *edges, size_t count,
    unsigned flags),
   (stream, dependencies, edges, count, flags))
AS(cuThreadExchangeStreamCaptureMode, cudaThreadExchangeStreamCaptureMode, (int *mode), (mode))

AS(cuGraphCreate, cudaGraphCreate, (cudaGraph_t *graph, unsigned flags), (graph, flags))
AS(cuGraphClone, cudaGraphClone, (cudaGraph_t *graph, cudaGraph_t from), (graph, from))
AS(cuGraphDestroy, cudaGraphDestroy, (cudaGraph_t graph), (graph))
AS(cuUserObjectCreate, cudaUserObjectCreate,
   (void **made, void *pointer, void (*destroy)(void *), unsigned references, unsigned flags),
   (made, pointer, destroy, references, flags))
AS(cuUserObjectRetain, cudaUserObjectRetain, (void *object, unsigned count), (object, count))
AS(cuUserObjectRelease, cudaUserObjectRelease, (void *object, unsigned count), (object, count))
AS(cuGraphRetainUserObject, cudaGraphRetainUserObject,
   (cudaGraph_t graph, void *object, unsigned count, unsigned flags),
   (graph, object, count, flags))
AS(cuGraphReleaseUserObject, cudaGraphReleaseUserObject,
   (cudaGraph_t graph, void *object, unsigned count), (graph, object, count))
AS(cuGraphGetNodes, cudaGraphGetNodes, (cudaGraph_t graph, void **nodes, size_t *count),
   (graph, nodes, count))
AS(cuGraphGetRootNodes, cudaGraphGetRootNodes, (cudaGraph_t graph, void **nodes, size_t *count),
   (graph, nodes, count))
AS(cuGraphGetEdges_v2, cudaGraphGetEdges_v2,
   (cudaGraph_t graph, void **from, void **to, void *edges, size_t *count),
   (graph, from, to, edges, count))
AS(cuGraphNodeGetDependencies_v2, cudaGraphNodeGetDependencies_v2,
   (void *node, void **nodes, void *edges, size_t *count), (node, nodes, edges, count))
AS(cuGraphNodeGetDependentNodes_v2, cudaGraphNodeGetDependentNodes_v2,
   (void *node, void **nodes, void *edges, size_t *count), (node, nodes, edges, count))
AS(cuGraphAddDependencies_v2, cudaGraphAddDependencies_v2,
   (cudaGraph_t graph, void *const *from, void *const *to, const void *edges, size_t count),
   (graph, from, to, edges, count))
AS(cuGraphRemoveDependencies_v2, cudaGraphRemoveDependencies_v2,
   (cudaGraph_t graph, void *const *from, void *const *to, const void *edges, size_t count),
   (graph, from, to, edges, count))
AS(cuGraphNodeGetType, cudaGraphNodeGetType, (void *node, int *type), (node, type))
AS(cuGraphNodeFindInClone, cudaGraphNodeFindInClone,
   (void **found, const void *node, cudaGraph_t clone), (found, node, clone))
AS(cuGraphDestroyNode, cudaGraphDestroyNode, (void *node), (node))
AS(cuGraphDebugDotPrint, cudaGraphDebugDotPrint,
   (cudaGraph_t graph, const char *path, unsigned flags), (graph, path, flags))

/* Of the driver's structures of kernels and fills, the beginnings are those of the runtime. */
AS(cuGraphAddKernelNode_v2, cudaGraphAddKernelNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count,
    const struct kernelNode *asked),
   (node, graph, before, count, asked))
AS(cuGraphKernelNodeGetParams_v2, cudaGraphKernelNodeGetParams,
   (void *node, struct kernelNode *made), (node, made))
AS(cuGraphKernelNodeSetParams_v2, cudaGraphKernelNodeSetParams,
   (void *node, const struct kernelNode *asked), (node, asked))
AS(cuGraphExecKernelNodeSetParams_v2, cudaGraphExecKernelNodeSetParams,
   (void *executable, void *node, const struct kernelNode *asked), (executable, node, asked))
AS(cuGraphAddMemsetNode, cudaGraphAddMemsetNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count,
    const struct fillNode *asked),
   (node, graph, before, count, asked))
AS(cuGraphMemsetNodeGetParams, cudaGraphMemsetNodeGetParams, (void *node, struct fillNode *made),
   (node, made))
AS(cuGraphMemsetNodeSetParams, cudaGraphMemsetNodeSetParams,
   (void *node, const struct fillNode *asked), (node, asked))
AS(cuGraphAddHostNode, cudaGraphAddHostNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count,
    const struct hostNode *asked),
   (node, graph, before, count, asked))
AS(cuGraphAddEmptyNode, cudaGraphAddEmptyNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count),
   (node, graph, before, count))
AS(cuGraphAddChildGraphNode, cudaGraphAddChildGraphNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count, cudaGraph_t child),
   (node, graph, before, count, child))
AS(cuGraphChildGraphNodeGetGraph, cudaGraphChildGraphNodeGetGraph,
   (void *node, cudaGraph_t *graph), (node, graph))
AS(cuGraphAddEventRecordNode, cudaGraphAddEventRecordNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count, cudaEvent_t event),
   (node, graph, before, count, event))
AS(cuGraphAddEventWaitNode, cudaGraphAddEventWaitNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count, cudaEvent_t event),
   (node, graph, before, count, event))
AS(cuGraphAddMemAllocNode, cudaGraphAddMemAllocNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count,
    struct allocationNode *asked),
   (node, graph, before, count, asked))
AS(cuGraphAddMemFreeNode, cudaGraphAddMemFreeNode,
   (void **node, cudaGraph_t graph, const void *before, size_t count, void *address),
   (node, graph, before, count, address))
AS(cuGraphConditionalHandleCreate, cudaGraphConditionalHandleCreate,
   (uint64_t *handle, cudaGraph_t graph, unsigned value, unsigned flags),
   (handle, graph, value, flags))

AS(cuGraphInstantiateWithFlags, cudaGraphInstantiateWithFlags,
   (void **executable, cudaGraph_t graph, uint64_t flags), (executable, graph, flags))
AS(cuGraphLaunch, cudaGraphLaunch, (void *executable, cudaStream_t stream), (executable, stream))
AS(cuGraphUpload, cudaGraphUpload, (void *executable, cudaStream_t stream), (executable, stream))
AS(cuGraphExecDestroy, cudaGraphExecDestroy, (void *executable), (executable))
AS(cuGraphExecUpdate_v2, cudaGraphExecUpdate, (void *executable, cudaGraph_t graph, void *result),
   (executable, graph, result))
AS(cuGraphNodeSetEnabled, cudaGraphNodeSetEnabled,
   (cudaGraph_t executable, void *node, unsigned isEnabled), (executable, node, isEnabled))
AS(cuGraphNodeGetEnabled, cudaGraphNodeGetEnabled,
   (cudaGraph_t executable, void *node, unsigned *isEnabled), (executable, node, isEnabled))
AS(cuDeviceGetGraphMemAttribute, cudaDeviceGetGraphMemAttribute,
   (int device, int attribute, uint64_t *value), (device, attribute, value))
AS(cuDeviceSetGraphMemAttribute, cudaDeviceSetGraphMemAttribute,
   (int device, int attribute, const uint64_t *value), (device, attribute, value))
AS(cuDeviceGraphMemTrim, cudaDeviceGraphMemTrim, (int device), (device))

struct configuration {
  struct dim3 grid, block;
  unsigned shared;
  cudaStream_t stream;
  const struct launchAttribute {
    int id;
    char padding[4];
    union {
      char bytes[64];
      int number;
    } value;
  } *attributes;
  unsigned count;
};

DRIVER(cuLaunchKernelEx)(const struct configuration *asked, const void *function,
                         void **arguments, void **extra) {
  enum { COOPERATIVE_ATTRIBUTE = 2 };
  extern cudaError_t cuLaunchKernel(const void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                                    unsigned, unsigned, cudaStream_t, void **, void **);
  extern cudaError_t cuLaunchCooperativeKernel(const void *, unsigned, unsigned, unsigned,
                                               unsigned, unsigned, unsigned, unsigned,
                                               cudaStream_t, void **);
  for (unsigned i = 0; i < asked->count; i++) {
    if (asked->attributes[i].id == COOPERATIVE_ATTRIBUTE && asked->attributes[i].value.number) {
      return cuLaunchCooperativeKernel(function, asked->grid.x, asked->grid.y, asked->grid.z,
                                       asked->block.x, asked->block.y, asked->block.z,
                                       asked->shared, asked->stream, arguments);
    }
  }
  return cuLaunchKernel(function, asked->grid.x, asked->grid.y, asked->grid.z, asked->block.x,
                        asked->block.y, asked->block.z, asked->shared, asked->stream, arguments,
                        extra);
}
