/* What the programs of these tests say of themselves: a line for each thing that is not as it must be. */
#pragma once
#include <cstdio>
#include <cstdlib>

static int wrong;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      printf("%s:%d: %s is not so\n", __FILE__, __LINE__, #condition);                             \
      wrong++;                                                                                     \
    }                                                                                              \
  } while (0)

#define OK(call)                                                                                   \
  do {                                                                                             \
    cudaError_t returned = (call);                                                                      \
    if (returned != cudaSuccess) {                                                                      \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(returned));                 \
      wrong++;                                                                                     \
    }                                                                                              \
  } while (0)

#define FAILS(error, call)                                                                         \
  do {                                                                                             \
    cudaError_t returned = (call);                                                                      \
    if (returned != (error)) {                                                                          \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(returned));                 \
      wrong++;                                                                                     \
    }                                                                                              \
    cudaGetLastError();                                                                            \
  } while (0)

static int finish() {
  puts(wrong ? "FAILED" : "passed");
  return wrong ? 1 : 0;
}
