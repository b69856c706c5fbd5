// Sound and entropy waves in a flow that stays as it is, by an implicit step that is factored into
// directions and diagonalised, after NPB SP: a right-hand side of radius 2, then pentadiagonal systems
// along each line of x, y and z. Components are s, u, v, w, p. Two layers of cells on each side are zero.
// Who includes this says where a component of a cell is, AT(m, cell, cells), and how a row of a system is
// kept, put_row and row_of.
#define COMPONENTS 5
#define PRESSURE 4
#define MARGIN 2
#define LINES 32  // a block: lines are few, and so all multiprocessors have some

// A row of a pentadiagonal system with the rows before it eliminated: x[t] + near x[t+1] + far x[t+2] = r[t].
struct Row {
  double near;
  double far;
};

__device__ __forceinline__ void put_row(double *lhs, int system, int cell, int cells, Row row);
__device__ __forceinline__ Row row_of(const double *lhs, int system, int cell, int cells);

__device__ __forceinline__ int cell_of(int n) {
  int i = MARGIN + blockIdx.x * blockDim.x + threadIdx.x;
  int j = MARGIN + blockIdx.y * blockDim.y + threadIdx.y;
  int k = MARGIN + blockIdx.z;
  return i < n - MARGIN && j < n - MARGIN ? i + n * (j + n * k) : -1;
}

__device__ __forceinline__ double difference(const double *q, int m, int cell, int cells, int stride) {
  return q[AT(m, cell + stride, cells)] - q[AT(m, cell - stride, cells)];
}

// The fourth difference.
__device__ __forceinline__ double dissipation(const double *q, int m, int cell, int cells, int stride) {
  double near = q[AT(m, cell + stride, cells)] + q[AT(m, cell - stride, cells)];
  double far = q[AT(m, cell + 2 * stride, cells)] + q[AT(m, cell - 2 * stride, cells)];
  return fma(-4.0, near, fma(6.0, q[AT(m, cell, cells)], far));
}

// What a step would change if it were explicit. A thread is a cell.
extern "C" __global__ void compute_rhs(int n, double dt, double lambda, double epsilon, const double *u,
                                       const double *us, const double *vs, const double *ws,
                                       const double *forcing, double *rhs) {
  int cell = cell_of(n);
  if (cell < 0) {
    return;
  }
  int cells = n * n * n;
  double along_x = us[cell];
  double along_y = vs[cell];
  double along_z = ws[cell];
  double dx[COMPONENTS], dy[COMPONENTS], dz[COMPONENTS], r[COMPONENTS];
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    dx[m] = difference(u, m, cell, cells, 1);
    dy[m] = difference(u, m, cell, cells, n);
    dz[m] = difference(u, m, cell, cells, n * n);
    double advected = fma(along_z, dz[m], fma(along_y, dy[m], along_x * dx[m]));
    double damped = dissipation(u, m, cell, cells, 1) + dissipation(u, m, cell, cells, n)
        + dissipation(u, m, cell, cells, n * n);
    r[m] = fma(-epsilon, damped, fma(-lambda, advected, dt * forcing[AT(m, cell, cells)]));
  }
  r[1] = fma(-lambda, dx[PRESSURE], r[1]);
  r[2] = fma(-lambda, dy[PRESSURE], r[2]);
  r[3] = fma(-lambda, dz[PRESSURE], r[3]);
  r[PRESSURE] = fma(-lambda, dx[1] + dy[2] + dz[3], r[PRESSURE]);
#pragma unroll
  for (int m = 0; m < COMPONENTS; m++) {
    rhs[AT(m, cell, cells)] = r[m];
  }
}

// Solves along a line for what moves with the flow (speed), and with it and sound (speed + 1, speed - 1).
// normal is the velocity along the line; others are in the first system. The last direction adds what it
// gives to u.
__device__ __forceinline__ void solve(int n, int stride, int across, int other, int normal, double lambda,
                                      double epsilon, const double *speed, double *lhs, double *rhs, double *u) {
  int inner = n - 2 * MARGIN;
  int line = blockIdx.x * LINES + threadIdx.x;
  if (line >= inner * inner) {
    return;
  }
  int cells = n * n * n;
  int first = MARGIN * stride + (MARGIN + line % inner) * across + (MARGIN + line / inner) * other;
  const int system_of[COMPONENTS] = {0, normal == 1 ? 1 : 0, normal == 2 ? 1 : 0, normal == 3 ? 1 : 0, 2};
  Row before[3] = {};
  Row last[3] = {};
  double r_before[COMPONENTS] = {};
  double r_last[COMPONENTS] = {};
  int cell = first;
  for (int t = 0; t < inner; t++, cell += stride) {
    double r[COMPONENTS];
#pragma unroll
    for (int m = 0; m < COMPONENTS; m++) {
      r[m] = rhs[AT(m, cell, cells)];
    }
    double outgoing = r[normal] + r[PRESSURE];
    double incoming = r[normal] - r[PRESSURE];
    r[normal] = outgoing;
    r[PRESSURE] = incoming;
    double flow = speed[cell];
    double factor[3], inverse[3];
#pragma unroll
    for (int s = 0; s < 3; s++) {
      double sigma = s == 0 ? flow : s == 1 ? flow + 1.0 : flow - 1.0;
      double below = fma(-epsilon, before[s].near, fma(-lambda, sigma, -4.0 * epsilon));
      double diagonal = fma(-epsilon, before[s].far, fma(6.0, epsilon, 1.0));
      diagonal = fma(-below, last[s].near, diagonal);
      double above = fma(-below, last[s].far, fma(lambda, sigma, -4.0 * epsilon));
      factor[s] = below;
      inverse[s] = 1.0 / diagonal;
      before[s] = last[s];
      last[s].near = above * inverse[s];
      last[s].far = epsilon * inverse[s];
      put_row(lhs, s, cell, cells, last[s]);
    }
#pragma unroll
    for (int m = 0; m < COMPONENTS; m++) {
      int s = system_of[m];
      double solved = fma(-factor[s], r_last[m], fma(-epsilon, r_before[m], r[m])) * inverse[s];
      r_before[m] = r_last[m];
      r_last[m] = solved;
      rhs[AT(m, cell, cells)] = solved;
    }
  }
  double next[COMPONENTS] = {};
  double after[COMPONENTS] = {};
  for (int t = 0; t < inner; t++) {
    cell -= stride;
    Row row[3];
#pragma unroll
    for (int s = 0; s < 3; s++) {
      row[s] = row_of(lhs, s, cell, cells);
    }
    double x[COMPONENTS];
#pragma unroll
    for (int m = 0; m < COMPONENTS; m++) {
      int s = system_of[m];
      x[m] = fma(-row[s].far, after[m], fma(-row[s].near, next[m], rhs[AT(m, cell, cells)]));
      after[m] = next[m];
      next[m] = x[m];
    }
    double outgoing = x[normal];
    double incoming = x[PRESSURE];
    x[normal] = 0.5 * (outgoing + incoming);
    x[PRESSURE] = 0.5 * (outgoing - incoming);
#pragma unroll
    for (int m = 0; m < COMPONENTS; m++) {
      if (u != nullptr) {
        u[AT(m, cell, cells)] += x[m];
      } else {
        rhs[AT(m, cell, cells)] = x[m];
      }
    }
  }
}

extern "C" __global__ void x_solve(int n, double lambda, double epsilon, const double *us, double *lhs, double *rhs) {
  solve(n, 1, n, n * n, 1, lambda, epsilon, us, lhs, rhs, nullptr);
}

extern "C" __global__ void y_solve(int n, double lambda, double epsilon, const double *vs, double *lhs, double *rhs) {
  solve(n, n, 1, n * n, 2, lambda, epsilon, vs, lhs, rhs, nullptr);
}

extern "C" __global__ void z_solve(int n, double lambda, double epsilon, const double *ws, double *lhs, double *rhs, double *u) {
  solve(n, n * n, 1, n, 3, lambda, epsilon, ws, lhs, rhs, u);
}
