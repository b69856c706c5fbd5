// The compressible Euler equations with viscosity, by an implicit step that is factored into directions,
// after NPB BT: Jacobians, then block-tridiagonal systems with blocks of 5 x 5 along each line of x, y and z.
// Components are density, three momenta and energy; those of cells on the boundary stay as they are.
// Products that are added to something are rounded first (__dmul_rn), as in Java.
#define COMPONENTS 5
#define ENERGY 4
#define GAMMA 1.4
#define LINES 32  // a block: lines are few, and so all multiprocessors have some
// Keeps the compiler from moving loads to where their values are used: with few warps, a line's own loads are
// all there is to hide their latency.
#define LOADS_COME_FIRST asm volatile("" ::: "memory")
#define U(m, cell) ((m) * cells + (cell))

struct State {
  double u[COMPONENTS];
  double v[3];
  double lightness;
  double pressure;
};

__device__ __forceinline__ State state(const double *u, int cell, int cells) {
  State s;
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    s.u[m] = u[U(m, cell)];
  }
  s.lightness = 1.0 / s.u[0];
#pragma unroll
  for (int d = 0; d < 3; d++) {
    s.v[d] = __dmul_rn(s.u[1 + d], s.lightness);
  }
  double kinetic = fma(s.u[3], s.v[2], fma(s.u[2], s.v[1], s.u[1] * s.v[0]));
  s.pressure = __dmul_rn(GAMMA - 1, fma(-0.5, kinetic, s.u[ENERGY]));
  return s;
}

// What flows along a direction, and what diffuses: density, velocities, energy by mass.
__device__ __forceinline__ void flux(const State &s, int direction, double f[COMPONENTS]) {
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    double carried = m == ENERGY ? s.u[ENERGY] + s.pressure : s.u[m];
    f[m] = m == 1 + direction ? fma(carried, s.v[direction], s.pressure) : __dmul_rn(carried, s.v[direction]);
  }
}

__device__ __forceinline__ void diffusing(const State &s, double g[COMPONENTS]) {
  g[0] = s.u[0];
#pragma unroll
  for (int m = 1; m < COMPONENTS; m++) {
    g[m] = __dmul_rn(s.u[m], s.lightness);
  }
}

__device__ __forceinline__ void explicit_part(const double *u, int direction, int stride, int cell, int cells,
                                              double lambda, double nu, double r[COMPONENTS]) {
  State below = state(u, cell - stride, cells);
  State here = state(u, cell, cells);
  State above = state(u, cell + stride, cells);
  double f_below[COMPONENTS], f_above[COMPONENTS], g_below[COMPONENTS], g[COMPONENTS], g_above[COMPONENTS];
  flux(below, direction, f_below);
  flux(above, direction, f_above);
  diffusing(below, g_below);
  diffusing(here, g);
  diffusing(above, g_above);
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    double spread = fma(-2.0, g[m], g_below[m] + g_above[m]);
    r[m] = fma(nu, spread, fma(-lambda, f_above[m] - f_below[m], r[m]));
  }
}

// What a step would change if it were explicit. A thread is a cell.
extern "C" __global__ void compute_rhs(int n, double lambda, double nu, const double *u, const double *forcing,
                                       double *rhs) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int k = 1 + blockIdx.z;
  if (i >= n - 1 || j >= n - 1) {
    return;
  }
  int cells = n * n * n;
  int cell = i + n * (j + n * k);
  double r[COMPONENTS];
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    r[m] = forcing[U(m, cell)];
  }
  explicit_part(u, 0, 1, cell, cells, lambda, nu, r);
  explicit_part(u, 1, n, cell, cells, lambda, nu, r);
  explicit_part(u, 2, n * n, cell, cells, lambda, nu, r);
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    rhs[U(m, cell)] = r[m];
  }
}

// How what flows along a direction depends on what there is.
__device__ __forceinline__ double flux_jacobian(const State &s, int direction, int row, int column) {
  double along = s.v[direction];
  double speeds = fma(s.v[2], s.v[2], fma(s.v[1], s.v[1], s.v[0] * s.v[0]));
  double enthalpy = __dmul_rn(s.u[ENERGY] + s.pressure, s.lightness);
  bool normal = row == 1 + direction;
  bool towards = column == 1 + direction;
  if (row == 0) {
    return towards ? 1.0 : 0.0;
  }
  double pushed = __dmul_rn(0.5 * (GAMMA - 1), speeds);
  if (row < ENERGY) {
    double v = s.v[row - 1];
    if (column == 0) {
      return normal ? fma(-v, along, pushed) : -v * along;
    }
    if (column == ENERGY) {
      return normal ? GAMMA - 1 : 0.0;
    }
    double carried = (row == column ? along : 0.0) + (towards ? v : 0.0);
    return normal ? fma(-(GAMMA - 1), s.v[column - 1], carried) : carried;
  }
  if (column == 0) {
    return along * (pushed - enthalpy);
  }
  if (column == ENERGY) {
    return GAMMA * along;
  }
  double work = (GAMMA - 1) * s.v[column - 1];
  return towards ? fma(-work, along, enthalpy) : -work * along;
}

// How what diffuses depends on what there is.
__device__ __forceinline__ double diffusion_jacobian(const State &s, int row, int column) {
  if (row == 0) {
    return column == 0 ? 1.0 : 0.0;
  }
  if (column == 0) {
    return -(s.u[row] * s.lightness) * s.lightness;
  }
  return row == column ? s.lightness : 0.0;
}

// Element of a block, 0 before, 1 on and 2 after the diagonal, of a cell of a line: a plane of memory for each
// element and, in that, lines side by side, so that the threads of the solver read it coalesced.
#define BLOCK(block, row, column, place, line) \
  (((((block) * COMPONENTS + (row)) * COMPONENTS + (column)) * n + (place)) * lines + (line))

// A thread is a cell, lines of a direction side by side.
__device__ __forceinline__ void jacobians(int n, int direction, int stride, int across, int other, double lambda,
                                          double nu, const double *u, double *lhs) {
  int inner = n - 2;
  int lines = inner * inner;
  int line = blockIdx.x * LINES + threadIdx.x;
  int place = 1 + blockIdx.y;
  if (line >= lines) {
    return;
  }
  int cells = n * n * n;
  int cell = place * stride + (1 + line % inner) * across + (1 + line / inner) * other;
  State below = state(u, cell - stride, cells);
  State here = state(u, cell, cells);
  State above = state(u, cell + stride, cells);
#pragma unroll
  for (int row = 0; row < COMPONENTS; row++) {
#pragma unroll
    for (int column = 0; column < COMPONENTS; column++) {
      lhs[BLOCK(0, row, column, place, line)] = fma(-lambda, flux_jacobian(below, direction, row, column),
                                                    -nu * diffusion_jacobian(below, row, column));
      lhs[BLOCK(1, row, column, place, line)] =
          fma(2.0 * nu, diffusion_jacobian(here, row, column), row == column ? 1.0 : 0.0);
      lhs[BLOCK(2, row, column, place, line)] = fma(lambda, flux_jacobian(above, direction, row, column),
                                                    -nu * diffusion_jacobian(above, row, column));
    }
  }
}

// Solves along a line, by elimination without pivots: blocks after the diagonal become what the next cell's
// unknowns count. The last direction adds what it gives to u.
__device__ __forceinline__ void solve(int n, int stride, int across, int other, double *lhs, double *rhs, double *u) {
  int inner = n - 2;
  int lines = inner * inner;
  int line = blockIdx.x * LINES + threadIdx.x;
  if (line >= lines) {
    return;
  }
  int cells = n * n * n;
  int cell = (1 + line % inner) * across + (1 + line / inner) * other;
  double after[COMPONENTS][COMPONENTS] = {};
  double r[COMPONENTS] = {};
  for (int place = 1; place <= inner; place++) {
    cell += stride;
    double before[COMPONENTS][COMPONENTS], diagonal[COMPONENTS][COMPONENTS], next[COMPONENTS][COMPONENTS];
    double right[COMPONENTS];
#pragma unroll
    for (int row = 0; row < COMPONENTS; row++) {
      right[row] = rhs[U(row, cell)];
#pragma unroll
      for (int column = 0; column < COMPONENTS; column++) {
        before[row][column] = lhs[BLOCK(0, row, column, place, line)];
        diagonal[row][column] = lhs[BLOCK(1, row, column, place, line)];
        next[row][column] = lhs[BLOCK(2, row, column, place, line)];
      }
    }
    LOADS_COME_FIRST;
#pragma unroll
    for (int row = 0; row < COMPONENTS; row++) {
#pragma unroll
      for (int k = 0; k < COMPONENTS; k++) {
        right[row] = fma(-before[row][k], r[k], right[row]);
#pragma unroll
        for (int column = 0; column < COMPONENTS; column++) {
          diagonal[row][column] = fma(-before[row][k], after[k][column], diagonal[row][column]);
        }
      }
    }
#pragma unroll
    for (int pivot = 0; pivot < COMPONENTS; pivot++) {
      double inverse = 1.0 / diagonal[pivot][pivot];
#pragma unroll
      for (int column = 0; column < COMPONENTS; column++) {
        diagonal[pivot][column] *= inverse;
        next[pivot][column] *= inverse;
      }
      right[pivot] *= inverse;
#pragma unroll
      for (int row = 0; row < COMPONENTS; row++) {
        if (row != pivot) {
          double factor = diagonal[row][pivot];
#pragma unroll
          for (int column = 0; column < COMPONENTS; column++) {
            diagonal[row][column] = fma(-factor, diagonal[pivot][column], diagonal[row][column]);
            next[row][column] = fma(-factor, next[pivot][column], next[row][column]);
          }
          right[row] = fma(-factor, right[pivot], right[row]);
        }
      }
    }
#pragma unroll
    for (int row = 0; row < COMPONENTS; row++) {
      r[row] = right[row];
      rhs[U(row, cell)] = right[row];
#pragma unroll
      for (int column = 0; column < COMPONENTS; column++) {
        after[row][column] = next[row][column];
        lhs[BLOCK(2, row, column, place, line)] = next[row][column];
      }
    }
  }
  double x[COMPONENTS] = {};
  for (int place = inner; place >= 1; place--, cell -= stride) {
    double here[COMPONENTS], next[COMPONENTS][COMPONENTS];
#pragma unroll
    for (int row = 0; row < COMPONENTS; row++) {
      here[row] = rhs[U(row, cell)];
#pragma unroll
      for (int column = 0; column < COMPONENTS; column++) {
        next[row][column] = lhs[BLOCK(2, row, column, place, line)];
      }
    }
    LOADS_COME_FIRST;
#pragma unroll
    for (int row = 0; row < COMPONENTS; row++) {
#pragma unroll
      for (int column = 0; column < COMPONENTS; column++) {
        here[row] = fma(-next[row][column], x[column], here[row]);
      }
    }
#pragma unroll
    for (int row = 0; row < COMPONENTS; row++) {
      x[row] = here[row];
      if (u != nullptr) {
        u[U(row, cell)] += x[row];
      } else {
        rhs[U(row, cell)] = x[row];
      }
    }
  }
}

extern "C" __global__ void x_jacobians(int n, double lambda, double nu, const double *u, double *lhs) {
  jacobians(n, 0, 1, n, n * n, lambda, nu, u, lhs);
}

extern "C" __global__ void y_jacobians(int n, double lambda, double nu, const double *u, double *lhs) {
  jacobians(n, 1, n, 1, n * n, lambda, nu, u, lhs);
}

extern "C" __global__ void z_jacobians(int n, double lambda, double nu, const double *u, double *lhs) {
  jacobians(n, 2, n * n, 1, n, lambda, nu, u, lhs);
}

extern "C" __global__ void x_solve(int n, double *lhs, double *rhs) {
  solve(n, 1, n, n * n, lhs, rhs, nullptr);
}

extern "C" __global__ void y_solve(int n, double *lhs, double *rhs) {
  solve(n, n, 1, n * n, lhs, rhs, nullptr);
}

extern "C" __global__ void z_solve(int n, double *lhs, double *rhs, double *u) {
  solve(n, n * n, 1, n, lhs, rhs, u);
}
