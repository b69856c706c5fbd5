/* Memory and events of other processes of the same command, and memory pools that are shared. */
#define _GNU_SOURCE
#include "driver.h"
#include "sharing.h"

#include <sys/mman.h>
#include <unistd.h>

#define POSIX_FILE 1

/* What a handle says, of 64 bytes in all. */
struct handle {
  char magic[8];
  int64_t kind, identity, unused[5];
};

_Static_assert(sizeof(struct handle) == 64, "as CUDA's");

static const char magic[8] = "MagpieSh";

static cudaError_t make(struct handle *made, int kind, int64_t what) {
  struct reply reply;
  memset(made, 0, sizeof *made);
  cudaError_t error = ASK(EXPORT, &reply, kind, what);
  if (!error) {
    memcpy(made->magic, magic, sizeof magic);
    made->kind = kind;
    made->identity = reply.results[0];
  }
  return error;
}

static cudaError_t identityOf(const struct handle *handle, int kind, int64_t *identity) {
  *identity = handle->identity;
  return memcmp(handle->magic, magic, sizeof magic) == 0 && handle->kind == kind ? SUCCESS
                                                                                 : INVALID_VALUE;
}

static cudaError_t import(int64_t *made, const struct handle *handle, int kind) {
  struct reply reply;
  int64_t identity;
  cudaError_t error = identityOf(handle, kind, &identity);
  error = error ? error : ASK(IMPORT, &reply, kind, identity);
  *made = error ? 0 : reply.results[0];
  return error;
}

cudaError_t exportToFile(int *file, int kind, int64_t what, int type) {
  struct handle handle;
  if (type != POSIX_FILE) {
    return NOT_SUPPORTED;
  }
  cudaError_t error = make(&handle, kind, what);
  if (error) {
    return error;
  }
  *file = memfd_create("magpie-shared", MFD_CLOEXEC);
  return *file >= 0 && pwrite(*file, &handle, sizeof handle, 0) == sizeof handle ? SUCCESS
                                                                                 : ALLOCATION;
}

cudaError_t importFromFile(const void *file, int kind, int type, int64_t *identity) {
  struct handle handle;
  if (type != POSIX_FILE) {
    return NOT_SUPPORTED;
  }
  if (pread((int)NUMBER(file), &handle, sizeof handle, 0) != sizeof handle) {
    return INVALID_VALUE;
  }
  return identityOf(&handle, kind, identity);
}

DRIVER(cuIpcGetMemHandle)(struct handle *made, void *pointer) {
  return make(made, SHARED_ALLOCATION, NUMBER(pointer));
}

DRIVER(cuIpcOpenMemHandle_v2)(void **pointer, struct handle handle, unsigned flags) {
  int64_t made;
  (void)flags;
  cudaError_t error = import(&made, &handle, SHARED_ALLOCATION);
  *pointer = POINTER(made);
  return error;
}

DRIVER(cuIpcOpenMemHandle)(void **pointer, struct handle handle, unsigned flags) {
  return cuIpcOpenMemHandle_v2(pointer, handle, flags);
}

DRIVER(cuIpcCloseMemHandle)(void *pointer) { return ASK(IMPORT_CLOSE, NULL, NUMBER(pointer)); }

DRIVER(cuIpcGetEventHandle)(struct handle *made, cudaEvent_t event) {
  return make(made, SHARED_EVENT, NUMBER(event));
}

DRIVER(cuIpcOpenEventHandle)(cudaEvent_t *event, struct handle handle) {
  int64_t made;
  cudaError_t error = import(&made, &handle, SHARED_EVENT);
  *event = POINTER(made);
  return error;
}

RUNTIME(cudaIpcGetMemHandle)(struct handle *made, void *pointer) {
  return THROUGH_DRIVER(cuIpcGetMemHandle(made, pointer));
}

RUNTIME(cudaIpcOpenMemHandle)(void **pointer, struct handle handle, unsigned flags) {
  return THROUGH_DRIVER(cuIpcOpenMemHandle_v2(pointer, handle, flags));
}

RUNTIME(cudaIpcCloseMemHandle)(void *pointer) { return THROUGH_DRIVER(cuIpcCloseMemHandle(pointer)); }

RUNTIME(cudaIpcGetEventHandle)(struct handle *made, cudaEvent_t event) {
  return THROUGH_DRIVER(cuIpcGetEventHandle(made, event));
}

RUNTIME(cudaIpcOpenEventHandle)(cudaEvent_t *event, struct handle handle) {
  return THROUGH_DRIVER(cuIpcOpenEventHandle(event, handle));
}

/* A pool has no memory that is its own, so that an imported one only lets pointers be imported. */
DRIVER(cuMemPoolExportToShareableHandle)(void *made, void *pool, int type, uint64_t flags) {
  (void)pool;
  return flags ? INVALID_VALUE : exportToFile(made, SHARED_POOL, 0, type);
}

DRIVER(cuMemPoolImportFromShareableHandle)(void **pool, void *file, int type, uint64_t flags) {
  extern cudaError_t cudaMemPoolCreate(void **, const void *);
  int64_t identity;
  cudaError_t error = flags ? INVALID_VALUE : importFromFile(file, SHARED_POOL, type, &identity);
  error = error ? error : ASK(IMPORT, NULL, SHARED_POOL, identity);
  return error ? error : cudaMemPoolCreate(pool, NULL);
}

DRIVER(cuMemPoolExportPointer)(struct handle *made, void *pointer) {
  return make(made, SHARED_ALLOCATION, NUMBER(pointer));
}

DRIVER(cuMemPoolImportPointer)(void **pointer, void *pool, const struct handle *handle) {
  int64_t made;
  (void)pool;
  cudaError_t error = import(&made, handle, SHARED_ALLOCATION);
  *pointer = POINTER(made);
  return error;
}

RUNTIME(cudaMemPoolExportToShareableHandle)(void *made, void *pool, int type, unsigned flags) {
  return THROUGH_DRIVER(cuMemPoolExportToShareableHandle(made, pool, type, flags));
}

RUNTIME(cudaMemPoolImportFromShareableHandle)(void **pool, void *file, int type, unsigned flags) {
  return THROUGH_DRIVER(cuMemPoolImportFromShareableHandle(pool, file, type, flags));
}

RUNTIME(cudaMemPoolExportPointer)(struct handle *made, void *pointer) {
  return THROUGH_DRIVER(cuMemPoolExportPointer(made, pointer));
}

RUNTIME(cudaMemPoolImportPointer)(void **pointer, void *pool, const struct handle *handle) {
  return THROUGH_DRIVER(cuMemPoolImportPointer(pointer, pool, handle));
}

/* There is one device, which may do everything. */
DRIVER(cuMemPoolGetAccess)(int *flags, void *pool, const void *place) {
  (void)pool;
  (void)place;
  *flags = 3;
  return SUCCESS;
}

RUNTIME(cudaMemPoolGetAccess)(int *flags, void *pool, const void *place) {
  return THROUGH_DRIVER(cuMemPoolGetAccess(flags, pool, place));
}
