// Bitonic sort, ascending, of a power of two of keys: far steps in global memory, near ones in shared.
#define CHUNK 512

__device__ void compare(int &a, int &b, bool ascending) {
  if ((a > b) == ascending) {
    int other = a;
    a = b;
    b = other;
  }
}

// Sorts each chunk with CHUNK / 2 threads.
extern "C" __global__ void sort_chunks(int *keys) {
  __shared__ int chunk[CHUNK];
  int base = blockIdx.x * CHUNK;
  chunk[threadIdx.x] = keys[base + threadIdx.x];
  chunk[threadIdx.x + CHUNK / 2] = keys[base + threadIdx.x + CHUNK / 2];
  for (int size = 2; size <= CHUNK; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare(chunk[at], chunk[at + stride], ((base + at) & size) == 0);
    }
  }
  __syncthreads();
  keys[base + threadIdx.x] = chunk[threadIdx.x];
  keys[base + threadIdx.x + CHUNK / 2] = chunk[threadIdx.x + CHUNK / 2];
}

extern "C" __global__ void merge_far(int *keys, int size, int stride) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int at = 2 * thread - (thread & (stride - 1));
  compare(keys[at], keys[at + stride], (at & size) == 0);
}

extern "C" __global__ void merge_near(int *keys, int size) {
  __shared__ int chunk[CHUNK];
  int base = blockIdx.x * CHUNK;
  chunk[threadIdx.x] = keys[base + threadIdx.x];
  chunk[threadIdx.x + CHUNK / 2] = keys[base + threadIdx.x + CHUNK / 2];
  for (int stride = CHUNK / 2; stride > 0; stride /= 2) {
    __syncthreads();
    int at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    compare(chunk[at], chunk[at + stride], (base & size) == 0);
  }
  __syncthreads();
  keys[base + threadIdx.x] = chunk[threadIdx.x];
  keys[base + threadIdx.x + CHUNK / 2] = chunk[threadIdx.x + CHUNK / 2];
}
