/* Launches, for graphs and the driver's interface. */
#pragma once
#include "runtime.h"

#define COOPERATIVE 1
#define MOST_PARAMETER_BYTES 32768

cudaError_t launch(const void *function, struct dim3 grid, struct dim3 block, void **arguments,
                   size_t shared, cudaStream_t stream, int flags);

/* Puts arguments where the kernel's parameters lie; how many bytes that are, or less than 0. */
int64_t gather(const void *function, void **arguments, char *place, cudaError_t *error);

/* The same again as arguments, in one piece of memory that free() takes; null if there is none. */
void **scatter(const void *function, const char *place, size_t bytes);

/* What a fat binary has with its header, in bytes. */
size_t fatBytes(const uint64_t *data);
