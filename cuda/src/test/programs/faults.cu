/* What a kernel must not do, by the first argument; the errors of the calls behind it. */
#include <cassert>
#include <csignal>
#include <cstring>

#include "check.h"

__global__ void access(int *memory, long index) { memory[index] = 1; }

__global__ void misaligned(char *memory) { *(int *)(memory + 1) = 1; }

__global__ void asserts(int number) { assert(number == 1); }

__global__ void traps() { __trap(); }

__global__ void loops(volatile int *memory) {
  while (*memory == 0) {
  }
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  int *memory;
  OK(cudaMalloc(&memory, 400));
  OK(cudaMemset(memory, 0, 400));
  cudaError_t expected = cudaErrorIllegalAddress;
  if (strcmp(what, "bounds") == 0) {
    access<<<1, 1>>>(memory, 100);
  } else if (strcmp(what, "freed") == 0) {
    OK(cudaFree(memory));
    access<<<1, 1>>>(memory, 0);
  } else if (strcmp(what, "host") == 0) {
    access<<<1, 1>>>((int *)malloc(4), 0);
  } else if (strcmp(what, "misaligned") == 0) {
    misaligned<<<1, 1>>>((char *)memory);
    expected = cudaErrorMisalignedAddress;
  } else if (strcmp(what, "assert") == 0) {
    asserts<<<1, 1>>>(2);
    expected = cudaErrorAssert;
  } else if (strcmp(what, "trap") == 0) {
    traps<<<1, 1>>>();
    expected = cudaErrorLaunchFailure;
  } else if (strcmp(what, "loop") == 0) {
    loops<<<1, 1>>>(memory);
    expected = cudaErrorLaunchTimeout;
  } else if (strcmp(what, "wait") == 0) {
    puts("waiting");
    fflush(stdout);
    for (;;) {
    }
  } else if (strcmp(what, "crash") == 0) {
    raise(SIGSEGV);
  } else {
    return 7;
  }
  FAILS(expected, cudaDeviceSynchronize());
  FAILS(expected, cudaMalloc(&memory, 4));
  FAILS(expected, cudaPeekAtLastError());
  OK(cudaDeviceReset());
  OK(cudaMalloc(&memory, 400));
  access<<<1, 1>>>(memory, 99);
  OK(cudaDeviceSynchronize());
  return finish();
}
