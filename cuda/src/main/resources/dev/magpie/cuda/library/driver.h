/* What the functions of the driver's interface share. */
#pragma once
#include "runtime.h"

/* They do not leave an error for the runtime's cudaGetLastError. Errors have the runtime's numbers. */
#define DRIVER(name) PUBLIC cudaError_t name

/* A name that programs find with dlsym, or ask for as it was before; the types are the same here. */
#define BEFORE(name, now) extern PUBLIC __typeof(now) name __attribute__((alias(#now)));
#define UNVERSIONED(name) BEFORE(name, name##_v2)

typedef uint64_t address_t;
