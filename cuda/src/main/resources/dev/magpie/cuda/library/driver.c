/* Launches, streams and events through the driver, and the driver's functions by their names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#include "driver.h"
#include "launch.h"

static cudaError_t launchWith(const void *function, struct dim3 grid, struct dim3 block,
                              unsigned shared, cudaStream_t stream, void **arguments, void **extra,
                              int flags) {
  enum { END, BUFFER, BYTES };
  if (initialized()) {
    return NOT_INITIALIZED;
  }
  if (arguments || !extra) {
    cudaError_t earlier = *lastError();
    cudaError_t error = launch(function, grid, block, arguments, shared, stream, flags);
    *lastError() = earlier;
    return ofDriver(error);
  }
  const void *place = NULL;
  size_t bytes = 0;
  for (int i = 0; extra[i] != (void *)END; i += 2) {
    if (extra[i] == (void *)BUFFER) {
      place = extra[i + 1];
    } else if (extra[i] == (void *)BYTES) {
      bytes = *(size_t *)extra[i + 1];
    }
  }
  return ask(LAUNCH, NULL, place, bytes, NULL, 0,
             LIST(NUMBER(function), grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                  NUMBER(stream), flags),
             10);
}

DRIVER(cuLaunchKernel)(const void *function, unsigned gridX, unsigned gridY, unsigned gridZ,
                       unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                       cudaStream_t stream, void **arguments, void **extra) {
  return launchWith(function, (struct dim3){gridX, gridY, gridZ},
                    (struct dim3){blockX, blockY, blockZ}, shared, stream, arguments, extra, 0);
}
SAME(cuLaunchKernel, _ptsz)

DRIVER(cuLaunchCooperativeKernel)(const void *function, unsigned gridX, unsigned gridY,
                                  unsigned gridZ, unsigned blockX, unsigned blockY,
                                  unsigned blockZ, unsigned shared, cudaStream_t stream,
                                  void **arguments) {
  return launchWith(function, (struct dim3){gridX, gridY, gridZ},
                    (struct dim3){blockX, blockY, blockZ}, shared, stream, arguments, NULL,
                    COOPERATIVE);
}

DRIVER(cuFuncGetAttribute)(int *value, int attribute, const void *function) {
  /* Of the runtime's structure: three sizes, and then numbers. */
  int64_t words[8] = {0};
  cudaError_t error =
      ask(FUNCTION_ATTRIBUTES, NULL, NULL, 0, words, 52, LIST(NUMBER(function)), 1);
  const int *numbers = (const int *)(words + 3);
  switch (attribute) {
  case 0:
    *value = numbers[0];
    break;
  case 1:
  case 2:
  case 3:
    *value = (int)words[attribute - 1];
    break;
  case 4:
  case 5:
  case 6:
  case 7:
  case 8:
  case 9:
    *value = numbers[attribute - 3];
    break;
  default:
    return error ? error : INVALID_VALUE;
  }
  return error;
}

DRIVER(cuFuncSetAttribute)(const void *function, int attribute, int value) {
  return ASK(FUNCTION_SET_ATTRIBUTE, NULL, NUMBER(function), attribute, value);
}

DRIVER(cuFuncSetCacheConfig)(const void *function, int preferred) {
  (void)preferred;
  return ASK(FUNCTION_ATTRIBUTES, NULL, NUMBER(function));
}

DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, const void *function, int threads,
                                                    size_t shared) {
  struct reply reply;
  cudaError_t error = ASK(OCCUPANCY, &reply, NUMBER(function), threads, (int64_t)shared);
  *blocks = error ? 0 : (int)reply.results[0];
  return error;
}

DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int *blocks, const void *function,
                                                             int threads, size_t shared,
                                                             unsigned flags) {
  (void)flags;
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

/* The largest of the sizes of a block that keep most threads on a multiprocessor. */
DRIVER(cuOccupancyMaxPotentialBlockSize)(int *grid, int *size, const void *function,
                                         size_t (*sharedOf)(int), size_t shared, int limit) {
  extern cudaError_t cuDeviceGetAttribute(int *, int, int);
  int most, multiprocessors, warp, blocks, best = 0;
  cudaError_t error = cuFuncGetAttribute(&most, 0, function);
  error = error ? error : cuDeviceGetAttribute(&warp, 10, 0);
  error = error ? error : cuDeviceGetAttribute(&multiprocessors, 16, 0);
  if (error) {
    return error;
  }
  *grid = *size = 0;
  most = limit > 0 && limit < most ? limit : most;
  for (int aligned = (most + warp - 1) / warp * warp; aligned > 0 && !error; aligned -= warp) {
    int threads = aligned < most ? aligned : most;
    error = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads,
                                                        sharedOf ? sharedOf(threads) : shared);
    if (blocks * threads > best) {
      best = blocks * threads;
      *size = threads;
      *grid = blocks * multiprocessors;
    }
  }
  return error;
}

DRIVER(cuOccupancyMaxPotentialBlockSizeWithFlags)(int *grid, int *size, const void *function,
                                                  size_t (*sharedOf)(int), size_t shared,
                                                  int limit, unsigned flags) {
  (void)flags;
  return cuOccupancyMaxPotentialBlockSize(grid, size, function, sharedOf, shared, limit);
}

DRIVER(cuStreamCreate)(cudaStream_t *stream, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(STREAM_CREATE, &reply, flags, 0);
  *stream = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuStreamCreateWithPriority)(cudaStream_t *stream, unsigned flags, int priority) {
  (void)priority;
  return cuStreamCreate(stream, flags);
}

DRIVER(cuStreamDestroy_v2)(cudaStream_t stream) {
  return ASK(STREAM_DESTROY, NULL, NUMBER(stream));
}

DRIVER(cuStreamSynchronize)(cudaStream_t stream) { return ASK(SYNCHRONIZE, NULL, NUMBER(stream)); }

DRIVER(cuStreamQuery)(cudaStream_t stream) { return ASK(SYNCHRONIZE, NULL, NUMBER(stream)); }

DRIVER(cuStreamWaitEvent)(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return ASK(STREAM_WAIT, NULL, NUMBER(stream), NUMBER(event), flags);
}

DRIVER(cuEventCreate)(cudaEvent_t *event, unsigned flags) {
  struct reply reply;
  cudaError_t error = ASK(EVENT_CREATE, &reply, flags);
  *event = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuEventDestroy_v2)(cudaEvent_t event) { return ASK(EVENT_DESTROY, NULL, NUMBER(event)); }

DRIVER(cuEventRecord)(cudaEvent_t event, cudaStream_t stream) {
  return ASK(EVENT_RECORD, NULL, NUMBER(event), NUMBER(stream));
}

DRIVER(cuEventQuery)(cudaEvent_t event) { return ASK(EVENT_QUERY, NULL, NUMBER(event)); }

DRIVER(cuEventSynchronize)(cudaEvent_t event) { return ASK(EVENT_QUERY, NULL, NUMBER(event)); }

DRIVER(cuEventElapsedTime)(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
  struct reply reply;
  cudaError_t error = ASK(EVENT_ELAPSED, &reply, NUMBER(from), NUMBER(to));
  uint32_t bits = error ? 0 : (uint32_t)reply.results[0];
  memcpy(milliseconds, &bits, sizeof bits);
  return error;
}
SAME(cuEventElapsedTime, _v2)

DRIVER(cuProfilerStart)(void) { return SUCCESS; }

DRIVER(cuProfilerStop)(void) { return SUCCESS; }

/* A name may stand for one with a version behind it. */
static void *find(const char *name) {
  static const char *const suffixes[] = {"", "_v2", "_v4"};
  char place[128];
  Dl_info own;
  void *self = dladdr((void *)find, &own) ? dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  for (int i = 2; self && i >= 0; i--) {
    snprintf(place, sizeof place, "%s%s", name, suffixes[i]);
    void *found = dlsym(self, place);
    if (found) {
      return found;
    }
  }
  return NULL;
}

DRIVER(cuGetProcAddress_v2)(const char *name, void **place, int version, uint64_t flags,
                            int *status) {
  (void)version;
  (void)flags;
  *place = find(name);
  if (status) {
    *status = *place ? 0 : 1;
  }
  return *place ? SUCCESS : 500;
}

DRIVER(cuGetProcAddress)(const char *name, void **place, int version, uint64_t flags) {
  return cuGetProcAddress_v2(name, place, version, flags, NULL);
}

RUNTIME(cudaGetDriverEntryPoint)(const char *name, void **place, uint64_t flags, int *status) {
  cudaError_t error = initialize();
  return noted(error ? error : cuGetProcAddress_v2(name, place, 0, flags, status));
}

RUNTIME(cudaGetDriverEntryPointByVersion)(const char *name, void **place, unsigned version,
                                          uint64_t flags, int *status) {
  (void)version;
  return cudaGetDriverEntryPoint(name, place, flags, status);
}

/* What these were called before, and their names without a version. */
BEFORE(cuStreamDestroy, cuStreamDestroy_v2)
BEFORE(cuEventDestroy, cuEventDestroy_v2)
