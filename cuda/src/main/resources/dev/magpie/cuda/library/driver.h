/* What the functions of the driver's interface share. */
#pragma once
#include "runtime.h"

/* The driver's error for one of the runtime's; most have the same numbers. */
cudaError_t ofDriver(cudaError_t error);

/* As ask, whose place it takes here: it does not initialise CUDA, and errors are the driver's. */
int askByDriver(enum call number, struct reply *reply, const void *in, size_t inBytes, void *out,
                size_t outBytes, const int64_t *arguments, int count);
#define ask(...) askByDriver(__VA_ARGS__)

/* They do not leave an error for the runtime's cudaGetLastError. */
#define DRIVER(name) PUBLIC cudaError_t name

/* A name that programs find with dlsym, or ask for as it was before; the types are the same here. */
#define BEFORE(name, now) extern PUBLIC __typeof(now) name __attribute__((alias(#now)));
#define UNVERSIONED(name) BEFORE(name, name##_v2)

typedef uint64_t address_t;
