/* What nvcc's code registers before main, and launches. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "launch.h"

#define MOST_PARAMETERS 4096

/* nvcc's wrapper of the fat binary of a translation unit. */
struct wrapper {
  int magic, version;
  const uint64_t *data;
  /* Of a program that was linked with -rdc: the fat binaries of its units, up to a null. */
  const uint64_t *const *linked;
};

size_t fatBytes(const uint64_t *data) {
  /* magic, version, bytes of the header; then bytes of all behind it. */
  return ((const uint16_t *)data)[3] + (size_t)data[1];
}

static int64_t registerBinary(const uint64_t *data, int64_t earlier) {
  struct reply reply;
  int error = ask(REGISTER_BINARY, &reply, data, fatBytes(data), NULL, 0, LIST(earlier), 1);
  return error ? 0 : reply.results[0];
}

PUBLIC void **__cudaRegisterFatBinary(const struct wrapper *wrapper) {
  int64_t made = 0;
  if (wrapper->version == 2 && wrapper->linked) {
    for (int i = 0; wrapper->linked[i]; i++) {
      made = registerBinary(wrapper->linked[i], made);
    }
  }
  if (!made) {
    made = registerBinary(wrapper->data, 0);
  }
  return POINTER(made);
}

PUBLIC void __cudaRegisterFatBinaryEnd(void **binary) { ASK(REGISTER_END, NULL, NUMBER(binary)); }

/* Called at exit, when it no longer matters, and when a library is closed. */
PUBLIC void __cudaUnregisterFatBinary(void **binary) {
  ASK(UNREGISTER_BINARY, NULL, NUMBER(binary));
}

PUBLIC char __cudaInitModule(void **binary) {
  (void)binary;
  return 1;
}

PUBLIC void __cudaRegisterFunction(void **binary, const char *host, char *device, const char *name,
                                   int limit, void *tid, void *bid, void *block, void *grid,
                                   int *warp) {
  (void)device;
  (void)limit;
  (void)tid;
  (void)bid;
  (void)block;
  (void)grid;
  (void)warp;
  ask(REGISTER_FUNCTION, NULL, name, strlen(name), NULL, 0, LIST(NUMBER(binary), NUMBER(host)), 2);
}

static void *registerVariable(void **binary, const void *host, const char *name, size_t bytes,
                              int isManaged) {
  struct reply reply;
  int error =
      ask(REGISTER_VARIABLE, &reply, name, strlen(name), NULL, 0,
          LIST(NUMBER(binary), NUMBER(host), (int64_t)bytes, isManaged), 4);
  return error ? NULL : POINTER(reply.results[0]);
}

PUBLIC void __cudaRegisterVar(void **binary, char *host, char *device, const char *name, int ext,
                              size_t bytes, int constant, int global) {
  (void)device;
  (void)ext;
  (void)constant;
  (void)global;
  registerVariable(binary, host, name, bytes, 0);
}

PUBLIC void __cudaRegisterManagedVar(void **binary, void **host, char *device, const char *name,
                                     int ext, size_t bytes, int constant, int global) {
  (void)device;
  (void)ext;
  (void)constant;
  (void)global;
  *host = registerVariable(binary, host, name, bytes, 1);
}

PUBLIC void __cudaRegisterHostVar(void **binary, const char *name, char *host, size_t bytes) {
  registerVariable(binary, host, name, bytes, 0);
}

/* The configuration between <<< and >>>, until the kernel's stub takes it. */
static __thread struct {
  struct dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
} pushed[8];
static __thread int depth;

PUBLIC unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared,
                                            cudaStream_t stream) {
  int at = depth < 8 ? depth++ : 7;
  pushed[at].grid = grid;
  pushed[at].block = block;
  pushed[at].shared = shared;
  pushed[at].stream = stream;
  return 0;
}

PUBLIC cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block,
                                              size_t *shared, void *stream) {
  int at = depth > 0 ? --depth : 0;
  *grid = pushed[at].grid;
  *block = pushed[at].block;
  *shared = pushed[at].shared;
  *(cudaStream_t *)stream = pushed[at].stream;
  return SUCCESS;
}

/* What a function's arguments are: for each its offset and its bytes in parameter memory. */
struct parameters {
  const void *function;
  int count;
  int64_t *places;
  struct parameters *next;
};

static struct parameters *known[256];
static pthread_mutex_t knownLock = PTHREAD_MUTEX_INITIALIZER;

static struct parameters *parametersOf(const void *function, cudaError_t *error) {
  struct parameters **bucket = &known[((uintptr_t)function >> 4) % 256];
  *error = SUCCESS;
  pthread_mutex_lock(&knownLock);
  struct parameters *found = *bucket;
  while (found && found->function != function) {
    found = found->next;
  }
  pthread_mutex_unlock(&knownLock);
  if (found) {
    return found;
  }
  int64_t places[2 * MOST_PARAMETERS];
  *error = ask(FUNCTION_PARAMETERS, NULL, NULL, 0, places, sizeof places, LIST(NUMBER(function)),
               1);
  if (*error) {
    return NULL;
  }
  size_t bytes = answered();
  found = malloc(sizeof *found);
  int64_t *kept = malloc(bytes ? bytes : 1);
  if (!found || !kept) {
    abort();
  }
  memcpy(kept, places, bytes);
  *found = (struct parameters){function, (int)(bytes / sizeof(int64_t) / 2), kept, NULL};
  pthread_mutex_lock(&knownLock);
  found->next = *bucket;
  *bucket = found;
  pthread_mutex_unlock(&knownLock);
  return found;
}

int64_t gather(const void *function, void **arguments, char *place, cudaError_t *error) {
  struct parameters *parameters = parametersOf(function, error);
  if (!parameters) {
    return -1;
  }
  int64_t end = 0;
  for (int i = 0; i < parameters->count; i++) {
    int64_t offset = parameters->places[2 * i];
    int64_t bytes = parameters->places[2 * i + 1];
    if (!arguments || !arguments[i] || offset + bytes > MOST_PARAMETER_BYTES) {
      *error = INVALID_VALUE;
      return -1;
    }
    memset(place + end, 0, (size_t)(offset - end));
    memcpy(place + offset, arguments[i], (size_t)bytes);
    end = offset + bytes;
  }
  return end;
}

void **scatter(const void *function, const char *place, size_t bytes) {
  cudaError_t error;
  struct parameters *parameters = parametersOf(function, &error);
  void **arguments =
      parameters ? malloc(((size_t)parameters->count + 1) * sizeof *arguments + bytes) : NULL;
  if (arguments) {
    char *values = (char *)(arguments + parameters->count + 1);
    memcpy(values, place, bytes);
    for (int i = 0; i < parameters->count; i++) {
      arguments[i] = values + parameters->places[2 * i];
    }
    arguments[parameters->count] = NULL;
  }
  return arguments;
}

cudaError_t launch(const void *function, struct dim3 grid, struct dim3 block, void **arguments,
                   size_t shared, cudaStream_t stream, int flags) {
  char place[MOST_PARAMETER_BYTES];
  cudaError_t error;
  int64_t bytes = gather(function, arguments, place, &error);
  if (bytes < 0) {
    return noted(error);
  }
  return noted(ask(LAUNCH, NULL, place, (size_t)bytes, NULL, 0,
                   LIST(NUMBER(function), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                        (int64_t)shared, NUMBER(stream), flags),
                   10));
}

RUNTIME(cudaLaunchKernel)(const void *function, struct dim3 grid, struct dim3 block,
                          void **arguments, size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, arguments, shared, stream, 0);
}
SAME(cudaLaunchKernel, _ptsz)

/* Since CUDA 13 a kernel has a handle; here it is the host's function. */
RUNTIME(__cudaLaunchKernel)(const void *function, struct dim3 grid, struct dim3 block,
                            void **arguments, size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, arguments, shared, stream, 0);
}
SAME(__cudaLaunchKernel, _ptsz)

RUNTIME(__cudaGetKernel)(const void **kernel, const void *function) {
  *kernel = function;
  return SUCCESS;
}
SAME(__cudaGetKernel, _v2)

RUNTIME(cudaGetKernel)(const void **kernel, const void *function) {
  *kernel = function;
  return SUCCESS;
}

RUNTIME(cudaGetFuncBySymbol)(const void **made, const void *function) {
  *made = function;
  return SUCCESS;
}

RUNTIME(cudaLaunchCooperativeKernel)(const void *function, struct dim3 grid, struct dim3 block,
                                     void **arguments, size_t shared, cudaStream_t stream) {
  return launch(function, grid, block, arguments, shared, stream, COOPERATIVE);
}
SAME(cudaLaunchCooperativeKernel, _ptsz)

struct attribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    int number;
    struct dim3 cluster;
  } value;
};

struct configuration {
  struct dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  const struct attribute *attributes;
  unsigned count;
};

RUNTIME(cudaLaunchKernelExC)(const struct configuration *asked, const void *function,
                             void **arguments) {
  int flags = 0;
  for (unsigned i = 0; i < asked->count; i++) {
    const struct attribute *each = &asked->attributes[i];
    if (each->id == 2 && each->value.number) {
      flags |= COOPERATIVE;
    } else if (each->id == 4 && (uint64_t)each->value.cluster.x * each->value.cluster.y *
                                        each->value.cluster.z >
                                    1) {
      ask(ABSENT, NULL, "cudaLaunchKernelExC with clusters of blocks", 43, NULL, 0, NULL, 0);
      return noted(NOT_SUPPORTED);
    }
  }
  return launch(function, asked->grid, asked->block, arguments, asked->shared, asked->stream,
                flags);
}
SAME(cudaLaunchKernelExC, _ptsz)

RUNTIME(cudaFuncGetAttributes)(void *attributes, const void *function) {
  /* Up to preferredShmemCarveout, which every version of the runtime has. */
  return noted(ask(FUNCTION_ATTRIBUTES, NULL, NULL, 0, attributes, 52, LIST(NUMBER(function)), 1));
}

RUNTIME(cudaFuncSetAttribute)(const void *function, int attribute, int value) {
  return noted(ASK(FUNCTION_SET_ATTRIBUTE, NULL, NUMBER(function), attribute, value));
}

/* How a multiprocessor's memory is divided is the GPU's business here. */
RUNTIME(cudaFuncSetCacheConfig)(const void *function, int preferred) {
  (void)preferred;
  return noted(ASK(FUNCTION_ATTRIBUTES, NULL, NUMBER(function)));
}

RUNTIME(cudaFuncSetSharedMemConfig)(const void *function, int preferred) {
  (void)preferred;
  return noted(ASK(FUNCTION_ATTRIBUTES, NULL, NUMBER(function)));
}

RUNTIME(cudaFuncGetName)(const char **name, const void *function) {
  static __thread char place[4096];
  cudaError_t error = ask(FUNCTION_NAME, NULL, NULL, 0, place, sizeof place - 1,
                          LIST(NUMBER(function)), 1);
  size_t bytes = answered();
  place[error ? 0 : bytes < sizeof place ? bytes : sizeof place - 1] = 0;
  *name = place;
  return noted(error);
}

static cudaError_t occupancy(int64_t *answer, int place, const void *function, int threads,
                             size_t shared) {
  struct reply reply;
  cudaError_t error = ASK(OCCUPANCY, &reply, NUMBER(function), threads, (int64_t)shared);
  if (!error) {
    *answer = reply.results[place];
  }
  return noted(error);
}

RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, const void *function,
                                                       int threads, size_t shared) {
  int64_t answer = 0;
  cudaError_t error = occupancy(&answer, 0, function, threads, shared);
  *blocks = (int)answer;
  return error;
}

RUNTIME(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int *blocks, const void *function,
                                                                int threads, size_t shared,
                                                                unsigned flags) {
  (void)flags;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

RUNTIME(cudaOccupancyAvailableDynamicSMemPerBlock)(size_t *bytes, const void *function, int blocks,
                                                   int threads) {
  int64_t answer = 0;
  cudaError_t error = occupancy(&answer, 1, function, threads, 0);
  *bytes = (size_t)answer / (size_t)(blocks > 0 ? blocks : 1);
  return error;
}
