// Uses what linked_library.cu defines, and defines something for it.
// nvcc -ptx -rdc=true -arch=sm_75 linked_user.cu
#include "linked_inline.cuh"

typedef int (*Function)(int);
extern __device__ int calls;
extern __constant__ int scale[4];
extern __device__ Function table[2];
extern __device__ int twice(int);
extern __device__ int reversedBy(int);
extern "C" __device__ float half(float);

__device__ int offset = 11;
static __device__ int counter = 5;
static __device__ int *counterAt = &counter;
static __device__ __noinline__ int helper(int x) { return x + counter + *counterAt; }

extern "C" __global__ void user(int *out) {
  extern __shared__ int mine[];
  int i = threadIdx.x;
  mine[i] = i;
  atomicAdd(&calls, 1);
  __syncthreads();
  out[0 * 64 + i] = twice(i);
  out[1 * 64 + i] = scale[i & 3] + helper(i) + offset;
  out[2 * 64 + i] = (int) half(i);
  out[3 * 64 + i] = table[i & 1](i);
  out[4 * 64 + i] = reversed<64>(i) + 1000 * reversedBy(i);
  out[5 * 64 + i] = pool();
}
