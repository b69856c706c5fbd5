// y = A x for a matrix in compressed sparse rows.

// A thread for each row.
extern "C" __global__ void rows_by_thread(const int *offsets, const int *columns, const float *values,
                                          const float *x, float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int i = offsets[row]; i < offsets[row + 1]; i++) {
      sum = fmaf(values[i], x[columns[i]], sum);
    }
    y[row] = sum;
  }
}

// A warp for each row: lanes stride through it and shuffle their sums together.
extern "C" __global__ void rows_by_warp(const int *offsets, const int *columns, const float *values,
                                        const float *x, float *y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) {
    return;
  }
  float sum = 0;
  for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32) {
    sum = fmaf(values[i], x[columns[i]], sum);
  }
  for (int mask = 16; mask > 0; mask /= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, mask);
  }
  if (lane == 0) {
    y[row] = sum;
  }
}
