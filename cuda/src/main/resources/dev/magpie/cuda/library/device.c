/* The device, its errors and its limits. There is one. */
#include <stdio.h>
#include <stdlib.h>

#include "runtime.h"

static __thread cudaError_t last;

cudaError_t *lastError(void) { return &last; }

cudaError_t noted(cudaError_t error) {
  /* That something is not ready is an answer. */
  if (error != SUCCESS && error != 600) {
    last = error;
  }
  return error;
}

/* What a fault of a kernel left stays; any other error is forgotten when it is asked for. */
RUNTIME(cudaGetLastError)(void) {
  cudaError_t error = last ? last : ASK(LAST_ERROR, NULL, 0);
  last = SUCCESS;
  return error;
}

RUNTIME(cudaPeekAtLastError)(void) { return last ? last : ASK(LAST_ERROR, NULL, 0); }

static const char *text(cudaError_t error, int isName) {
  static char *known[2][1024];
  char place[512];
  unsigned at = (unsigned)error < 1023 ? (unsigned)error : 1023;
  if (!known[isName][at] && isOrphaned()) {
    /* There is nobody to ask, and this is the error of all calls. */
    return error != NOT_INITIALIZED ? "unknown error"
           : isName                 ? "cudaErrorInitializationError"
                                    : "initialization error";
  }
  if (!known[isName][at]) {
    int failed = ask(ERROR_TEXT, NULL, NULL, 0, place, sizeof place - 1, LIST(error, isName), 2);
    size_t bytes = failed ? 0 : answered();
    place[bytes < sizeof place ? bytes : sizeof place - 1] = 0;
    known[isName][at] = strdup(failed ? "unknown error" : place);
  }
  return known[isName][at];
}

PUBLIC const char *cudaGetErrorString(cudaError_t error) { return text(error, 0); }

PUBLIC const char *cudaGetErrorName(cudaError_t error) { return text(error, 1); }

RUNTIME(cudaGetDeviceCount)(int *count) {
  *count = 1;
  cudaError_t error = initialize();
  return noted(error ? error : ASK(VERSION, NULL, 0));
}

static cudaError_t only(int device) { return noted(device == 0 ? initialize() : 101); }

RUNTIME(cudaSetDevice)(int device) { return only(device); }

RUNTIME(cudaInitDevice)(int device, unsigned deviceFlags, unsigned flags) {
  (void)deviceFlags;
  (void)flags;
  return only(device);
}

RUNTIME(cudaGetDevice)(int *device) {
  *device = 0;
  return noted(initialize());
}

RUNTIME(cudaChooseDevice)(int *device, const void *properties) {
  (void)properties;
  *device = 0;
  return noted(initialize());
}

RUNTIME(cudaSetValidDevices)(int *devices, int count) {
  (void)devices;
  return noted(count > 0 ? initialize() : INVALID_VALUE);
}

static unsigned deviceFlags;

RUNTIME(cudaSetDeviceFlags)(unsigned flags) {
  deviceFlags = flags;
  return noted(initialize());
}

RUNTIME(cudaGetDeviceFlags)(unsigned *flags) {
  *flags = deviceFlags;
  return noted(initialize());
}

RUNTIME(cudaDeviceGetAttribute)(int *value, int attribute, int device) {
  struct reply reply;
  cudaError_t error = only(device);
  if (!error) {
    error = ASK(DEVICE_ATTRIBUTE, &reply, attribute);
    *value = error ? 0 : (int)reply.results[0];
  }
  return noted(error);
}

/* The structure has as many bytes as the program's version of it, which the answer knows. */
RUNTIME(cudaGetDeviceProperties)(void *properties, int device) {
  cudaError_t error = only(device);
  return error ? error : noted(ask(DEVICE_PROPERTIES, NULL, NULL, 0, properties, 4096, NULL, 0));
}
SAME(cudaGetDeviceProperties, _v2)

RUNTIME(cudaDeviceGetLimit)(size_t *value, int limit) {
  struct reply reply;
  cudaError_t error = ASK(DEVICE_LIMIT, &reply, limit);
  *value = error ? 0 : (size_t)reply.results[0];
  return noted(error);
}

RUNTIME(cudaDeviceSetLimit)(int limit, size_t value) {
  return noted(ASK(DEVICE_SET_LIMIT, NULL, limit, (int64_t)value));
}

RUNTIME(cudaDeviceSynchronize)(void) { return noted(ASK(SYNCHRONIZE, NULL, 0)); }

RUNTIME(cudaThreadSynchronize)(void) { return cudaDeviceSynchronize(); }

RUNTIME(cudaDeviceReset)(void) { return noted(ASK(DEVICE_RESET, NULL, 0)); }

RUNTIME(cudaThreadExit)(void) { return cudaDeviceReset(); }

static int preferredCache;

RUNTIME(cudaDeviceSetCacheConfig)(int preferred) {
  preferredCache = preferred;
  return noted(initialize());
}

RUNTIME(cudaDeviceGetCacheConfig)(int *preferred) {
  *preferred = preferredCache;
  return noted(initialize());
}

RUNTIME(cudaDeviceSetSharedMemConfig)(int preferred) {
  (void)preferred;
  return noted(initialize());
}

RUNTIME(cudaDeviceGetSharedMemConfig)(int *preferred) {
  *preferred = 1; /* banks of four bytes */
  return noted(initialize());
}

static cudaError_t version(int *number, int which) {
  struct reply reply;
  cudaError_t error = ASK(VERSION, &reply, 0);
  *number = error ? 0 : (int)reply.results[which];
  return noted(error);
}

RUNTIME(cudaDriverGetVersion)(int *number) { return version(number, 0); }

RUNTIME(cudaRuntimeGetVersion)(int *number) { return version(number, 1); }

RUNTIME(cudaDeviceCanAccessPeer)(int *can, int device, int peer) {
  *can = 0;
  return device ? only(device) : only(peer);
}

RUNTIME(cudaDeviceEnablePeerAccess)(int peer, unsigned flags) {
  (void)peer;
  (void)flags;
  return noted(101);
}

RUNTIME(cudaDeviceDisablePeerAccess)(int peer) {
  (void)peer;
  return noted(101);
}

RUNTIME(cudaDeviceGetStreamPriorityRange)(int *least, int *greatest) {
  if (least) {
    *least = 0;
  }
  if (greatest) {
    *greatest = -5;
  }
  return noted(initialize());
}

RUNTIME(cudaDeviceGetPCIBusId)(char *place, int bytes, int device) {
  snprintf(place, (size_t)bytes, "0000:01:00.0");
  return only(device);
}

RUNTIME(cudaDeviceGetByPCIBusId)(int *device, const char *id) {
  (void)id;
  *device = 0;
  return noted(initialize());
}

RUNTIME(cudaDeviceGetP2PAttribute)(int *value, int attribute, int from, int to) {
  (void)attribute;
  *value = 0;
  return from ? only(from) : only(to);
}

RUNTIME(cudaCtxResetPersistingL2Cache)(void) { return noted(initialize()); }

RUNTIME(cudaProfilerStart)(void) { return SUCCESS; }

RUNTIME(cudaProfilerStop)(void) { return SUCCESS; }
