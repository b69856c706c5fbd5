/* Memory, copies and fills through the driver. */
#include "driver.h"

static cudaError_t allocate(void *place, size_t bytes, int kind, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(ALLOCATE, &reply, (int64_t)bytes, kind, flags);
  int64_t address = error ? 0 : reply.results[0];
  memcpy(place, &address, sizeof address);
  return error;
}

DRIVER(cuMemAlloc_v2)(address_t *made, size_t bytes) { return allocate(made, bytes, 0, 0); }

DRIVER(cuMemAllocManaged)(address_t *made, size_t bytes, unsigned flags) {
  return allocate(made, bytes, 1, flags);
}

DRIVER(cuMemAllocHost_v2)(void **made, size_t bytes) { return allocate(made, bytes, 2, 0); }

DRIVER(cuMemHostAlloc)(void **made, size_t bytes, unsigned flags) {
  return allocate(made, bytes, 2, flags);
}

DRIVER(cuMemAllocAsync)(address_t *made, size_t bytes, cudaStream_t stream) {
  struct reply reply;
  cudaError_t error = ASK(ALLOCATE, &reply, (int64_t)bytes, 0, 0, NUMBER(stream));
  *made = error ? 0 : (address_t)reply.results[0];
  return error;
}

DRIVER(cuMemAllocPitch_v2)(address_t *made, size_t *pitch, size_t width, size_t height,
                           unsigned elementBytes) {
  struct reply reply;
  (void)elementBytes;
  cudaError_t error = ASK(ALLOCATE_PITCHED, &reply, (int64_t)width, (int64_t)height, 1);
  *made = error ? 0 : (address_t)reply.results[0];
  *pitch = error ? 0 : (size_t)reply.results[1];
  return error;
}

DRIVER(cuMemFree_v2)(address_t given) { return given ? ASK(FREE, NULL, (int64_t)given, 0) : SUCCESS; }

DRIVER(cuMemFreeAsync)(address_t given, cudaStream_t stream) {
  return given ? ASK(FREE, NULL, (int64_t)given, 0, NUMBER(stream)) : SUCCESS;
}

DRIVER(cuMemFreeHost)(void *given) { return given ? ASK(FREE, NULL, NUMBER(given), 2) : SUCCESS; }

DRIVER(cuMemHostGetDevicePointer_v2)(address_t *made, void *host, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(HOST_DEVICE_POINTER, &reply, NUMBER(host), flags);
  *made = error ? 0 : (address_t)reply.results[0];
  return error;
}

DRIVER(cuMemHostRegister_v2)(void *pointer, size_t bytes, unsigned flags) {
  return ASK(HOST_REGISTER, NULL, NUMBER(pointer), (int64_t)bytes, flags);
}

DRIVER(cuMemHostUnregister)(void *pointer) {
  return ASK(HOST_UNREGISTER, NULL, NUMBER(pointer));
}

DRIVER(cuMemGetInfo_v2)(size_t *unused, size_t *all) {
  struct reply reply;
  cudaError_t error = ASK(MEMORY_INFO, &reply, 0);
  *unused = error ? 0 : (size_t)reply.results[0];
  *all = error ? 0 : (size_t)reply.results[1];
  return error;
}

static cudaError_t copy(int64_t to, int64_t from, size_t bytes, int kind, int isLater,
                        cudaStream_t stream) {
  return ASK(COPY, NULL, to, from, (int64_t)bytes, kind, NUMBER(stream), isLater);
}

DRIVER(cuMemcpy)(address_t to, address_t from, size_t bytes) {
  return copy((int64_t)to, (int64_t)from, bytes, BY_ADDRESS, IN_ORDER, NULL);
}

DRIVER(cuMemcpyAsync)(address_t to, address_t from, size_t bytes, cudaStream_t stream) {
  return copy((int64_t)to, (int64_t)from, bytes, BY_ADDRESS, LATER, stream);
}

DRIVER(cuMemcpyHtoD_v2)(address_t to, const void *from, size_t bytes) {
  return copy((int64_t)to, NUMBER(from), bytes, TO_DEVICE, IN_ORDER, NULL);
}

DRIVER(cuMemcpyHtoDAsync_v2)(address_t to, const void *from, size_t bytes, cudaStream_t stream) {
  return copy((int64_t)to, NUMBER(from), bytes, TO_DEVICE, LATER, stream);
}

DRIVER(cuMemcpyDtoH_v2)(void *to, address_t from, size_t bytes) {
  return copy(NUMBER(to), (int64_t)from, bytes, TO_HOST, IN_ORDER, NULL);
}

DRIVER(cuMemcpyDtoHAsync_v2)(void *to, address_t from, size_t bytes, cudaStream_t stream) {
  return copy(NUMBER(to), (int64_t)from, bytes, TO_HOST, LATER, stream);
}

DRIVER(cuMemcpyDtoD_v2)(address_t to, address_t from, size_t bytes) {
  return copy((int64_t)to, (int64_t)from, bytes, ON_DEVICE, IN_ORDER, NULL);
}

DRIVER(cuMemcpyDtoDAsync_v2)(address_t to, address_t from, size_t bytes, cudaStream_t stream) {
  return copy((int64_t)to, (int64_t)from, bytes, ON_DEVICE, LATER, stream);
}

static cudaError_t fill(address_t at, size_t pitch, unsigned value, int elementBytes, size_t width,
                        size_t height, cudaStream_t stream) {
  size_t bytes = width * (size_t)elementBytes;
  return ASK(FILL, NULL, (int64_t)at, (int64_t)(height > 1 ? pitch : bytes), (int64_t)height, value,
             elementBytes, (int64_t)bytes, (int64_t)height, 1, NUMBER(stream));
}

#define FILLS(bits, type)                                                                          \
  DRIVER(cuMemsetD##bits##_v2)(address_t at, type value, size_t count) {                           \
    return fill(at, 0, value, bits / 8, count, 1, NULL);                                           \
  }                                                                                                \
  DRIVER(cuMemsetD##bits##Async)(address_t at, type value, size_t count, cudaStream_t stream) {    \
    return fill(at, 0, value, bits / 8, count, 1, stream);                                         \
  }                                                                                                \
  DRIVER(cuMemsetD2D##bits##_v2)(address_t at, size_t pitch, type value, size_t width,             \
                                 size_t height) {                                                  \
    return fill(at, pitch, value, bits / 8, width, height, NULL);                                  \
  }                                                                                                \
  DRIVER(cuMemsetD2D##bits##Async)(address_t at, size_t pitch, type value, size_t width,           \
                                   size_t height, cudaStream_t stream) {                           \
    return fill(at, pitch, value, bits / 8, width, height, stream);                                \
  }

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)

/* What these were called before, and their names without a version. */
UNVERSIONED(cuMemAllocHost)
UNVERSIONED(cuMemAllocPitch)
UNVERSIONED(cuMemAlloc)
UNVERSIONED(cuMemFree)
UNVERSIONED(cuMemGetInfo)
UNVERSIONED(cuMemHostGetDevicePointer)
UNVERSIONED(cuMemHostRegister)
UNVERSIONED(cuMemcpyDtoDAsync)
UNVERSIONED(cuMemcpyDtoD)
UNVERSIONED(cuMemcpyDtoHAsync)
UNVERSIONED(cuMemcpyDtoH)
UNVERSIONED(cuMemcpyHtoDAsync)
UNVERSIONED(cuMemcpyHtoD)
UNVERSIONED(cuMemsetD16)
UNVERSIONED(cuMemsetD2D16)
UNVERSIONED(cuMemsetD2D32)
UNVERSIONED(cuMemsetD2D8)
UNVERSIONED(cuMemsetD32)
UNVERSIONED(cuMemsetD8)
