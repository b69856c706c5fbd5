// Counts bytes, four to a word, in shared memory first; then adds the block's counts to the rest.
extern "C" __global__ void histogram(const unsigned int *words, unsigned int *counts, int n) {
  __shared__ unsigned int mine[256];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    mine[bin] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned int word = words[i];
    atomicAdd(&mine[word & 0xff], 1);
    atomicAdd(&mine[word >> 8 & 0xff], 1);
    atomicAdd(&mine[word >> 16 & 0xff], 1);
    atomicAdd(&mine[word >> 24], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    atomicAdd(&counts[bin], mine[bin]);
  }
}
