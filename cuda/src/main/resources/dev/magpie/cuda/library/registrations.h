/* What was registered before CUDA was initialised, which a child of a fork registers again. */
#pragma once
#include "connection.h"

/* Whether a call registers something, or ends that. */
int isRegistration(enum call number);

/* Whether the runtime initialises CUDA with a call. */
int initializes(enum call number);

/* Keeps a call. What goes along with it lies in the program or a library of it, and is not copied. */
void keepRegistration(enum call number, const void *in, size_t inBytes, const int64_t *arguments,
                      int count);

/* Makes all calls that are kept, in their order, so that the answers are the same. */
void registerAgain(void (*call)(enum call number, const void *in, size_t inBytes,
                                const int64_t *arguments, int count));
