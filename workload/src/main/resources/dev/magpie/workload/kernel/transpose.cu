// Transposes rows x columns through a padded tile; blocks of 32 x 8 threads.
extern "C" __global__ void transpose(const float *in, float *out, int columns, int rows) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < columns && y + j < rows) {
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
    }
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < rows && y + j < columns) {
      out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}
