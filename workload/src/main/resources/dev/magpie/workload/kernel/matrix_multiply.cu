// c (m x n) = a (m x k) b (k x n) by 16 x 16 tiles in shared memory.
#include <cuda_fp16.h>

#define TILE 16

extern "C" __global__ void multiply_f32(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float left[TILE][TILE];
  __shared__ float right[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < k; tile += TILE) {
    int along = tile + threadIdx.x;
    int down = tile + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = row < m && along < k ? a[row * k + along] : 0;
    right[threadIdx.y][threadIdx.x] = down < k && column < n ? b[down * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; i++) {
      sum = fmaf(left[threadIdx.y][i], right[i][threadIdx.x], sum);
    }
    __syncthreads();
  }
  if (row < m && column < n) {
    c[row * n + column] = sum;
  }
}

extern "C" __global__ void multiply_f16(const __half *a, const __half *b, __half *c, int m, int n, int k) {
  __shared__ __half left[TILE][TILE];
  __shared__ __half right[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  __half sum = __float2half_rn(0.0f);
  for (int tile = 0; tile < k; tile += TILE) {
    int along = tile + threadIdx.x;
    int down = tile + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = row < m && along < k ? a[row * k + along] : __float2half_rn(0.0f);
    right[threadIdx.y][threadIdx.x] = down < k && column < n ? b[down * n + column] : __float2half_rn(0.0f);
    __syncthreads();
    for (int i = 0; i < TILE; i++) {
      sum = __hfma(left[threadIdx.y][i], right[i][threadIdx.x], sum);
    }
    __syncthreads();
  }
  if (row < m && column < n) {
    c[row * n + column] = sum;
  }
}

// Two rows of b at a time: b holds pairs of columns, and both halves of a pair multiply at once.
extern "C" __global__ void multiply_f16x2(const __half *a, const __half2 *b, __half2 *c, int m, int pairs, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || pair >= pairs) {
    return;
  }
  __half2 sum = __float2half2_rn(0.0f);
  for (int i = 0; i < k; i++) {
    sum = __hfma2(__half2half2(a[row * k + i]), b[i * pairs + pair], sum);
  }
  c[row * pairs + pair] = sum;
}
