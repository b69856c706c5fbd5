// Sums of blocks, and of these their sum; templates have names that only compilers write.
template <typename T, unsigned Threads>
__global__ void reduce(const T *in, T *out, unsigned n) {
  __shared__ T sums[Threads];
  unsigned i = blockIdx.x * Threads + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : T(0);
  for (unsigned half = Threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    out[blockIdx.x] = sums[0];
  }
}

template __global__ void reduce<float, 256>(const float *, float *, unsigned);
template __global__ void reduce<float, 64>(const float *, float *, unsigned);
