/* Memory, copies and symbols. */
#include "graphs.h"

enum { DEVICE_MEMORY, MANAGED, PINNED };

static cudaError_t allocateOn(void **pointer, size_t bytes, int kind, unsigned flags,
                              cudaStream_t stream) {
  struct reply reply;
  if (!pointer) {
    return noted(INVALID_VALUE);
  }
  cudaError_t error = ASK(ALLOCATE, &reply, (int64_t)bytes, kind, flags, NUMBER(stream));
  *pointer = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

static cudaError_t allocate(void **pointer, size_t bytes, int kind, unsigned flags) {
  return allocateOn(pointer, bytes, kind, flags, NULL);
}

RUNTIME(cudaMalloc)(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, DEVICE_MEMORY, 0);
}

RUNTIME(cudaMallocManaged)(void **pointer, size_t bytes, unsigned flags) {
  return allocate(pointer, bytes, MANAGED, flags);
}

RUNTIME(cudaMallocHost)(void **pointer, size_t bytes) { return allocate(pointer, bytes, PINNED, 0); }

RUNTIME(cudaHostAlloc)(void **pointer, size_t bytes, unsigned flags) {
  return allocate(pointer, bytes, PINNED, flags);
}

RUNTIME(cudaMallocAsync)(void **pointer, size_t bytes, cudaStream_t stream) {
  return allocateOn(pointer, bytes, DEVICE_MEMORY, 0, stream);
}
SAME(cudaMallocAsync, _ptsz)

RUNTIME(cudaMallocFromPoolAsync)(void **pointer, size_t bytes, void *pool, cudaStream_t stream) {
  (void)pool;
  return allocateOn(pointer, bytes, DEVICE_MEMORY, 0, stream);
}
SAME(cudaMallocFromPoolAsync, _ptsz)

static cudaError_t release(void *pointer, int kind) {
  return pointer ? noted(ASK(FREE, NULL, NUMBER(pointer), kind, 0)) : noted(initialize());
}

RUNTIME(cudaFree)(void *pointer) { return release(pointer, DEVICE_MEMORY); }

RUNTIME(cudaFreeHost)(void *pointer) { return release(pointer, PINNED); }

RUNTIME(cudaFreeAsync)(void *pointer, cudaStream_t stream) {
  return noted(ASK(FREE, NULL, NUMBER(pointer), DEVICE_MEMORY, NUMBER(stream)));
}
SAME(cudaFreeAsync, _ptsz)

static cudaError_t allocateRows(struct pitched *made, size_t width, size_t height, size_t depth) {
  struct reply reply;
  cudaError_t error =
      ASK(ALLOCATE_PITCHED, &reply, (int64_t)width, (int64_t)height, (int64_t)depth);
  if (!error) {
    *made = (struct pitched){POINTER(reply.results[0]), (size_t)reply.results[1], width, height};
  }
  return noted(error);
}

RUNTIME(cudaMallocPitch)(void **pointer, size_t *pitch, size_t width, size_t height) {
  struct pitched made = {0};
  cudaError_t error = allocateRows(&made, width, height, 1);
  *pointer = made.ptr;
  *pitch = made.pitch;
  return error;
}

RUNTIME(cudaMalloc3D)(struct pitched *made, struct extent extent) {
  return allocateRows(made, extent.width, extent.height, extent.depth);
}

RUNTIME(cudaMemGetInfo)(size_t *unused, size_t *all) {
  struct reply reply;
  cudaError_t error = ASK(MEMORY_INFO, &reply, 0);
  if (!error) {
    *unused = (size_t)reply.results[0];
    *all = (size_t)reply.results[1];
  }
  return noted(error);
}

RUNTIME(cudaHostRegister)(void *pointer, size_t bytes, unsigned flags) {
  return noted(ASK(HOST_REGISTER, NULL, NUMBER(pointer), (int64_t)bytes, flags));
}

RUNTIME(cudaHostUnregister)(void *pointer) {
  return noted(ASK(HOST_UNREGISTER, NULL, NUMBER(pointer)));
}

RUNTIME(cudaHostGetDevicePointer)(void **device, void *host, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(HOST_DEVICE_POINTER, &reply, NUMBER(host), flags);
  *device = error ? NULL : POINTER(reply.results[0]);
  return noted(error);
}

RUNTIME(cudaHostGetFlags)(unsigned *flags, void *host) {
  struct reply reply;
  cudaError_t error = ASK(HOST_DEVICE_POINTER, &reply, NUMBER(host), 0);
  *flags = error ? 0 : (unsigned)reply.results[1];
  return noted(error);
}

struct pointerAttributes {
  int type, device;
  void *devicePointer, *hostPointer;
};

RUNTIME(cudaPointerGetAttributes)(struct pointerAttributes *attributes, const void *pointer) {
  struct reply reply;
  cudaError_t error = ASK(POINTER_ATTRIBUTES, &reply, NUMBER(pointer));
  if (!error) {
    *attributes = (struct pointerAttributes){(int)reply.results[0], 0, POINTER(reply.results[1]),
                                             POINTER(reply.results[2])};
  }
  return noted(error);
}

static cudaError_t copy(void *to, const void *from, size_t bytes, int kind, int isLater,
                        cudaStream_t stream) {
  return noted(
      ASK(COPY, NULL, NUMBER(to), NUMBER(from), (int64_t)bytes, kind, NUMBER(stream), isLater));
}

RUNTIME(cudaMemcpy)(void *to, const void *from, size_t bytes, int kind) {
  return copy(to, from, bytes, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpy, _ptds)

RUNTIME(cudaMemcpyAsync)(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream) {
  return copy(to, from, bytes, kind, LATER, stream);
}
SAME(cudaMemcpyAsync, _ptsz)

RUNTIME(cudaMemcpyPeer)(void *to, int toDevice, const void *from, int fromDevice, size_t bytes) {
  (void)toDevice;
  (void)fromDevice;
  return copy(to, from, bytes, BY_ADDRESS, IN_ORDER, NULL);
}

RUNTIME(cudaMemcpyPeerAsync)(void *to, int toDevice, const void *from, int fromDevice,
                             size_t bytes, cudaStream_t stream) {
  (void)toDevice;
  (void)fromDevice;
  return copy(to, from, bytes, BY_ADDRESS, LATER, stream);
}

/* Many copies at once; before CUDA 13 with a place for the one that fails. */
RUNTIME(cudaMemcpyBatchAsync)(void *const *to, const void *const *from, const size_t *bytes,
                              size_t count, const void *attributes, const size_t *indices,
                              size_t attributeCount, void *eighth, cudaStream_t ninth) {
  int hasFailure = hasPlainEdges();
  cudaStream_t stream = hasFailure ? ninth : eighth;
  (void)attributes;
  (void)indices;
  (void)attributeCount;
  for (size_t i = 0; i < count; i++) {
    cudaError_t error = copy(to[i], from[i], bytes[i], BY_ADDRESS, LATER, stream);
    if (error) {
      if (hasFailure && eighth) {
        *(size_t *)eighth = i;
      }
      return error;
    }
  }
  return SUCCESS;
}
SAME(cudaMemcpyBatchAsync, _ptsz)

void boxWords(const struct box *box, int inElements, int isLater, cudaStream_t stream,
              int64_t words[BOX_WORDS]) {
  const int64_t all[BOX_WORDS] = {
      NUMBER(box->targetArray ? box->targetArray : box->target.ptr),
      box->targetArray != NULL,
      (int64_t)box->target.pitch,
      (int64_t)box->target.ysize,
      (int64_t)box->targetAt.x,
      (int64_t)box->targetAt.y,
      (int64_t)box->targetAt.z,
      NUMBER(box->sourceArray ? box->sourceArray : box->source.ptr),
      box->sourceArray != NULL,
      (int64_t)box->source.pitch,
      (int64_t)box->source.ysize,
      (int64_t)box->sourceAt.x,
      (int64_t)box->sourceAt.y,
      (int64_t)box->sourceAt.z,
      (int64_t)box->extent.width,
      (int64_t)box->extent.height,
      (int64_t)box->extent.depth,
      box->kind,
      NUMBER(stream),
      isLater,
      inElements};
  memcpy(words, all, sizeof all);
}

cudaError_t copyBox(const struct box *box, int inElements, int isLater, cudaStream_t stream) {
  int64_t words[BOX_WORDS];
  boxWords(box, inElements, isLater, stream, words);
  return noted(ask(COPY_BOX, NULL, NULL, 0, NULL, 0, words, BOX_WORDS));
}

static cudaError_t copyRows(void *to, size_t toPitch, const void *from, size_t fromPitch,
                            size_t width, size_t height, int kind, int isLater,
                            cudaStream_t stream) {
  struct box box = {.source = {(void *)from, fromPitch, width, height},
                    .target = {to, toPitch, width, height},
                    .extent = {width, height, 1},
                    .kind = kind};
  return copyBox(&box, 0, isLater, stream);
}

RUNTIME(cudaMemcpy2D)(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                      size_t height, int kind) {
  return copyRows(to, toPitch, from, fromPitch, width, height, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpy2D, _ptds)

RUNTIME(cudaMemcpy2DAsync)(void *to, size_t toPitch, const void *from, size_t fromPitch,
                           size_t width, size_t height, int kind, cudaStream_t stream) {
  return copyRows(to, toPitch, from, fromPitch, width, height, kind, LATER, stream);
}
SAME(cudaMemcpy2DAsync, _ptsz)

struct boxOfPeers {
  cudaArray_t sourceArray;
  struct position sourceAt;
  struct pitched source;
  int sourceDevice;
  cudaArray_t targetArray;
  struct position targetAt;
  struct pitched target;
  int targetDevice;
  struct extent extent;
};

static cudaError_t copyPeers(const struct boxOfPeers *asked, int isLater, cudaStream_t stream) {
  struct box box = {asked->sourceArray, asked->sourceAt, asked->source, asked->targetArray,
                    asked->targetAt,    asked->target,   asked->extent, BY_ADDRESS};
  return asked->sourceDevice || asked->targetDevice ? noted(101)
                                                    : copyBox(&box, 1, isLater, stream);
}

RUNTIME(cudaMemcpy3DPeer)(const struct boxOfPeers *asked) {
  return copyPeers(asked, IN_ORDER, NULL);
}
SAME(cudaMemcpy3DPeer, _ptds)

RUNTIME(cudaMemcpy3DPeerAsync)(const struct boxOfPeers *asked, cudaStream_t stream) {
  return copyPeers(asked, LATER, stream);
}
SAME(cudaMemcpy3DPeerAsync, _ptsz)

RUNTIME(cudaMemcpy3D)(const struct box *box) { return copyBox(box, 1, IN_ORDER, NULL); }
SAME(cudaMemcpy3D, _ptds)

RUNTIME(cudaMemcpy3DAsync)(const struct box *box, cudaStream_t stream) {
  return copyBox(box, 1, LATER, stream);
}
SAME(cudaMemcpy3DAsync, _ptsz)

static cudaError_t toArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                           size_t width, size_t height, int kind, int isLater,
                           cudaStream_t stream) {
  struct box box = {.targetArray = to,
                    .targetAt = {x, y, 0},
                    .source = {(void *)from, pitch, width, height},
                    .extent = {width, height, 1},
                    .kind = kind};
  return copyBox(&box, 0, isLater, stream);
}

static cudaError_t fromArray(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                             size_t width, size_t height, int kind, int isLater,
                             cudaStream_t stream) {
  struct box box = {.sourceArray = from,
                    .sourceAt = {x, y, 0},
                    .target = {to, pitch, width, height},
                    .extent = {width, height, 1},
                    .kind = kind};
  return copyBox(&box, 0, isLater, stream);
}

RUNTIME(cudaMemcpy2DToArray)(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                             size_t width, size_t height, int kind) {
  return toArray(to, x, y, from, pitch, width, height, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpy2DToArray, _ptds)

RUNTIME(cudaMemcpy2DToArrayAsync)(cudaArray_t to, size_t x, size_t y, const void *from,
                                  size_t pitch, size_t width, size_t height, int kind,
                                  cudaStream_t stream) {
  return toArray(to, x, y, from, pitch, width, height, kind, LATER, stream);
}
SAME(cudaMemcpy2DToArrayAsync, _ptsz)

RUNTIME(cudaMemcpy2DFromArray)(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                               size_t width, size_t height, int kind) {
  return fromArray(to, pitch, from, x, y, width, height, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpy2DFromArray, _ptds)

RUNTIME(cudaMemcpy2DFromArrayAsync)(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                                    size_t width, size_t height, int kind, cudaStream_t stream) {
  return fromArray(to, pitch, from, x, y, width, height, kind, LATER, stream);
}
SAME(cudaMemcpy2DFromArrayAsync, _ptsz)

/* Bytes of a linear range run on from row to row; a row that is the whole range does the same. */
RUNTIME(cudaMemcpyToArray)(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                           int kind) {
  return toArray(to, x, y, from, 0, bytes, 0, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpyToArray, _ptds)

RUNTIME(cudaMemcpyFromArray)(void *to, cudaArray_t from, size_t x, size_t y, size_t bytes,
                             int kind) {
  return fromArray(to, 0, from, x, y, bytes, 0, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpyFromArray, _ptds)

RUNTIME(cudaMemcpy2DArrayToArray)(cudaArray_t to, size_t toX, size_t toY, cudaArray_t from,
                                  size_t fromX, size_t fromY, size_t width, size_t height,
                                  int kind) {
  struct box box = {.sourceArray = from,
                    .sourceAt = {fromX, fromY, 0},
                    .targetArray = to,
                    .targetAt = {toX, toY, 0},
                    .extent = {width, height, 1},
                    .kind = kind};
  return copyBox(&box, 0, IN_ORDER, NULL);
}
SAME(cudaMemcpy2DArrayToArray, _ptds)

static cudaError_t fill(void *pointer, size_t pitch, size_t rows, int value, size_t width,
                        size_t height, size_t depth, cudaStream_t stream) {
  return noted(ASK(FILL, NULL, NUMBER(pointer), (int64_t)pitch, (int64_t)rows, value, 1,
                   (int64_t)width, (int64_t)height, (int64_t)depth, NUMBER(stream)));
}

RUNTIME(cudaMemset)(void *pointer, int value, size_t bytes) {
  return fill(pointer, bytes, 1, value, bytes, 1, 1, NULL);
}
SAME(cudaMemset, _ptds)

RUNTIME(cudaMemsetAsync)(void *pointer, int value, size_t bytes, cudaStream_t stream) {
  return fill(pointer, bytes, 1, value, bytes, 1, 1, stream);
}
SAME(cudaMemsetAsync, _ptsz)

RUNTIME(cudaMemset2D)(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  return fill(pointer, pitch, height, value, width, height, 1, NULL);
}
SAME(cudaMemset2D, _ptds)

RUNTIME(cudaMemset2DAsync)(void *pointer, size_t pitch, int value, size_t width, size_t height,
                           cudaStream_t stream) {
  return fill(pointer, pitch, height, value, width, height, 1, stream);
}
SAME(cudaMemset2DAsync, _ptsz)

RUNTIME(cudaMemset3D)(struct pitched at, int value, struct extent extent) {
  return fill(at.ptr, at.pitch, at.ysize, value, extent.width, extent.height, extent.depth, NULL);
}
SAME(cudaMemset3D, _ptds)

RUNTIME(cudaMemset3DAsync)(struct pitched at, int value, struct extent extent,
                           cudaStream_t stream) {
  return fill(at.ptr, at.pitch, at.ysize, value, extent.width, extent.height, extent.depth,
              stream);
}
SAME(cudaMemset3DAsync, _ptsz)

cudaError_t symbolAt(const void *symbol, void **address, size_t *bytes) {
  struct reply reply;
  cudaError_t error = ASK(SYMBOL, &reply, NUMBER(symbol));
  *address = error ? NULL : POINTER(reply.results[0]);
  *bytes = error ? 0 : (size_t)reply.results[1];
  return error;
}

RUNTIME(cudaGetSymbolAddress)(void **address, const void *symbol) {
  size_t bytes;
  return noted(symbolAt(symbol, address, &bytes));
}

RUNTIME(cudaGetSymbolSize)(size_t *bytes, const void *symbol) {
  void *address;
  return noted(symbolAt(symbol, &address, bytes));
}

static cudaError_t toSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                            int kind, int isLater, cudaStream_t stream) {
  void *address;
  size_t all;
  cudaError_t error = symbolAt(symbol, &address, &all);
  return error ? noted(error) : copy((char *)address + offset, from, bytes, kind, isLater, stream);
}

static cudaError_t fromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, int kind,
                              int isLater, cudaStream_t stream) {
  void *address;
  size_t all;
  cudaError_t error = symbolAt(symbol, &address, &all);
  return error ? noted(error) : copy(to, (char *)address + offset, bytes, kind, isLater, stream);
}

RUNTIME(cudaMemcpyToSymbol)(const void *symbol, const void *from, size_t bytes, size_t offset,
                            int kind) {
  return toSymbol(symbol, from, bytes, offset, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpyToSymbol, _ptds)

RUNTIME(cudaMemcpyToSymbolAsync)(const void *symbol, const void *from, size_t bytes, size_t offset,
                                 int kind, cudaStream_t stream) {
  return toSymbol(symbol, from, bytes, offset, kind, LATER, stream);
}
SAME(cudaMemcpyToSymbolAsync, _ptsz)

RUNTIME(cudaMemcpyFromSymbol)(void *to, const void *symbol, size_t bytes, size_t offset,
                              int kind) {
  return fromSymbol(to, symbol, bytes, offset, kind, IN_ORDER, NULL);
}
SAME(cudaMemcpyFromSymbol, _ptds)

RUNTIME(cudaMemcpyFromSymbolAsync)(void *to, const void *symbol, size_t bytes, size_t offset,
                                   int kind, cudaStream_t stream) {
  return fromSymbol(to, symbol, bytes, offset, kind, LATER, stream);
}
SAME(cudaMemcpyFromSymbolAsync, _ptsz)

/* Where pages lie makes no difference to what a program computes. */
RUNTIME(cudaMemPrefetchAsync)(const void *pointer) {
  struct reply reply;
  return noted(ASK(POINTER_ATTRIBUTES, &reply, NUMBER(pointer)));
}
SAME(cudaMemPrefetchAsync, _v2)
SAME(cudaMemPrefetchAsync, _ptsz)

RUNTIME(cudaMemAdvise)(const void *pointer) {
  struct reply reply;
  return noted(ASK(POINTER_ATTRIBUTES, &reply, NUMBER(pointer)));
}
SAME(cudaMemAdvise, _v2)

/* All memory is of one pool, which has no settings that matter here. */
static int pool;

RUNTIME(cudaDeviceGetDefaultMemPool)(void **made, int device) {
  *made = &pool;
  return noted(device ? INVALID_VALUE : initialize());
}

RUNTIME(cudaDeviceGetMemPool)(void **made, int device) {
  return cudaDeviceGetDefaultMemPool(made, device);
}

RUNTIME(cudaDeviceSetMemPool)(int device, void *given) {
  (void)given;
  return noted(device ? INVALID_VALUE : initialize());
}

RUNTIME(cudaMemPoolCreate)(void **made, const void *properties) {
  (void)properties;
  *made = &pool;
  return noted(initialize());
}

RUNTIME(cudaMemPoolDestroy)(void *given) {
  (void)given;
  return noted(initialize());
}

RUNTIME(cudaMemPoolSetAttribute)(void *given, int attribute, void *value) {
  (void)given;
  (void)attribute;
  (void)value;
  return noted(initialize());
}

RUNTIME(cudaMemPoolGetAttribute)(void *given, int attribute, void *value) {
  (void)given;
  /* The first three are ints, the others counts of bytes. */
  memset(value, 0, attribute <= 3 ? sizeof(int) : sizeof(uint64_t));
  return noted(initialize());
}

RUNTIME(cudaMemPoolTrimTo)(void *given, size_t bytes) {
  (void)given;
  (void)bytes;
  return noted(initialize());
}

RUNTIME(cudaMemPoolSetAccess)(void *given, const void *access, size_t count) {
  (void)given;
  (void)access;
  (void)count;
  return noted(initialize());
}
