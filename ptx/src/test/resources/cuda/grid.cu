// Grids that wait as a whole. Compiled with: nvcc -ptx -arch=sm_75 grid.cu
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Subtracts the sum of all elements from each of them; blocks have 64 threads.
extern "C" __global__ void centre(const int *in, int *out, int *sums, int n) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int part[64];
  int sum = 0;
  for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
    sum += in[i];
  part[threadIdx.x] = sum;
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = part[0];
  grid.sync();
  int total = 0;
  for (int i = 0; i < gridDim.x; i++)
    total += sums[i];
  for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
    out[i] = in[i] - total;
}

// Each thread adds its left neighbour's value, step by step.
extern "C" __global__ void shiftAndAdd(int *a, int steps) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = grid.thread_rank();
  for (int step = 0; step < steps; step++) {
    auto token = grid.barrier_arrive();
    int own = a[i] + step;
    grid.barrier_wait(std::move(token));
    int left = a[(i + grid.size() - 1) % grid.size()];
    grid.sync();
    a[i] = own + left;
  }
}

// The last block never comes.
extern "C" __global__ void incomplete(int *out) {
  if (blockIdx.x + 1 == gridDim.x)
    return;
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}

// Prefix sums in one pass; a tile waits for those before it. Blocks have 64 threads. Of a status,
// the upper half says whether the lower is the tile's own sum (1) or that up to it (2).
extern "C" __global__ void scan(const int *in, int *out, int n, unsigned *ticket,
                                volatile unsigned long long *status) {
  __shared__ int tile, before, part[64];
  if (threadIdx.x == 0)
    tile = atomicAdd(ticket, 1);
  __syncthreads();
  int i = tile * 64 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  for (int step = 1; step < 64; step *= 2) {
    __syncthreads();
    int add = threadIdx.x >= step ? part[threadIdx.x - step] : 0;
    __syncthreads();
    part[threadIdx.x] += add;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned own = part[63], sum = 0;
    status[tile] = 1ull << 32 | own;
    for (int t = tile - 1; t >= 0;) {
      unsigned long long there = status[t];
      if (there >> 32 == 0)
        continue;
      sum += (unsigned) there;
      if (there >> 32 == 2)
        break;
      t--;
    }
    status[tile] = 2ull << 32 | (sum + own);
    before = sum;
  }
  __syncthreads();
  if (i < n)
    out[i] = before + part[threadIdx.x];
}

// Whichever block ends last adds up what all have left. Blocks have 64 threads.
extern "C" __global__ void lastAdds(const int *in, int *sums, unsigned *done, int *total) {
  __shared__ bool isLast;
  int sum = in[blockIdx.x * 64 + threadIdx.x];
  for (int half = 16; half > 0; half /= 2)
    sum += __shfl_down_sync(~0u, sum, half);
  if (threadIdx.x % 32 == 0)
    atomicAdd(sums + blockIdx.x, sum);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    isLast = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < gridDim.x; i++)
      *total += ((volatile int *) sums)[i];
}
