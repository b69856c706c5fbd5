// Conjugate gradients on a sparse matrix in compressed rows, after NPB CG. Every kernel has a thread for
// each row, in blocks of THREADS. Scalars stay on the device: a launch leaves its sum for the next.
#define THREADS 256

// q = A p: each lane walks a row of its own, so that a warp's request has a sector for each lane.
extern "C" __global__ void multiply(int rows, const int *row_start, const double *a, const int *column, const double *p, double *q) {
  int row = blockIdx.x * THREADS + threadIdx.x;
  if (row >= rows) {
    return;
  }
  int end = row_start[row + 1];
  double sum = 0;
  for (int k = row_start[row]; k < end; k++) {
    sum = fma(a[k], p[column[k]], sum);
  }
  q[row] = sum;
}

// A block's sum, by a tree, for thread 0.
__device__ __forceinline__ double block_sum(double value) {
  __shared__ double sums[THREADS];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (int distance = THREADS / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) {
      sums[threadIdx.x] += sums[threadIdx.x + distance];
    }
    __syncthreads();
  }
  return sums[0];
}

// A scalar product, as far as a sum for each block.
extern "C" __global__ void dot(int rows, const double *x, const double *y, double *partial) {
  int row = blockIdx.x * THREADS + threadIdx.x;
  double sum = block_sum(row < rows ? x[row] * y[row] : 0.0);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
  }
}

// The sum of the blocks' sums, by one block.
extern "C" __global__ void total(int blocks, const double *partial, double *result) {
  double sum = 0;
  for (int i = threadIdx.x; i < blocks; i += THREADS) {
    sum += partial[i];
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) {
    *result = sum;
  }
}

// z = 0, r = p = x.
extern "C" __global__ void begin(int rows, const double *x, double *z, double *r, double *p) {
  int row = blockIdx.x * THREADS + threadIdx.x;
  if (row < rows) {
    z[row] = 0;
    r[row] = x[row];
    p[row] = x[row];
  }
}

// A step along p: alpha = rho / p.q.
extern "C" __global__ void advance(int rows, const double *rho, const double *pq, const double *p, const double *q, double *z, double *r) {
  int row = blockIdx.x * THREADS + threadIdx.x;
  if (row < rows) {
    double alpha = *rho / *pq;
    z[row] = fma(alpha, p[row], z[row]);
    r[row] = fma(-alpha, q[row], r[row]);
  }
}

// The next direction: beta = rho / what it was before.
extern "C" __global__ void turn(int rows, const double *rho, const double *before, const double *r, double *p) {
  int row = blockIdx.x * THREADS + threadIdx.x;
  if (row < rows) {
    double beta = *rho / *before;
    p[row] = fma(beta, p[row], r[row]);
  }
}

// x = z / |z|.
extern "C" __global__ void normalise(int rows, const double *zz, const double *z, double *x) {
  int row = blockIdx.x * THREADS + threadIdx.x;
  if (row < rows) {
    x[row] = z[row] / sqrt(*zz);
  }
}
