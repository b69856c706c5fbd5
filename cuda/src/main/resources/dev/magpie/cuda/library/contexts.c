/* The device and its contexts, through the driver. */
#include <stdio.h>

#include "driver.h"

DRIVER(cuInit)(unsigned flags) {
  cudaError_t error = initialize();
  return error ? error : ASK(VERSION, NULL, flags);
}

DRIVER(cuDriverGetVersion)(int *version) {
  struct reply reply;
  cudaError_t error = ASK(VERSION, &reply, 0);
  *version = error ? 0 : (int)reply.results[0];
  return error;
}

static cudaError_t text(cudaError_t error, int isName, const char **place) {
  extern const char *cudaGetErrorString(cudaError_t);
  extern const char *cudaGetErrorName(cudaError_t);
  static const char prefix[] = "CUDA_ERROR_";
  static __thread char name[96];
  *place = isName ? cudaGetErrorName(error) : cudaGetErrorString(error);
  if (isName) {
    /* cudaErrorInvalidValue is CUDA_ERROR_INVALID_VALUE. */
    size_t at = (size_t)snprintf(name, sizeof name, "%s", error ? prefix : "CUDA_SUCCESS");
    for (const char *each = *place + strlen("cudaError"); error && *each && at < 94; each++) {
      int isUpper = *each >= 'A' && *each <= 'Z';
      if (isUpper && name[at - 1] != '_') {
        name[at++] = '_';
      }
      name[at++] = isUpper ? *each : (char)(*each >= 'a' && *each <= 'z' ? *each - 32 : *each);
    }
    name[error ? at : strlen(name)] = 0;
    *place = name;
  }
  return SUCCESS;
}

DRIVER(cuGetErrorString)(cudaError_t error, const char **place) { return text(error, 0, place); }

DRIVER(cuGetErrorName)(cudaError_t error, const char **place) { return text(error, 1, place); }

static cudaError_t only(int device) {
  cudaError_t error = initialized();
  return error || device == 0 ? error : 101;
}

DRIVER(cuDeviceGetCount)(int *count) {
  *count = 1;
  return initialized();
}

DRIVER(cuDeviceGet)(int *device, int number) {
  *device = 0;
  return only(number);
}

DRIVER(cuDeviceGetAttribute)(int *value, int attribute, int device) {
  struct reply reply;
  cudaError_t error = only(device);
  if (!error) {
    error = ASK(DEVICE_ATTRIBUTE, &reply, attribute);
    *value = error ? 0 : (int)reply.results[0];
  }
  return error;
}

DRIVER(cuDeviceGetName)(char *place, int bytes, int device) {
  char properties[256] = {0};
  cudaError_t error = only(device);
  if (!error) {
    error = ask(DEVICE_PROPERTIES, NULL, NULL, 0, properties, sizeof properties - 1, NULL, 0);
    snprintf(place, (size_t)bytes, "%s", properties);
  }
  return error;
}

DRIVER(cuDeviceGetUuid)(char *place, int device) {
  memset(place, 0, 16);
  return only(device);
}
SAME(cuDeviceGetUuid, _v2)

DRIVER(cuDeviceTotalMem_v2)(size_t *bytes, int device) {
  struct reply reply;
  cudaError_t error = only(device);
  if (!error) {
    error = ASK(MEMORY_INFO, &reply, 0);
    *bytes = error ? 0 : (size_t)reply.results[1];
  }
  return error;
}

DRIVER(cuDeviceComputeCapability)(int *major, int *minor, int device) {
  cudaError_t error = cuDeviceGetAttribute(major, 75, device);
  return error ? error : cuDeviceGetAttribute(minor, 76, device);
}

DRIVER(cuDeviceGetPCIBusId)(char *place, int bytes, int device) {
  snprintf(place, (size_t)bytes, "0000:01:00.0");
  return only(device);
}

DRIVER(cuDeviceCanAccessPeer)(int *can, int device, int peer) {
  *can = 0;
  return device ? only(device) : only(peer);
}

/* All contexts are one: there is one device with one memory. */
static int context;
static __thread void *current;

DRIVER(cuDevicePrimaryCtxRetain)(void **made, int device) {
  *made = &context;
  return only(device);
}

DRIVER(cuDevicePrimaryCtxRelease_v2)(int device) { return only(device); }

DRIVER(cuDevicePrimaryCtxReset_v2)(int device) {
  return device ? only(device) : ASK(DEVICE_RESET, NULL, 0);
}

DRIVER(cuDevicePrimaryCtxSetFlags_v2)(int device, unsigned flags) {
  (void)flags;
  return only(device);
}

DRIVER(cuDevicePrimaryCtxGetState)(int device, unsigned *flags, int *active) {
  *flags = 0;
  *active = 1;
  return only(device);
}

DRIVER(cuCtxCreate_v2)(void **made, unsigned flags, int device) {
  (void)flags;
  *made = current = &context;
  return only(device);
}

DRIVER(cuCtxCreate_v4)(void **made, const void *parameters, unsigned flags, int device) {
  (void)parameters;
  return cuCtxCreate_v2(made, flags, device);
}

DRIVER(cuCtxDestroy_v2)(void *given) {
  (void)given;
  current = NULL;
  return initialized();
}

DRIVER(cuCtxSetCurrent)(void *given) {
  current = given;
  return initialized();
}

DRIVER(cuCtxGetCurrent)(void **made) {
  *made = current;
  return initialized();
}

DRIVER(cuCtxPushCurrent_v2)(void *given) {
  current = given;
  return initialized();
}

DRIVER(cuCtxPopCurrent_v2)(void **made) {
  if (made) {
    *made = current;
  }
  return initialized();
}

DRIVER(cuCtxGetDevice)(int *device) {
  *device = 0;
  return initialized();
}

DRIVER(cuCtxGetApiVersion)(void *given, unsigned *version) {
  (void)given;
  *version = 3020;
  return initialized();
}

DRIVER(cuCtxSynchronize)(void) { return ASK(SYNCHRONIZE, NULL, 0); }

DRIVER(cuCtxSetCacheConfig)(int preferred) {
  (void)preferred;
  return initialized();
}

DRIVER(cuCtxGetStreamPriorityRange)(int *least, int *greatest) {
  extern cudaError_t cudaDeviceGetStreamPriorityRange(int *, int *);
  cudaError_t error = initialized();
  return error ? error : cudaDeviceGetStreamPriorityRange(least, greatest);
}

DRIVER(cuCtxGetLimit)(size_t *value, int limit) {
  struct reply reply;
  cudaError_t error = ASK(DEVICE_LIMIT, &reply, limit);
  *value = error ? 0 : (size_t)reply.results[0];
  return error;
}

DRIVER(cuCtxSetLimit)(int limit, size_t value) {
  return ASK(DEVICE_SET_LIMIT, NULL, limit, (int64_t)value);
}

DRIVER(cuCtxGetId)(void *given, uint64_t *identity) {
  (void)given;
  *identity = 1;
  return initialized();
}

DRIVER(cuCtxGetFlags)(unsigned *flags) {
  *flags = 0;
  return initialized();
}

DRIVER(cuCtxGetCacheConfig)(int *preferred) {
  *preferred = 0;
  return initialized();
}

DRIVER(cuCtxGetSharedMemConfig)(int *preferred) {
  *preferred = 1; /* banks of four bytes */
  return initialized();
}

DRIVER(cuCtxSetSharedMemConfig)(int preferred) {
  (void)preferred;
  return initialized();
}

DRIVER(cuCtxResetPersistingL2Cache)(void) { return initialized(); }

DRIVER(cuStreamGetCtx)(cudaStream_t stream, void **made) {
  struct reply reply;
  *made = &context;
  return ASK(STREAM_INFO, &reply, NUMBER(stream));
}

DRIVER(cuDeviceGetByPCIBusId)(int *device, const char *id) {
  (void)id;
  *device = 0;
  return initialized();
}

DRIVER(cuDeviceGetP2PAttribute)(int *value, int attribute, int from, int to) {
  (void)attribute;
  *value = 0;
  return from ? only(from) : only(to);
}

/* All is loaded when it is asked for. */
DRIVER(cuModuleGetLoadingMode)(int *mode) {
  *mode = 1;
  return initialized();
}

DRIVER(cuFuncLoad)(const void *function) {
  return ASK(FUNCTION_ATTRIBUTES, NULL, NUMBER(function));
}

DRIVER(cuFuncIsLoaded)(int *state, const void *function) {
  *state = 1;
  return ASK(FUNCTION_ATTRIBUTES, NULL, NUMBER(function));
}

/* What these were called before, and their names without a version. */
BEFORE(cuCtxDestroy, cuCtxDestroy_v2)
BEFORE(cuCtxPopCurrent, cuCtxPopCurrent_v2)
BEFORE(cuCtxPushCurrent, cuCtxPushCurrent_v2)
UNVERSIONED(cuCtxCreate)
UNVERSIONED(cuDevicePrimaryCtxRelease)
UNVERSIONED(cuDevicePrimaryCtxReset)
UNVERSIONED(cuDevicePrimaryCtxSetFlags)
UNVERSIONED(cuDeviceTotalMem)
