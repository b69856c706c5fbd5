// Products of matrices in tiles of 64 columns and 64 rows or 16, in steps of 8 terms: threads of 4 x 4 outputs each read
// both operands from shared memory. What the matrices are, an operand says: convolutions never lay theirs out (implicit
// GEMM).
#define TILE 64
#define TERMS 8
#define EACH 4
#define ACROSS (TILE / EACH)

// Divides by a number that the host knows: the upper half of a product, shifted.
struct Divisor {
  int by;
  unsigned multiplier;
  int shift;

  __device__ int divide(int number) const {
    return by == 1 ? number : (int) (__umulhi(number, multiplier) >> shift);
  }

  __device__ int remainder(int number, int quotient) const { return number - quotient * by; }
};

template <int ROWS, class Operand>
__device__ void multiply(const Operand &of, int rows, int columns, int from, int to) {
  const int THREADS_OF = ROWS / EACH * ACROSS;
  __shared__ float left[TERMS][ROWS + 1];
  __shared__ float right[TERMS][TILE];
  int row = ROWS * blockIdx.y;
  int column = TILE * blockIdx.x;
  int ty = threadIdx.x / ACROSS;
  int tx = threadIdx.x % ACROSS;
  // Neighbouring threads read neighbouring terms of the left matrix, and neighbouring columns of the right one.
  int term = threadIdx.x % TERMS;
  int first = threadIdx.x / TERMS;
  int mine = column + threadIdx.x % TILE;
  bool inside = mine < columns;
  typename Operand::Column at = of.column(inside ? mine : 0);
  float sum[EACH][EACH] = {};
  for (int k = from; k < to; k += TERMS) {
    for (int r = first; r < ROWS; r += THREADS_OF / TERMS) {
      left[term][r] = row + r < rows && k + term < to ? of.left(row + r, k + term) : 0;
    }
    for (int t = threadIdx.x / TILE; t < TERMS; t += THREADS_OF / TILE) {
      right[t][threadIdx.x % TILE] = inside && k + t < to ? of.right(k + t, at) : 0;
    }
    __syncthreads();
    for (int t = 0; t < TERMS; t++) {
      float a[EACH];
      float b[EACH];
      for (int i = 0; i < EACH; i++) {
        a[i] = left[t][EACH * ty + i];
      }
      for (int j = 0; j < EACH; j++) {
        b[j] = right[t][tx + ACROSS * j];
      }
      for (int i = 0; i < EACH; i++) {
        for (int j = 0; j < EACH; j++) {
          sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < EACH; j++) {
    int c = column + tx + ACROSS * j;
    if (c < columns) {
      typename Operand::Column to = of.column(c);
      for (int i = 0; i < EACH; i++) {
        int r = row + EACH * ty + i;
        if (r < rows) {
          of.store(r, to, sum[i][j]);
        }
      }
    }
  }
}
