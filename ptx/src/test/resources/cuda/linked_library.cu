// nvcc -ptx -rdc=true -arch=sm_75 linked_library.cu
#include "linked_inline.cuh"

typedef int (*Function)(int);
extern __device__ int offset;
static __device__ int counter = 50;
static __device__ __noinline__ int helper(int x) { return x * counter; }

__device__ int calls;
__constant__ int scale[4] = {1, 10, 100, 1000};
__device__ int twice(int x) {
  extern __shared__ int mine[];
  return 2 * helper(x) + mine[63 - x] + offset;
}
__device__ int reversedBy(int x) { return reversed<64>(x) + power<2>(x); }
extern "C" __device__ float half(float x) { return 0.5f * x; }
__device__ int next(int x) { return x + 1; }
__device__ int scaled(int x) { return helper(x) + power<2>(x); }
__device__ Function table[2] = {next, scaled};

extern "C" __global__ void library(int *out) {
  out[threadIdx.x] = calls + pool() + offset;
  __syncthreads();
  pool() = 4;
}
