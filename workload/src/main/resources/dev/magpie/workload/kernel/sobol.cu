// Sobol's quasirandom numbers, after NVIDIA's sample SobolQRNG: a row of blocks a dimension; a thread
// has the vectors that are a stride apart, each from the one before.
#define DIRECTIONS 32

extern "C" __global__ void sobol(int vectors, const unsigned *directions, float *numbers) {
  __shared__ unsigned v[DIRECTIONS];
  const float scale = 0x1p-32f;
  directions += DIRECTIONS * blockIdx.y;
  numbers += (size_t)vectors * blockIdx.y;
  if (threadIdx.x < DIRECTIONS) {
    v[threadIdx.x] = directions[threadIdx.x];
  }
  __syncthreads();
  int first = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = gridDim.x * blockDim.x;
  unsigned gray = first ^ (first >> 1);
  unsigned x = 0;
  for (int bit = 0; bit < __ffs(stride) - 1; bit++) {
    x ^= -(gray & 1) & v[bit];
    gray >>= 1;
  }
  if (first < vectors) {
    numbers[first] = (float)x * scale;
  }
  // Of the lower directions an even number changes in a stride, but for the last.
  unsigned last = v[__ffs(stride) - 2];
  unsigned below = stride - 1;
  for (int i = first + stride; i < vectors; i += stride) {
    x ^= last ^ v[__ffs(~((i - stride) | below)) - 1];
    numbers[i] = (float)x * scale;
  }
}
