/* Kernels that a program loads through the runtime: those of the driver, and its linker's. */
#include "launch.h"

extern cudaError_t cuLibraryLoadData(void **, const void *);
extern cudaError_t cuLibraryLoadFromFile(void **, const char *);
extern cudaError_t cuLibraryUnload(void *);
extern cudaError_t cuLibraryGetKernel(void **, void *, const char *);
extern cudaError_t cuLibraryGetGlobal(uint64_t *, size_t *, void *, const char *);

RUNTIME(cudaLibraryLoadData)(void **library, const void *image) {
  return THROUGH_DRIVER(cuLibraryLoadData(library, image));
}

RUNTIME(cudaLibraryLoadFromFile)(void **library, const char *path) {
  return THROUGH_DRIVER(cuLibraryLoadFromFile(library, path));
}

RUNTIME(cudaLibraryUnload)(void *library) { return THROUGH_DRIVER(cuLibraryUnload(library)); }

RUNTIME(cudaLibraryGetKernel)(void **kernel, void *library, const char *name) {
  return THROUGH_DRIVER(cuLibraryGetKernel(kernel, library, name));
}

RUNTIME(cudaLibraryGetGlobal)(void **address, size_t *bytes, void *library, const char *name) {
  uint64_t at = 0;
  size_t all = 0;
  cudaError_t error = THROUGH_DRIVER(cuLibraryGetGlobal(&at, &all, library, name));
  if (address) {
    *address = POINTER(at);
  }
  if (bytes) {
    *bytes = all;
  }
  return error;
}

/* The offset and the bytes of a parameter of a kernel. */
RUNTIME(cudaFuncGetParamInfo)(const void *function, size_t index, size_t *offset, size_t *bytes) {
  int64_t places[2 * 4096];
  cudaError_t error =
      ask(FUNCTION_PARAMETERS, NULL, NULL, 0, places, sizeof places, LIST(NUMBER(function)), 1);
  if (!error && index >= answered() / sizeof(int64_t) / 2) {
    error = INVALID_VALUE;
  }
  if (!error) {
    *offset = (size_t)places[2 * index];
    if (bytes) {
      *bytes = (size_t)places[2 * index + 1];
    }
  }
  return noted(error);
}
