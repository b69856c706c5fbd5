// Counts the upper six bits of bytes, after NVIDIA's sample histogram: each thread has 64 counters of a
// byte in shared memory, in banks of its own, and so counts at most 255 bytes.
#define THREADS 64
#define BINS 64

__device__ void count(unsigned char *counters, unsigned word) {
  counters[((word >> 2) & 63) * THREADS]++;
  counters[((word >> 10) & 63) * THREADS]++;
  counters[((word >> 18) & 63) * THREADS]++;
  counters[(word >> 26) * THREADS]++;
}

extern "C" __global__ void histogram64(unsigned *partial, const uint4 *data, int quads) {
  __shared__ unsigned char counters[THREADS * BINS];
  // Sixteen threads with the same byte of a word are in sixteen banks.
  int place = (threadIdx.x & ~63) | (threadIdx.x & 15) << 2 | (threadIdx.x & 48) >> 4;
  for (int i = 0; i < BINS / 4; i++) {
    ((unsigned *)counters)[threadIdx.x + i * THREADS] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < quads; i += THREADS * gridDim.x) {
    uint4 quad = data[i];
    count(counters + place, quad.x);
    count(counters + place, quad.y);
    count(counters + place, quad.z);
    count(counters + place, quad.w);
  }
  __syncthreads();
  unsigned sum = 0;
  int at = 4 * (threadIdx.x & 15);
  for (int i = 0; i < THREADS / 4; i++) {
    const unsigned char *four = counters + threadIdx.x * THREADS + at;
    sum += four[0] + four[1] + four[2] + four[3];
    at = (at + 4) & (THREADS - 1);
  }
  partial[blockIdx.x * BINS + threadIdx.x] = sum;
}

// A block adds up one bin of all partial histograms.
extern "C" __global__ void merge_histograms(unsigned *histogram, const unsigned *partial, int partials) {
  __shared__ unsigned sums[256];
  unsigned sum = 0;
  for (int i = threadIdx.x; i < partials; i += 256) {
    sum += partial[blockIdx.x + i * BINS];
  }
  sums[threadIdx.x] = sum;
  for (int stride = 128; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) {
      sums[threadIdx.x] += sums[threadIdx.x + stride];
    }
  }
  if (threadIdx.x == 0) {
    histogram[blockIdx.x] = sums[0];
  }
}
