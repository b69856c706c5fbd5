/* The way to the process that answers: calls with numbers and bytes, and what it wants done here. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "calls.h"

#define NAME(call) call,
enum call { CALLS(NAME) };
#undef NAME

#define ARGUMENTS 24
#define RESULTS 8

struct reply {
  int64_t results[RESULTS];
};

/*
 * Asks and waits for the answer; what it returns is the error, in the numbers of the runtime.
 *
 * in, inBytes: goes along, if in is not null
 * out, outBytes: takes the answer's bytes, as many as fit, if out is not null
 */
int ask(enum call number, struct reply *reply, const void *in, size_t inBytes, void *out,
        size_t outBytes, const int64_t *arguments, int count);

/* Bytes of the last answer's payload on this thread. */
size_t answered(void);

#define LIST(...) ((const int64_t[]){__VA_ARGS__})
#define LENGTH(...) ((int)(sizeof(LIST(__VA_ARGS__)) / sizeof(int64_t)))
/* A call of numbers alone. */
#define ASK(number, reply, ...)                                                                    \
  ask(number, reply, NULL, 0, NULL, 0, LIST(__VA_ARGS__), LENGTH(__VA_ARGS__))
#define NUMBER(pointer) ((int64_t)(uintptr_t)(pointer))
#define POINTER(number) ((void *)(uintptr_t)(number))

/* Whether an address is in what is shared with the process that answers. */
int isShared(const void *address);

/* Says something that the user must know, and that there is no other way to say. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
