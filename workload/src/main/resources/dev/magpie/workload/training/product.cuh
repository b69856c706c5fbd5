// Products of matrices. A thread has a column of outputs in its registers, ROWS of them, and reads its terms of the right
// matrix itself; the left matrix all threads of a block read in shared memory, TERMS terms at a time. What the matrices are,
// an operand says: convolutions never lay theirs out (implicit GEMM).
#define TERMS 16
#define COLUMNS 64

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

// What is loaded if a coordinate is inside, and zero if it is not. Of a condition in C++ the compiler makes branches around
// each load.
__device__ float load_inside(const float *at, int x, int width) {
  float value;
  asm volatile("{ .reg .pred inside; setp.lt.u32 inside, %2, %3; mov.f32 %0, 0f00000000; @inside ld.global.f32 %0, [%1]; }"
      : "=f"(value) : "l"(at), "r"(x), "r"(width));
  return value;
}

// The same of two coordinates.
__device__ float load_inside(const float *at, int x, int width, int y, int height) {
  float value;
  asm volatile("{ .reg .pred inside; setp.lt.u32 inside, %2, %3; setp.lt.and.u32 inside, %4, %5, inside; "
      "mov.f32 %0, 0f00000000; @inside ld.global.f32 %0, [%1]; }"
      : "=f"(value) : "l"(at), "r"(x), "r"(width), "r"(y), "r"(height));
  return value;
}

// Where a term is in both matrices, from its column and from its row on: the right one's in bytes.
struct __align__(16) Term {
  int right, left, y, x;
};

__device__ const float *beyond(const float *at, int bytes) {
  return reinterpret_cast<const float *>(reinterpret_cast<const char *>(at) + bytes);
}

template <int ROWS, class Operand>
__device__ void multiply(const Operand &of, int rows, int columns, int count) {
  __shared__ float left[TERMS][ROWS + 4];
  __shared__ Term terms[2][TERMS];
  int term = threadIdx.x % TERMS;
  int first = threadIdx.x / TERMS;
  int row = ROWS * blockIdx.y;
  int column = COLUMNS * blockIdx.x + threadIdx.x;
  // A warp behind the last column only helps with the left matrix.
  bool hasColumns = column - (int) threadIdx.x % 32 < columns;
  typename Operand::Column at = of.column(min(column, columns - 1));
  const float *lefts[ROWS / 4];
  for (int i = 0; i < ROWS / 4; i++) {
    lefts[i] = of.left(min(row + first + COLUMNS / TERMS * i, rows - 1));
  }
  if (threadIdx.x < TERMS) {
    terms[0][term] = of.term(min(term, count - 1));
  }
  __syncthreads();
  float sum[ROWS] = {};
  for (int k = 0, now = 0; k < count; k += TERMS, now ^= 1) {
    int place = terms[now][term].left;
#pragma unroll
    for (int i = 0; i < ROWS / 4; i++) {
      left[term][first + COLUMNS / TERMS * i] = load_inside(lefts[i] + place, k + term, count);
    }
    if (threadIdx.x < TERMS) {
      terms[now ^ 1][term] = of.term(min(k + TERMS + term, count - 1));
    }
    float right[TERMS];
    if (hasColumns) {
#pragma unroll
      for (int t = 0; t < TERMS; t++) {
        int4 all = *reinterpret_cast<const int4 *>(&terms[now][t]);
        right[t] = of.right(at, {all.x, all.y, all.z, all.w});
      }
    }
    __syncthreads();
    if (hasColumns) {
#pragma unroll
      for (int t = 0; t < TERMS; t++) {
#pragma unroll
        for (int r = 0; r < ROWS; r += 4) {
          float4 a = *reinterpret_cast<const float4 *>(&left[t][r]);
          sum[r] = fmaf(a.x, right[t], sum[r]);
          sum[r + 1] = fmaf(a.y, right[t], sum[r + 1]);
          sum[r + 2] = fmaf(a.z, right[t], sum[r + 2]);
          sum[r + 3] = fmaf(a.w, right[t], sum[r + 3]);
        }
      }
    }
    __syncthreads();
  }
  if (column < columns) {
    float *to = of.to(row, at);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      if (row + r < rows) {
        of.store(to, sum[r]);
        to += of.rowOfTo();
      }
    }
  }
}

// Matrices whose elements lie at regular distances.
struct Matrices {
  int rows, columns, terms;
  int leftRow, leftTerm;
  int rightTerm, rightColumn;
  int toRow, toColumn;
};

template <bool ADDS>
struct Plain {
  struct Column {
    const float *right;
    float *to;
  };
  const Matrices &shape;
  const float *leftMatrix, *rightMatrix;
  float *product;

  __device__ Column column(int number) const {
    return {rightMatrix + number * shape.rightColumn, product + number * shape.toColumn};
  }

  __device__ const float *left(int row) const { return leftMatrix + row * shape.leftRow; }

  __device__ Term term(int number) const { return {4 * number * shape.rightTerm, number * shape.leftTerm, 0, 0}; }

  __device__ float right(const Column &column, const Term &term) const { return *beyond(column.right, term.right); }

  __device__ float *to(int row, const Column &column) const { return column.to + row * shape.toRow; }

  __device__ int rowOfTo() const { return shape.toRow; }

  __device__ void store(float *to, float value) const { *to = ADDS ? *to + value : value; }
};

#define PRODUCT(name, tile, adds) \
  extern "C" __global__ void name##_##tile(Matrices shape, const float *left, const float *right, float *to) { \
    Plain<adds> of = {shape, left, right, to}; \
    multiply<tile>(of, shape.rows, shape.columns, shape.terms); \
  }

PRODUCT(product, 8, false)
PRODUCT(product, 16, false)
PRODUCT(product, 32, false)
PRODUCT(product_add, 8, true)
PRODUCT(product_add, 32, true)
