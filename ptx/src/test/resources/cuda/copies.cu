// Copies that are waited for later. For ARCH in 80 and 90:
// nvcc -ptx -std=c++17 -arch=sm_ARCH copies.cu -o copies.sm_ARCH.ptx
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using cuda::aligned_size_t;
using cuda::thread_scope_block;

// Each of these reverses every stretch of its input; those of a group of threads have 256 elements.
extern "C" __global__ void byGroup(const int *in, int *out, int n) {
  __shared__ alignas(16) int part[256];
  auto block = cg::this_thread_block();
  for (int at = 0; at < n; at += 256) {
    cg::memcpy_async(block, part, in + at, aligned_size_t<16>(sizeof(part)));
    cg::wait(block);
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      out[at + i] = part[255 - i];
    block.sync();
  }
}

extern "C" __global__ void byBarrier(const int *in, int *out, int n) {
  __shared__ alignas(16) int part[256];
  __shared__ cuda::barrier<thread_scope_block> barrier;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&barrier, block.size());
  block.sync();
  for (int at = 0; at < n; at += 256) {
    cuda::memcpy_async(block, part, in + at, aligned_size_t<16>(sizeof(part)), barrier);
    barrier.arrive_and_wait();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      out[at + i] = part[255 - i];
    block.sync();
  }
}

extern "C" __global__ void byPipeline(const int *in, int *out, int n) {
  __shared__ alignas(16) int part[2][256];
  __shared__ cuda::pipeline_shared_state<thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int fetched = 0;
  for (int b = 0; b < n / 256; b++) {
    for (; fetched < n / 256 && fetched < b + 2; fetched++) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, part[fetched % 2], in + fetched * 256,
                         aligned_size_t<16>(sizeof(part[0])), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      out[b * 256 + i] = part[b % 2][255 - i];
    pipeline.consumer_release();
  }
}

// The first warp copies, the others use what it has copied, 32 elements at a time.
extern "C" __global__ void byRoles(const int *in, int *out, int n) {
  __shared__ int part[2][32];
  __shared__ cuda::pipeline_shared_state<thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  bool copies = block.thread_rank() < 32;
  auto pipeline = cuda::make_pipeline(
      block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (int b = 0; b < n / 32; b++) {
    if (copies) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&part[b % 2][threadIdx.x], in + b * 32 + threadIdx.x, sizeof(int), pipeline);
      pipeline.producer_commit();
    } else {
      pipeline.consumer_wait();
      if (threadIdx.x / 32 == 1 + b % 3)
        out[b * 32 + threadIdx.x % 32] = part[b % 2][31 - threadIdx.x % 32];
      pipeline.consumer_release();
    }
  }
}

// Doubles; each thread waits for its own copies only.
extern "C" __global__ void byThread(const int *in, int *out, int n) {
  extern __shared__ int part[];
  auto pipeline = cuda::make_pipeline();
  int steps = n / blockDim.x;
  for (int s = 0; s <= steps; s++) {
    if (s < steps) {
      pipeline.producer_acquire();
      cuda::memcpy_async(part + s % 2 * blockDim.x + threadIdx.x, in + s * blockDim.x + threadIdx.x,
                         sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    if (s > 0) {
      if (s < steps)
        cuda::pipeline_consumer_wait_prior<1>(pipeline);
      else
        cuda::pipeline_consumer_wait_prior<0>(pipeline);
      out[(s - 1) * blockDim.x + threadIdx.x] = 2 * part[(s - 1) % 2 * blockDim.x + threadIdx.x];
      pipeline.consumer_release();
    }
  }
}
