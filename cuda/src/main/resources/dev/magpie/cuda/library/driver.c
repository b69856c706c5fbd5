/*
 * The driver's interface, for programs that load modules themselves. Its errors have the numbers of
 * the runtime's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "launch.h"

#define DRIVER(name) PUBLIC cudaError_t name
#define FAT_BINARY 0xba55ed50u
#define WRAPPER 0x466243b1u
#define NO_BINARY 209
#define NO_FILE 301

typedef uint64_t address_t;

/* How texts that are linked begin. */
static const char linkedMagic[8] = "MagpieLn";

/* The driver's functions do not leave an error for the runtime's cudaGetLastError. */

DRIVER(cuInit)(unsigned flags) { return ASK(VERSION, NULL, flags); }

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

static cudaError_t only(int device) { return device == 0 ? SUCCESS : 101; }

DRIVER(cuDeviceGetCount)(int *count) {
  *count = 1;
  return SUCCESS;
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
  return SUCCESS;
}

DRIVER(cuCtxSetCurrent)(void *given) {
  current = given;
  return SUCCESS;
}

DRIVER(cuCtxGetCurrent)(void **made) {
  *made = current;
  return SUCCESS;
}

DRIVER(cuCtxPushCurrent_v2)(void *given) {
  current = given;
  return SUCCESS;
}

DRIVER(cuCtxPopCurrent_v2)(void **made) {
  if (made) {
    *made = current;
  }
  return SUCCESS;
}

DRIVER(cuCtxGetDevice)(int *device) {
  *device = 0;
  return SUCCESS;
}

DRIVER(cuCtxGetApiVersion)(void *given, unsigned *version) {
  (void)given;
  *version = 3020;
  return SUCCESS;
}

DRIVER(cuCtxSynchronize)(void) { return ASK(SYNCHRONIZE, NULL, 0); }

DRIVER(cuCtxSetCacheConfig)(int preferred) {
  (void)preferred;
  return SUCCESS;
}

DRIVER(cuCtxGetStreamPriorityRange)(int *least, int *greatest) {
  extern cudaError_t cudaDeviceGetStreamPriorityRange(int *, int *);
  return cudaDeviceGetStreamPriorityRange(least, greatest);
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

static cudaError_t load(void **module, const void *image, size_t bytes) {
  struct reply reply;
  cudaError_t error = ask(MODULE_LOAD, &reply, image, bytes, NULL, 0, NULL, 0);
  *module = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuModuleLoadData)(void **module, const void *image) {
  uint32_t magic;
  memcpy(&magic, image, sizeof magic);
  if (magic == WRAPPER) {
    memcpy(&image, (const char *)image + 8, sizeof image);
    magic = FAT_BINARY;
  }
  if (memcmp(image, linkedMagic, sizeof linkedMagic) == 0) {
    uint64_t bytes;
    memcpy(&bytes, (const char *)image + 8, sizeof bytes);
    return load(module, image, 16 + (size_t)bytes);
  }
  return load(module, image, magic == FAT_BINARY ? fatBytes(image) : strlen(image) + 1);
}

DRIVER(cuModuleLoadDataEx)(void **module, const void *image, unsigned count, void *options,
                           void **values) {
  (void)count;
  (void)options;
  (void)values;
  return cuModuleLoadData(module, image);
}

DRIVER(cuModuleLoadFatBinary)(void **module, const void *image) {
  return cuModuleLoadData(module, image);
}

static char *whole(const char *path, size_t *bytes) {
  struct stat status;
  FILE *file = fopen(path, "rb");
  char *image = NULL;
  if (file && fstat(fileno(file), &status) == 0 && status.st_size > 0) {
    *bytes = (size_t)status.st_size;
    image = malloc(*bytes);
    if (image && fread(image, 1, *bytes, file) != *bytes) {
      free(image);
      image = NULL;
    }
  }
  if (file) {
    fclose(file);
  }
  return image;
}

DRIVER(cuModuleLoad)(void **module, const char *path) {
  size_t bytes = 0;
  char *image = whole(path, &bytes);
  if (!image) {
    return NO_FILE;
  }
  cudaError_t error = load(module, image, bytes);
  free(image);
  return error;
}

/* Texts that are linked: a head, and each behind its size. Modules are loaded from it. */
struct linked {
  char magic[8];
  uint64_t bytes;
  char texts[];
};

DRIVER(cuLinkCreate_v2)(unsigned count, void *options, void **values, struct linked ***made) {
  (void)count;
  (void)options;
  (void)values;
  struct linked *none = calloc(1, sizeof *none);
  *made = malloc(sizeof **made);
  if (!none || !*made) {
    free(none);
    free(*made);
    return ALLOCATION;
  }
  memcpy(none->magic, linkedMagic, sizeof linkedMagic);
  **made = none;
  return SUCCESS;
}

DRIVER(cuLinkAddData_v2)(struct linked **state, int type, const void *data, size_t bytes,
                         const char *name, unsigned count, void *options, void **values) {
  enum { PTX = 1, FAT = 2 };
  (void)name;
  (void)count;
  (void)options;
  (void)values;
  if (type != PTX && type != FAT) {
    return NO_BINARY;
  }
  struct linked *more = realloc(*state, sizeof **state + (*state)->bytes + 8 + bytes);
  if (!more) {
    return ALLOCATION;
  }
  uint64_t size = bytes;
  memcpy(more->texts + more->bytes, &size, sizeof size);
  memcpy(more->texts + more->bytes + 8, data, bytes);
  more->bytes += 8 + bytes;
  *state = more;
  return SUCCESS;
}

DRIVER(cuLinkAddFile_v2)(struct linked **state, int type, const char *path, unsigned count,
                         void *options, void **values) {
  size_t bytes = 0;
  char *image = whole(path, &bytes);
  if (!image) {
    return NO_FILE;
  }
  cudaError_t error =
      cuLinkAddData_v2(state, type, image, bytes, path, count, options, values);
  free(image);
  return error;
}

DRIVER(cuLinkComplete)(struct linked **state, void **image, size_t *bytes) {
  *image = *state;
  if (bytes) {
    *bytes = sizeof **state + (*state)->bytes;
  }
  return SUCCESS;
}

DRIVER(cuLinkDestroy)(struct linked **state) {
  free(*state);
  free(state);
  return SUCCESS;
}

DRIVER(cuModuleUnload)(void *module) { return ASK(MODULE_UNLOAD, NULL, NUMBER(module)); }

DRIVER(cuModuleGetFunction)(void **function, void *module, const char *name) {
  struct reply reply;
  cudaError_t error =
      ask(MODULE_FUNCTION, &reply, name, strlen(name), NULL, 0, LIST(NUMBER(module)), 1);
  *function = error ? NULL : POINTER(reply.results[0]);
  return error;
}

DRIVER(cuModuleGetGlobal_v2)(address_t *address, size_t *bytes, void *module, const char *name) {
  struct reply reply;
  cudaError_t error =
      ask(MODULE_GLOBAL, &reply, name, strlen(name), NULL, 0, LIST(NUMBER(module)), 1);
  if (!error && address) {
    *address = (address_t)reply.results[0];
  }
  if (!error && bytes) {
    *bytes = (size_t)reply.results[1];
  }
  return error;
}

/* A library is a module whose kernels are functions at once. */
DRIVER(cuLibraryLoadData)(void **library, const void *image) {
  return cuModuleLoadData(library, image);
}

DRIVER(cuLibraryLoadFromFile)(void **library, const char *path) {
  return cuModuleLoad(library, path);
}

DRIVER(cuLibraryUnload)(void *library) { return cuModuleUnload(library); }

DRIVER(cuLibraryGetKernel)(void **kernel, void *library, const char *name) {
  return cuModuleGetFunction(kernel, library, name);
}

DRIVER(cuLibraryGetModule)(void **module, void *library) {
  *module = library;
  return SUCCESS;
}

DRIVER(cuLibraryGetGlobal)(address_t *address, size_t *bytes, void *library, const char *name) {
  return cuModuleGetGlobal_v2(address, bytes, library, name);
}

DRIVER(cuKernelGetFunction)(void **function, void *kernel) {
  *function = kernel;
  return SUCCESS;
}

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

/* The driver has no error of its own for a configuration that cannot be. */
static cudaError_t ofDriver(cudaError_t error) { return error == 9 ? INVALID_VALUE : error; }

static cudaError_t launchWith(const void *function, struct dim3 grid, struct dim3 block,
                              unsigned shared, cudaStream_t stream, void **arguments, void **extra,
                              int flags) {
  enum { END, BUFFER, BYTES };
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
  return ofDriver(ask(LAUNCH, NULL, place, bytes, NULL, 0,
                      LIST(NUMBER(function), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                           shared, NUMBER(stream), flags),
                      10));
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
  return noted(cuGetProcAddress_v2(name, place, 0, flags, status));
}

RUNTIME(cudaGetDriverEntryPointByVersion)(const char *name, void **place, unsigned version,
                                          uint64_t flags, int *status) {
  return noted(cuGetProcAddress_v2(name, place, (int)version, flags, status));
}

/* What programs that look functions up by name ask for, too: what these were called before. */
#define BEFORE(name, now) extern PUBLIC __typeof(now) name __attribute__((alias(#now)));
BEFORE(cuCtxDestroy, cuCtxDestroy_v2)
BEFORE(cuCtxPopCurrent, cuCtxPopCurrent_v2)
BEFORE(cuCtxPushCurrent, cuCtxPushCurrent_v2)
BEFORE(cuStreamDestroy, cuStreamDestroy_v2)
BEFORE(cuEventDestroy, cuEventDestroy_v2)

/* Names without a version, which programs find with dlsym; the types behind them are the same here. */
#define UNVERSIONED(name)                                                                          \
  extern PUBLIC __typeof(name##_v2) name __attribute__((alias(#name "_v2")));
UNVERSIONED(cuCtxCreate)
UNVERSIONED(cuDevicePrimaryCtxRelease)
UNVERSIONED(cuDevicePrimaryCtxReset)
UNVERSIONED(cuDevicePrimaryCtxSetFlags)
UNVERSIONED(cuDeviceTotalMem)
UNVERSIONED(cuLinkAddData)
UNVERSIONED(cuLinkAddFile)
UNVERSIONED(cuLinkCreate)
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
UNVERSIONED(cuModuleGetGlobal)
