// A tall matrix times one of 64 x 64, added to the tall one without carry; a line of the result is as random as its
// input's. A block has 64 rows, a thread 4 x 4 elements of them.
#define SIDE 64
#define PADDED 65
#define EACH 4
#define ACROSS (SIDE / EACH)

extern "C" __global__ void spill_product(const unsigned int *in, const unsigned int *factor, unsigned int *out) {
  __shared__ unsigned int rows[SIDE * PADDED];
  __shared__ unsigned int columns[SIDE * SIDE];
  unsigned int first = blockIdx.x * SIDE * SIDE;
  for (unsigned int i = threadIdx.x; i < SIDE * SIDE; i += ACROSS * ACROSS) {
    rows[i / SIDE * PADDED + i % SIDE] = in[first + i];
    columns[i] = factor[i];
  }
  __syncthreads();
  unsigned int across = threadIdx.x % ACROSS;
  unsigned int down = threadIdx.x / ACROSS * EACH;
  unsigned int sums[EACH][EACH] = {};
  for (unsigned int k = 0; k < SIDE; k++) {
#pragma unroll
    for (unsigned int r = 0; r < EACH; r++) {
#pragma unroll
      for (unsigned int c = 0; c < EACH; c++) {
        sums[r][c] += rows[(down + r) * PADDED + k] * columns[k * SIDE + across + c * ACROSS];
      }
    }
  }
#pragma unroll
  for (unsigned int r = 0; r < EACH; r++) {
#pragma unroll
    for (unsigned int c = 0; c < EACH; c++) {
      unsigned int column = across + c * ACROSS;
      out[first + (down + r) * SIDE + column] = rows[(down + r) * PADDED + column] ^ (sums[r][c] & 1);
    }
  }
}
