// C = A B' of single precision, A and B by columns of K, after Parboil's sgemm: a block of 16 x 8 threads
// has 128 rows by 16 columns, a thread a row of them in registers; eight columns of B pass through
// shared memory.
#define COLUMNS 16
#define DEPTH 8
#define ROWS (COLUMNS * DEPTH)

extern "C" __global__ void sgemm(
    const float *a, int rows, const float *b, int columns, float *c, int depth, float alpha, float beta) {
  __shared__ float tile[DEPTH][COLUMNS];
  float sums[COLUMNS] = {};
  int row = blockIdx.x * ROWS + threadIdx.y * blockDim.x + threadIdx.x;
  int column = blockIdx.y * COLUMNS + threadIdx.x;
  for (int k = 0; k < depth; k += DEPTH) {
    tile[threadIdx.y][threadIdx.x] = b[column + (k + threadIdx.y) * columns];
    __syncthreads();
    for (int j = 0; j < DEPTH; j++) {
      float factor = a[row + (k + j) * rows];
      for (int i = 0; i < COLUMNS; i++) {
        sums[i] = fmaf(factor, tile[j][i], sums[i]);
      }
    }
    __syncthreads();
  }
  int at = rows * blockIdx.y * COLUMNS + row;
  for (int i = 0; i < COLUMNS; i++) {
    c[at + i * rows] = c[at + i * rows] * beta + alpha * sums[i];
  }
}
