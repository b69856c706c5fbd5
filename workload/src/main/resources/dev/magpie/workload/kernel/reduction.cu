// Sums and maxima: a grid-stride loop, shuffles within a warp, shared memory between warps.
__device__ __forceinline__ int warp_sum(int value) {
  for (int distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

// One partial sum a block; a second launch with one block adds those up. The block has full warps.
extern "C" __global__ void reduce_sum(const int *in, int *out, int n) {
  __shared__ int sums[32];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) {
    sums[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
    sum = warp_sum(sum);
    if (threadIdx.x == 0) {
      out[blockIdx.x] = sum;
    }
  }
}

// The largest of n floats, NaN apart: a tree in dynamic shared memory, one float a thread.
extern "C" __global__ void reduce_max(const float *in, float *out, int n) {
  extern __shared__ float largest[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  largest[threadIdx.x] = i < n ? in[i] : __int_as_float(0xff800000);
  __syncthreads();
  for (int distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) {
      largest[threadIdx.x] = fmaxf(largest[threadIdx.x], largest[threadIdx.x + distance]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    out[blockIdx.x] = largest[0];
  }
}
