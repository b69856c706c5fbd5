// Products of matrices. A thread has a column of outputs in its registers, ROWS of them, and reads its terms of the right
// matrix itself; the left matrix all threads of a block read in shared memory, TERMS at a time. What the matrices are,
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

// Four values of shared memory, loaded here and not beside their use.
__device__ float4 load_shared(const float *at) {
  float4 value;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w) : "r"((unsigned) __cvta_generic_to_shared(at)));
  return value;
}

// Where a term is in both matrices, from its column and from its row on: the right one's in bytes.
struct __align__(16) Term {
  int right, left, y, x;
};

__device__ Term load_shared(const Term *at) {
  Term term;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(term.right), "=r"(term.left), "=r"(term.y), "=r"(term.x) : "r"((unsigned) __cvta_generic_to_shared(at)));
  return term;
}

__device__ const float *beyond(const float *at, int bytes) {
  return reinterpret_cast<const float *>(reinterpret_cast<const char *>(at) + bytes);
}

// Where columns are few, SLICES of a block's threads share the terms, and add their sums up in the end.
template <int ROWS, int SLICES, class Operand>
__device__ void multiply(const Operand &of, int rows, int columns, int count) {
  __shared__ float lefts[SLICES][TERMS][ROWS + 4];
  __shared__ Term terms[SLICES][2][TERMS];
  int slice = threadIdx.x / COLUMNS;
  int thread = threadIdx.x % COLUMNS;
  int term = thread % TERMS;
  int first = thread / TERMS;
  int row = ROWS * blockIdx.y;
  int column = COLUMNS * blockIdx.x + thread;
  // A warp behind the last column only helps with the left matrix.
  bool hasColumns = column - thread % 32 < columns;
  typename Operand::Column at = of.column(min(column, columns - 1));
  const float *rowsOfLeft[ROWS / 4];
  for (int i = 0; i < ROWS / 4; i++) {
    rowsOfLeft[i] = of.left(min(row + first + COLUMNS / TERMS * i, rows - 1));
  }
  int start = TERMS * slice;
  if (thread < TERMS) {
    terms[slice][0][term] = of.term(min(start + term, count - 1));
  }
  __syncthreads();
  float(*left)[ROWS + 4] = lefts[slice];
  float sum[ROWS] = {};
  for (int done = 0, now = 0; done < count; done += SLICES * TERMS, now ^= 1) {
    int k = done + start;
    int place = terms[slice][now][term].left;
#pragma unroll
    for (int i = 0; i < ROWS / 4; i++) {
      left[term][first + COLUMNS / TERMS * i] = load_inside(rowsOfLeft[i] + place, k + term, count);
    }
    if (thread < TERMS) {
      terms[slice][now ^ 1][term] = of.term(min(k + SLICES * TERMS + term, count - 1));
    }
    float right[TERMS];
    if (hasColumns) {
#pragma unroll
      for (int t = 0; t < TERMS; t += 4) {
        Term four[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
          four[i] = load_shared(&terms[slice][now][t + i]);
        }
#pragma unroll
        for (int i = 0; i < 4; i++) {
          right[t + i] = of.right(at, four[i]);
        }
      }
    }
    __syncthreads();
    if (hasColumns) {
      float4 next[ROWS / 4];
#pragma unroll
      for (int r = 0; r < ROWS / 4; r++) {
        next[r] = load_shared(&left[0][4 * r]);
      }
      // What the next term needs is loaded before this one is added: multiprocessors issue in order.
#pragma unroll
      for (int t = 0; t < TERMS; t++) {
        float4 a[ROWS / 4];
#pragma unroll
        for (int r = 0; r < ROWS / 4; r++) {
          a[r] = next[r];
          if (t + 1 < TERMS) {
            next[r] = load_shared(&left[t + 1][4 * r]);
          }
        }
#pragma unroll
        for (int r = 0; r < ROWS / 4; r++) {
          sum[4 * r] = fmaf(a[r].x, right[t], sum[4 * r]);
          sum[4 * r + 1] = fmaf(a[r].y, right[t], sum[4 * r + 1]);
          sum[4 * r + 2] = fmaf(a[r].z, right[t], sum[4 * r + 2]);
          sum[4 * r + 3] = fmaf(a[r].w, right[t], sum[4 * r + 3]);
        }
      }
    }
    __syncthreads();
  }
  if (SLICES > 1) {
    __shared__ float others[SLICES > 1 ? SLICES - 1 : 1][ROWS][COLUMNS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      if (slice > 0) {
        others[slice - 1][r][thread] = sum[r];
      }
    }
    __syncthreads();
    if (slice > 0) {
      return;
    }
#pragma unroll
    for (int s = 0; s < SLICES - 1; s++) {
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        sum[r] += others[s][r][thread];
      }
    }
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

// A matrix whose elements lie at regular distances, from one on.
struct Matrix {
  int at, row, column;
};

struct Matrices {
  int rows, columns, terms;
  Matrix left, right, to;
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
    return {rightMatrix + shape.right.at + number * shape.right.column, product + shape.to.at + number * shape.to.column};
  }

  __device__ const float *left(int row) const { return leftMatrix + shape.left.at + row * shape.left.row; }

  __device__ Term term(int number) const { return {4 * number * shape.right.row, number * shape.left.column, 0, 0}; }

  __device__ float right(const Column &column, const Term &term) const { return *beyond(column.right, term.right); }

  __device__ float *to(int row, const Column &column) const { return column.to + row * shape.to.row; }

  __device__ int rowOfTo() const { return shape.to.row; }

  __device__ void store(float *to, float value) const { *to = ADDS ? *to + value : value; }
};

#define PRODUCT(name, tile, slices, adds) \
  extern "C" __global__ void name##_##tile##_##slices(Matrices shape, const float *left, const float *right, float *to) { \
    Plain<adds> of = {shape, left, right, to}; \
    multiply<tile, slices>(of, shape.rows, shape.columns, shape.terms); \
  }

PRODUCT(product, 4, 4, false)
PRODUCT(product, 4, 1, false)
PRODUCT(product, 8, 4, false)
PRODUCT(product, 16, 4, false)
PRODUCT(product, 8, 1, false)
PRODUCT(product, 16, 1, false)
PRODUCT(product, 32, 1, false)
PRODUCT(product_add, 8, 1, true)
PRODUCT(product_add, 32, 1, true)
