// What else compilers write. For ARCH in 75, 80 and 90:
// nvcc -ptx -std=c++17 -arch=sm_ARCH instructions.cu -o instructions.sm_ARCH.ptx
extern "C" __global__ void clocks(unsigned long long *out) {
  unsigned long long time;
  unsigned low, high;
  out[0] = clock64();
  out[1] = clock();
  asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(high));
  out[2] = high;
  __nanosleep(100);
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  out[3] = time;
  asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(low));
  out[4] = low;
  asm volatile("mov.u32 %0, %%globaltimer_hi;" : "=r"(high));
  out[5] = high;
  out[6] = clock64();
}

__constant__ int constant[2];

extern "C" __global__ void spaces(int *global, int *out) {
  __shared__ int shared[32];
  int local[4] = {(int) threadIdx.x, 0, 0, 0};
  const void *all[4] = {global, shared, local, constant};
  const void *p = all[threadIdx.x & 3];
  out[threadIdx.x] = __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(global));
  asm volatile("prefetch.local.L1 [%0];" ::"l"(__cvta_generic_to_local(local)));
  asm volatile("prefetchu.L1 [%0];" ::"l"(global));
}

// The first lane waits for what another lane of its warp does.
extern "C" __global__ void waitsForLane(int *out) {
  __shared__ volatile int ready;
  ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (ready == 0)
      __nanosleep(20);
    out[0] = ready;
  } else if (threadIdx.x == 9) {
    ready = 77;
  }
  __syncwarp();
  out[1 + threadIdx.x] = threadIdx.x + ready;
}

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void reductions(const int *in, int *out) {
  int v = in[threadIdx.x];
  unsigned half = threadIdx.x & 16 ? 0xffff0000 : 0xffff;
  out[threadIdx.x] = __reduce_add_sync(half, v);
  out[32 + threadIdx.x] = __reduce_min_sync(half, v);
  out[64 + threadIdx.x] = __reduce_max_sync(half, (unsigned) v);
  out[96 + threadIdx.x] = __reduce_and_sync(half, (unsigned) v);
  out[128 + threadIdx.x] = __reduce_or_sync(half, (unsigned) v);
  out[160 + threadIdx.x] = __reduce_xor_sync(half, (unsigned) v);
  if (threadIdx.x % 5 == 2)
    out[192 + threadIdx.x] = __activemask();
  asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(out));
  asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(out));
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(out + 1024));
}
#endif

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void elections(int *out) {
  int isLeader;
  unsigned leader;
  unsigned members = threadIdx.x < 12 ? 0xfff : 0xfffff000;
  cudaGridDependencySynchronize();
  asm volatile("{ .reg .pred p; elect.sync %1|p, %2; selp.s32 %0, 1, 0, p; }"
               : "=r"(isLeader), "=r"(leader)
               : "r"(members));
  out[threadIdx.x] = 100 * isLeader + leader;
  cudaTriggerProgrammaticLaunchCompletion();
}

extern "C" __global__ void vectors(float *sums, float *before) {
  float4 old = atomicAdd((float4 *) sums, make_float4(1, 2, threadIdx.x, 0.5f));
  if (threadIdx.x == 31)
    *(float4 *) before = old;
  atomicAdd((float2 *) (sums + 4), make_float2(3, 4));
}
#endif
