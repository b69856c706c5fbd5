/* Through the driver: what an address is, and pools of memory. */
#include "driver.h"


enum { UNREGISTERED, HOST, DEVICE, MANAGED };
enum { KIND, ON_DEVICE_AT, ON_HOST_AT, BASE, BYTES };

DRIVER(cuMemGetAddressRange_v2)(address_t *base, size_t *bytes, address_t at) {
  struct reply reply;
  cudaError_t error = ASK(POINTER_ATTRIBUTES, &reply, (int64_t)at);
  if (!error && reply.results[KIND] == UNREGISTERED) {
    return INVALID_VALUE;
  }
  if (base) {
    *base = error ? 0 : (address_t)reply.results[BASE];
  }
  if (bytes) {
    *bytes = error ? 0 : (size_t)reply.results[BYTES];
  }
  return error;
}

/* One attribute of an address; a value has four or eight bytes. */
static cudaError_t attributeOf(void *place, int attribute, const struct reply *known) {
  enum {
    CONTEXT = 1,
    MEMORY_TYPE,
    DEVICE_POINTER,
    HOST_POINTER,
    SYNCHRONOUS = 6,
    IDENTITY,
    IS_MANAGED,
    ORDINAL,
    IS_SHAREABLE,
    RANGE_START,
    RANGE_BYTES,
    IS_MAPPED,
    ALLOWED_HANDLES,
    RDMA,
    ACCESS
  };
  extern cudaError_t cuDevicePrimaryCtxRetain(void **, int);
  int64_t kind = known->results[KIND];
  int isOfDevice = kind == DEVICE || kind == MANAGED;
  int number = 0;
  switch (attribute) {
  case CONTEXT:
    return cuDevicePrimaryCtxRetain(place, 0);
  case DEVICE_POINTER:
    memcpy(place, &known->results[ON_DEVICE_AT], 8);
    return SUCCESS;
  case HOST_POINTER:
    memcpy(place, &known->results[ON_HOST_AT], 8);
    return known->results[ON_HOST_AT] ? SUCCESS : INVALID_VALUE;
  case IDENTITY:
  case RANGE_START:
    memcpy(place, &known->results[BASE], 8);
    return SUCCESS;
  case RANGE_BYTES:
    memcpy(place, &known->results[BYTES], 8);
    return SUCCESS;
  case ALLOWED_HANDLES:
    memset(place, 0, 8);
    return SUCCESS;
  case MEMORY_TYPE:
    number = isOfDevice ? 2 : 1;
    break;
  case IS_MANAGED:
    number = kind == MANAGED;
    break;
  case IS_SHAREABLE:
    number = kind == DEVICE;
    break;
  case IS_MAPPED:
    number = 1;
    break;
  case ACCESS:
    number = 3;
    break;
  case SYNCHRONOUS:
  case ORDINAL:
  case RDMA:
    break;
  default:
    return NOT_SUPPORTED;
  }
  memcpy(place, &number, sizeof number);
  return SUCCESS;
}

DRIVER(cuPointerGetAttribute)(void *place, int attribute, address_t at) {
  struct reply reply;
  cudaError_t error = ASK(POINTER_ATTRIBUTES, &reply, (int64_t)at);
  error = error || reply.results[KIND] != UNREGISTERED ? error : INVALID_VALUE;
  return error ? error : attributeOf(place, attribute, &reply);
}

/* Of an address that CUDA does not know, attributes are zeros. */
DRIVER(cuPointerGetAttributes)(unsigned count, const int *attributes, void **places,
                               address_t at) {
  struct reply reply;
  cudaError_t error = ASK(POINTER_ATTRIBUTES, &reply, (int64_t)at);
  for (unsigned i = 0; i < count && !error; i++) {
    if (reply.results[KIND] == UNREGISTERED) {
      memset(places[i], 0, 4);
    } else {
      attributeOf(places[i], attributes[i], &reply);
    }
  }
  return error;
}

/* All copies are as if they were synchronous, which is what can be set. */
DRIVER(cuPointerSetAttribute)(const void *value, int attribute, address_t at) {
  struct reply reply;
  (void)value;
  (void)attribute;
  return ASK(POINTER_ATTRIBUTES, &reply, (int64_t)at);
}

DRIVER(cuMemHostGetFlags)(unsigned *flags, void *host) {
  struct reply reply;
  cudaError_t error = ASK(HOST_DEVICE_POINTER, &reply, NUMBER(host), 0);
  *flags = error ? 0 : (unsigned)reply.results[1];
  return error;
}

/* Where pages lie makes no difference to what a program computes. */
DRIVER(cuMemPrefetchAsync)(address_t at) {
  struct reply reply;
  return ASK(POINTER_ATTRIBUTES, &reply, (int64_t)at);
}
SAME(cuMemPrefetchAsync, _v2)
SAME(cuMemPrefetchAsync, _ptsz)

DRIVER(cuMemAdvise)(address_t at) { return cuMemPrefetchAsync(at); }
SAME(cuMemAdvise, _v2)

DRIVER(cuMemAllocFromPoolAsync)(address_t *made, size_t bytes, void *pool, cudaStream_t stream) {
  extern cudaError_t cuMemAllocAsync(address_t *, size_t, cudaStream_t);
  (void)pool;
  return cuMemAllocAsync(made, bytes, stream);
}

/* Pools are the runtime's, which cannot fail but for a device that there is not. */
#define POOL(name, runtime, parameters, arguments)                                                 \
  DRIVER(name) parameters {                                                                        \
    extern cudaError_t runtime parameters;                                                         \
    cudaError_t error = initialized();                                                             \
    return error ? error : runtime arguments;                                                      \
  }

POOL(cuMemPoolCreate, cudaMemPoolCreate, (void **made, const void *asked), (made, asked))
POOL(cuMemPoolDestroy, cudaMemPoolDestroy, (void *pool), (pool))
POOL(cuMemPoolTrimTo, cudaMemPoolTrimTo, (void *pool, size_t bytes), (pool, bytes))
POOL(cuMemPoolSetAttribute, cudaMemPoolSetAttribute, (void *pool, int attribute, void *value),
     (pool, attribute, value))
POOL(cuMemPoolGetAttribute, cudaMemPoolGetAttribute, (void *pool, int attribute, void *value),
     (pool, attribute, value))
POOL(cuMemPoolSetAccess, cudaMemPoolSetAccess, (void *pool, const void *access, size_t count),
     (pool, access, count))
POOL(cuDeviceGetDefaultMemPool, cudaDeviceGetDefaultMemPool, (void **made, int device),
     (made, device))
POOL(cuDeviceGetMemPool, cudaDeviceGetMemPool, (void **made, int device), (made, device))
POOL(cuDeviceSetMemPool, cudaDeviceSetMemPool, (int device, void *pool), (device, pool))

UNVERSIONED(cuMemGetAddressRange)
