#include "initialization.h"

#include <stdatomic.h>

#include "driver.h"

static atomic_int isInitialized;
static atomic_int isOrphan;

int initialize(void) {
  if (isOrphan) {
    return NOT_INITIALIZED;
  }
  isInitialized = 1;
  return SUCCESS;
}

int initialized(void) { return isInitialized ? SUCCESS : NOT_INITIALIZED; }

int isOrphaned(void) { return isOrphan; }

void inheritInitialization(void) {
  /* What it has of CUDA is the parent's, which a child cannot use. */
  isOrphan = isOrphan || isInitialized;
  isInitialized = 0;
}

cudaError_t ofDriver(cudaError_t error) {
  enum { LAST_COMMON = 8, INVALID_FUNCTION = 98 };
  if (error == INVALID_FUNCTION) {
    return INVALID_HANDLE;
  }
  return error > LAST_COMMON && error < INVALID_FUNCTION ? INVALID_VALUE : error;
}

int askByDriver(enum call number, struct reply *reply, const void *in, size_t inBytes, void *out,
                size_t outBytes, const int64_t *arguments, int count) {
  cudaError_t error = number == VERSION ? SUCCESS : initialized();
  return error ? error
               : ofDriver((ask)(number, reply, in, inBytes, out, outBytes, arguments, count));
}
