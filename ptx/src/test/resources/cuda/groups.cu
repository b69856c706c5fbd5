// Groups of threads smaller than the grid. For ARCH in 75 and 90:
// nvcc -ptx -std=c++17 -arch=sm_ARCH groups.cu -o groups.sm_ARCH.ptx
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void tiles(const int *in, int *out) {
  auto block = cg::this_thread_block();
  auto eight = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  int n = block.size(), i = block.thread_rank(), v = in[i];
  out[i] = cg::reduce(eight, v, cg::plus<int>());
  out[n + i] = cg::reduce(warp, v, cg::greater<int>());
  out[2 * n + i] = eight.shfl_xor(v, 3) + 1000 * eight.shfl_down(v, 2);
  out[3 * n + i] = eight.ballot(v & 1) + 1000 * eight.match_any(v & 3);
  out[4 * n + i] = warp.any(v > 90) + 10 * eight.meta_group_rank();
  out[5 * n + i] = cg::inclusive_scan(eight, v) + 1000 * cg::exclusive_scan(warp, v);
}

extern "C" __global__ void floats(const float *in, float *out) {
  auto half = cg::tiled_partition<16>(cg::this_thread_block());
  float v = in[threadIdx.x];
  out[threadIdx.x] = cg::reduce(half, v, cg::plus<float>());
  out[blockDim.x + threadIdx.x] = cg::exclusive_scan(half, v, cg::plus<float>());
}

extern "C" __global__ void twoWarps(const int *in, int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  int v = in[threadIdx.x];
  out[threadIdx.x] = cg::reduce(tile, v, cg::plus<int>());
  tile.sync();
  out[blockDim.x + threadIdx.x] = tile.shfl(v, 33);
}

// Each warp moves its multiples of 3 to the front; the others are grouped by their rest of 5.
extern "C" __global__ void coalesced(const int *in, int *out) {
  int n = blockDim.x, v = in[threadIdx.x], first = threadIdx.x / 32 * 32;
  if (v % 3 == 0) {
    auto group = cg::coalesced_threads();
    int rank = group.thread_rank();
    out[first + rank] = v;
    out[n + threadIdx.x] = cg::reduce(group, v, cg::plus<int>());
    out[2 * n + threadIdx.x] = cg::exclusive_scan(group, v, cg::plus<int>());
    out[3 * n + threadIdx.x] = group.shfl(v, 0) + 1000 * group.size();
  } else {
    auto group = cg::coalesced_threads();
    auto label = cg::labeled_partition(group, v % 5);
    auto odd = cg::binary_partition(group, v & 1);
    out[n + threadIdx.x] = label.size() + 100 * label.thread_rank();
    out[2 * n + threadIdx.x] = odd.num_threads() + 100 * odd.thread_rank();
  }
}

extern "C" __global__ void one(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x];
  cg::invoke_one(warp, [&] { atomicAdd(out + threadIdx.x / 32, v - in[threadIdx.x] + 1); });
  out[8 + threadIdx.x] = cg::invoke_one_broadcast(warp, [&] { return (int) threadIdx.x / 32 + 5; });
}
