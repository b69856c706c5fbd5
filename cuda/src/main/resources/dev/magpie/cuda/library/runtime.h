/* What the functions of the CUDA runtime share here: its types, as far as they are needed. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "connection.h"
#include "initialization.h"

typedef int cudaError_t;
typedef void *cudaStream_t;
typedef void *cudaEvent_t;
typedef void *cudaArray_t;
typedef void *cudaGraph_t;

struct dim3 {
  unsigned x, y, z;
};

struct extent {
  size_t width, height, depth;
};

struct position {
  size_t x, y, z;
};

struct pitched {
  void *ptr;
  size_t pitch, xsize, ysize;
};

struct channels {
  int x, y, z, w, format;
};

struct box {
  cudaArray_t sourceArray;
  struct position sourceAt;
  struct pitched source;
  cudaArray_t targetArray;
  struct position targetAt;
  struct pitched target;
  struct extent extent;
  int kind;
};

enum { SUCCESS = 0, INVALID_VALUE = 1, ALLOCATION = 2, INVALID_HANDLE = 400, NOT_SUPPORTED = 801 };
enum { HOST_TO_HOST, TO_DEVICE, TO_HOST, ON_DEVICE, BY_ADDRESS };
enum { IN_ORDER, LATER };

#define BOX_WORDS 21

#define PUBLIC __attribute__((visibility("default")))
/* A function of the runtime, and its form for a default stream for each thread. */
#define RUNTIME(name) PUBLIC cudaError_t name
#define SAME(name, suffix)                                                                         \
  extern PUBLIC __typeof(name) name##suffix __attribute__((alias(#name)));

/* Keeps an error for cudaGetLastError, and returns it. */
cudaError_t noted(cudaError_t error);

/* What a function of the runtime returns that is one of the driver's; that needs CUDA initialised. */
#define THROUGH_DRIVER(call) noted(initialize() ? NOT_INITIALIZED : (call))

/* What cudaGetLastError will return, on this thread. */
cudaError_t *lastError(void);

/* The memory behind what the program names as a symbol; null and an error if there is none. */
cudaError_t symbolAt(const void *symbol, void **address, size_t *bytes);

/* A box as the numbers of a call. */
void boxWords(const struct box *box, int inElements, int isLater, cudaStream_t stream,
              int64_t words[BOX_WORDS]);

cudaError_t copyBox(const struct box *box, int inElements, int isLater, cudaStream_t stream);
