// Kernels over the elements of arrays: a thread has four that follow each other, and reads and writes them at once.

// So many values side by side.
template <int COUNT>
struct __align__(4 * COUNT) Pack {
  float at[COUNT];
};

// So many elements, from the first on.
template <int COUNT>
struct Span {
  int first;

  __device__ Pack<COUNT> of(const float *array) const { return *reinterpret_cast<const Pack<COUNT> *>(array + first); }

  __device__ void to(float *array, const Pack<COUNT> &values) const {
    *reinterpret_cast<Pack<COUNT> *>(array + first) = values;
  }
};

template <class Body>
__device__ void each(int count, const Body &body) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= count) {
    body(Span<4>{first});
  } else {
    for (int i = first; i < count; i++) {
      body(Span<1>{i});
    }
  }
}

__device__ float sum_of_warp(float own) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    own += __shfl_xor_sync(0xffffffffu, own, distance);
  }
  return own;
}

// The sum of what each thread of a block of whole warps has.
__device__ float sum_of_block(float own) {
  __shared__ float part[32];
  float sum = sum_of_warp(own);
  if (blockDim.x <= 32) {
    return sum;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    part[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  return sum_of_warp(threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0);
}
