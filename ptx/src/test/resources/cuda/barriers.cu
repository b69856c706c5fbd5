// A barrier of the CUDA library, which is an mbarrier object from sm_80 on. For ARCH in 75, 80 and
// 90: nvcc -ptx -std=c++17 -arch=sm_ARCH barriers.cu -o barriers.sm_ARCH.ptx
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Values go to the left, one place a round. Half of the threads leave after some rounds.
__device__ int rotate(Barrier &barrier, int *values, int v, int rounds, int threads) {
  for (int round = 0; round < rounds; round++) {
    values[threadIdx.x] = v;
    auto token = barrier.arrive();
    int add = round * 7;
    barrier.wait(std::move(token));
    v = values[(threadIdx.x + 1) % threads] + add;
    barrier.arrive_and_wait();
  }
  return v;
}

extern "C" __global__ void rotations(int *out, int rounds) {
  __shared__ int values[256];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  int v = rotate(barrier, values, threadIdx.x, rounds, blockDim.x);
  if (threadIdx.x >= blockDim.x / 2) {
    barrier.arrive_and_drop();
  } else {
    barrier.arrive_and_wait();
    v = rotate(barrier, values, v, rounds, blockDim.x / 2);
  }
  out[threadIdx.x + blockIdx.x * blockDim.x] = v;
}
