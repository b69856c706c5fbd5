// nvcc -ptx -arch=sm_75 kernels.cu
extern "C" __global__ void add(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i] + 1;
  }
}

// Barriers of all warps, some of which have left.
extern "C" __global__ void reduce(const int *in, int *sums) {
  __shared__ int part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < 3000 ? in[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      part[threadIdx.x] += part[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x >= 64) {
    return;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = part[0];
  }
}

// Reductions in an order that depends on time.
extern "C" __global__ void histogram(const int *in, int *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 3000) {
    atomicAdd(&sums[16 + (in[i] & 31)], 1);
  }
}

// Pairs of warps wait for each other, at different times.
extern "C" __global__ void named(const int *in, int *out) {
  __shared__ int part[128];
  int pair = threadIdx.x / 64;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4 + 3 * pair; k++) {
    part[threadIdx.x] = in[i] + k;
    asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
    out[i] = part[threadIdx.x ^ 32];
    asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
  }
}

// Local memory, in blocks that take different times.
extern "C" __global__ void scattered(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine[16];
  for (int k = 0; k < 16; k++) {
    mine[k] = in[(i + k) % 3000];
  }
  int at = 0;
  for (int k = 0; k < 4 + in[blockIdx.x] % 4; k++) {
    at += mine[(in[i % 3000] + at) & 15];
    mine[(at + k) & 15] += k;
  }
  if (i < 3000 || at == 123456789) {
    out[i % 3000] = at;
  }
}
