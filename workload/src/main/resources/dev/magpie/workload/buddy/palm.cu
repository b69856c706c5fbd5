// Parts of a time step of a large-eddy simulation, after SPEC ACCEL's 351.palm: wind u, v, w on faces,
// potential temperature pt and the small eddies' energy e in cells, k (height) fastest, three layers of
// ghost columns on the sides, periodic. Levels 0 and LEVELS - 1 are ground and lid; w[k] is above a cell.
// A warp has half a column.
#define LEVELS 64
#define GHOSTS 3
#define RUN 4            // cells along i of a thread
#define BLOCK_COLUMNS 2  // columns of a block that advances a field
#define WIDTH 50.0
#define BUOYANCY (9.81 / 300.0)
#define RELAXATION (1.2 / 6.0)
#define C_M 0.1

// SIDE x SIDE columns, ghosts not counted; distances of neighbours are known to the compiler.
template <int SIDE>
struct Columns {
  static constexpr int J = LEVELS;
  static constexpr int I = (SIDE + 2 * GHOSTS) * LEVELS;
  __device__ static int at(int i, int j, int k) { return (i + GHOSTS) * I + (j + GHOSTS) * J + k; }
};

// What a flux takes of six values in a row: centred differences, and how far they lean upwind; in 60ths.
struct Order {
  double inner, middle, outer;
  double lean_inner, lean_middle, lean_outer;
};
__device__ constexpr Order FIFTH = {37, -8, 1, 10, -5, 1};
__device__ constexpr Order THIRD = {35, -5, 0, 15, -5, 0};
__device__ constexpr Order SECOND = {30, 0, 0, 0, 0, 0};

// 60 times the flux from the third value to the fourth: advection by wind, and diffusion, given twice the diffusivity.
__device__ __forceinline__ double flux(
    const Order &order, double wind, double diffusivity, double a, double b, double c, double d, double e, double f) {
  double central = fma(order.inner, c + d, fma(order.middle, b + e, order.outer * (a + f)));
  double lean = fma(order.lean_inner, d - c, fma(order.lean_middle, e - b, order.lean_outer * (f - a)));
  return fma(-30.0 / WIDTH, diffusivity * (d - c), fma(wind, central, -(fabs(wind) * lean)));
}

// Near ground and lid the six values are not there.
__device__ __forceinline__ Order order_above(int k) {
  return k < 1 || k > LEVELS - 3 ? SECOND : k < 2 || k > LEVELS - 4 ? THIRD : FIFTH;
}

// How much of a tendency counts, and of the one that is remembered; and what to remember.
struct Stage {
  double now, then, keep_now, keep_then;
};

// Advances a field by advection, diffusion and what `tendency` makes of 60 WIDTH times what flows out.
// OWN: 0, 1 or 2 for u, v and w, which are halfway between two cells of that axis; -1 in cells.
template <int SIDE, int OWN, class Tendency>
__device__ __forceinline__ void change(
    const double *field, const double *u, const double *v, const double *w, const double *diffusivity, double *next,
    double *memory, Stage stage, Tendency tendency) {
  constexpr int I = Columns<SIDE>::I;
  constexpr int J = Columns<SIDE>::J;
  int k = threadIdx.x;
  int cell = Columns<SIDE>::at(blockIdx.y * RUN, blockIdx.x * blockDim.y + threadIdx.y, k);
  // What rises out of a level comes into the next: the threads of a column tell each other, in turns in two places.
  __shared__ double rising[2][BLOCK_COLUMNS][LEVELS];
  bool inner = k > 0 && k < LEVELS - (OWN == 2 ? 2 : 1);
  Order order = order_above(k);
  // The cells on both sides of a wind; those of a face are across from each other.
  const double *behind = diffusivity - (OWN == 0 ? I : OWN == 1 ? J : 0);
  const double *ahead = diffusivity + (OWN == 2 ? 1 : 0);
  auto across = [&](int c) {
    const double *x = field + c;
    double wind = OWN == 0 ? 0.5 * (u[c - I] + u[c])
                  : OWN == 1 ? 0.5 * (u[c - J] + u[c])
                  : OWN == 2 ? 0.5 * (u[c] + u[c + 1])
                             : u[c];
    double k2 = OWN == 0 ? 2.0 * diffusivity[c - I] : behind[c - I] + ahead[c];
    return flux(FIFTH, wind, k2, x[-3 * I], x[-2 * I], x[-I], x[0], x[I], x[2 * I]);
  };
  auto along = [&](int c) {
    const double *x = field + c;
    double wind = OWN == 0 ? 0.5 * (v[c - I] + v[c])
                  : OWN == 1 ? 0.5 * (v[c - J] + v[c])
                  : OWN == 2 ? 0.5 * (v[c] + v[c + 1])
                             : v[c];
    double k2 = OWN == 1 ? 2.0 * diffusivity[c - J] : behind[c - J] + ahead[c];
    return flux(FIFTH, wind, k2, x[-3 * J], x[-2 * J], x[-J], x[0], x[J], x[2 * J]);
  };
  // Above the cell.
  auto upwards = [&](int c) {
    const double *x = field + c;
    double wind = OWN == 0 ? 0.5 * (w[c - I] + w[c])
                  : OWN == 1 ? 0.5 * (w[c - J] + w[c])
                  : OWN == 2 ? 0.5 * (w[c] + w[c + 1])
                             : w[c];
    double k2 = OWN == 2 ? 2.0 * diffusivity[c + 1] : behind[c] + ahead[c + 1];
    return flux(order, wind, k2, x[-2], x[-1], x[0], x[1], x[2], x[3]);
  };
  double left = across(cell);
#pragma unroll
  for (int i = 0; i < RUN; i++) {
    double (*column)[LEVELS] = rising[i & 1];
    double up = upwards(cell);
    column[threadIdx.y][k] = up;
    __syncthreads();
    double right = across(cell + I);
    if (inner) {
      double out = (right - left) + (along(cell + J) - along(cell)) + (up - column[threadIdx.y][k - 1]);
      double changes = tendency(cell, k, out);
      double remembered = memory[cell];
      next[cell] = fma(stage.now, changes, fma(stage.then, remembered, field[cell]));
      memory[cell] = fma(stage.keep_now, changes, stage.keep_then * remembered);
    }
    left = right;
    cell += I;
  }
}

#define OUTFLOW (-1.0 / (60.0 * WIDTH))
#define HEATING (0.1 / WIDTH)

template <int SIDE, int OWN>
__device__ void move(
    const double *u, const double *v, const double *w, const double *km, double *next, double *memory, Stage stage) {
  change<SIDE, OWN>(OWN == 0 ? u : v, u, v, w, km, next, memory, stage, [](int, int, double out) { return OUTFLOW * out; });
}

// Warmer than the level's reference, air rises.
template <int SIDE>
__device__ void lift(
    const double *u, const double *v, const double *w, const double *km, const double *pt, const double *reference,
    double *next, double *memory, Stage stage) {
  change<SIDE, 2>(w, u, v, w, km, next, memory, stage, [&](int cell, int k, double out) {
    double warmer = (pt[cell] - reference[k]) + (pt[cell + 1] - reference[k + 1]);
    return fma(OUTFLOW, out, 0.5 * BUOYANCY * warmer);
  });
}

// The ground warms the lowest cell.
template <int SIDE>
__device__ void warm(
    const double *u, const double *v, const double *w, const double *kh, const double *pt, double *next, double *memory,
    Stage stage) {
  change<SIDE, -1>(pt, u, v, w, kh, next, memory, stage, [](int, int k, double out) {
    return fma(OUTFLOW, out, k == 1 ? HEATING : 0.0);
  });
}

// Small eddies come and go.
template <int SIDE>
__device__ void stir(
    const double *u, const double *v, const double *w, const double *km, const double *e, const double *source,
    double *next, double *memory, Stage stage) {
  change<SIDE, -1>(e, u, v, w, km, next, memory, stage, [&](int cell, int, double out) {
    return fma(OUTFLOW, out, source[cell]);
  });
}

// Diffusivities of momentum and heat, and what makes and ends small eddies: shear, buoyancy, dissipation.
template <int SIDE>
__device__ void diffusivities(
    const double *u, const double *v, const double *w, const double *pt, const double *e, double *km, double *kh,
    double *source) {
  constexpr int I = Columns<SIDE>::I;
  constexpr int J = Columns<SIDE>::J;
  int k = threadIdx.x;
  int c = Columns<SIDE>::at(blockIdx.y, blockIdx.x * blockDim.y + threadIdx.y, k);
  if (k == 0 || k == LEVELS - 1) {
    return;
  }
  // Four times the differences across two cells, but for those of a wind along itself.
  auto slope = [&](const double *wind, int beside, int step) {
    return (wind[c + step] - wind[c - step]) + (wind[c + step + beside] - wind[c - step + beside]);
  };
  double du = u[c + I] - u[c];
  double dv = v[c + J] - v[c];
  double dw = w[c] - w[c - 1];
  double uv = slope(u, I, J) + slope(v, J, I);
  double uw = slope(u, I, 1) + slope(w, -1, I);
  double vw = slope(v, J, 1) + slope(w, -1, J);
  double along = fma(du, du, fma(dv, dv, dw * dw));
  double across = fma(uv, uv, fma(uw, uw, vw * vw));
  double shear = fma(2.0, along, 0.0625 * across) * (1.0 / (WIDTH * WIDTH));
  double stability = (0.5 * BUOYANCY / WIDTH) * (pt[c + 1] - pt[c - 1]);
  // Advection may leave less than nothing.
  double root = sqrt(e[c] > 0.0 ? e[c] : 0.0);
  double length = WIDTH;
  if (stability > 0.0) {
    double least = 0.76 * root / sqrt(stability);
    length = least < length ? least : length;
  }
  double momentum = C_M * length * root;
  double heat = fma(2.0 / WIDTH, length, 1.0) * momentum;
  // Where there are no eddies, none dissipate.
  double dissipation = length > 0.0 ? fma(0.74 / WIDTH, length, 0.19) * (e[c] * root) / length : 0.0;
  km[c] = momentum;
  kh[c] = heat;
  source[c] = fma(momentum, shear, -fma(heat, stability, dissipation));
}

// Takes ground and lid to be as what is next to them, in every column but ghosts.
template <int SIDE>
__device__ void level_off(double *field) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  double *bottom = field + Columns<SIDE>::at(column / SIDE, column % SIDE, 0);
  bottom[0] = bottom[1];
  bottom[LEVELS - 1] = bottom[LEVELS - 2];
}

// Ghost columns up to a depth: before and behind along i, corners too, and the same along j; blockIdx.y
// says which, threadIdx.y how deep.
template <int SIDE>
__device__ void exchange(double *field) {
  int depth = blockDim.y;
  int along = blockIdx.x - depth;
  int inside = along < 0 ? along + SIDE : along < SIDE ? along : along - SIDE;
  int low = threadIdx.y - depth;
  int ghost = blockIdx.y & 1 ? SIDE + depth + low : low;
  int from = blockIdx.y & 1 ? depth + low : SIDE + low;
  bool along_i = blockIdx.y < 2;
  int k = threadIdx.x;
  field[along_i ? Columns<SIDE>::at(ghost, along, k) : Columns<SIDE>::at(along, ghost, k)] =
      field[along_i ? Columns<SIDE>::at(from, inside, k) : Columns<SIDE>::at(inside, from, k)];
}

// WIDTH squared times the wind's divergence.
template <int SIDE>
__device__ void divergence(const double *u, const double *v, const double *w, double *d) {
  int k = threadIdx.x;
  int c = Columns<SIDE>::at(blockIdx.y, blockIdx.x * blockDim.y + threadIdx.y, k);
  if (k > 0 && k < LEVELS - 1) {
    d[c] = WIDTH * ((u[c + Columns<SIDE>::I] - u[c]) + (v[c + Columns<SIDE>::J] - v[c]) + (w[c] - w[c - 1]));
  }
}

// Relaxes the pressure in cells of one colour, of which a column has every second; a warp has all of a column.
template <int SIDE>
__device__ void relax(double *p, const double *d, int colour) {
  constexpr int I = Columns<SIDE>::I;
  constexpr int J = Columns<SIDE>::J;
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  int k = 2 * threadIdx.x + ((blockIdx.y + j + colour) & 1);
  if (k == 0 || k == LEVELS - 1) {
    return;
  }
  int c = Columns<SIDE>::at(blockIdx.y, j, k);
  double here = p[c];
  double below = k == 1 ? here : p[c - 1];
  double above = k == LEVELS - 2 ? here : p[c + 1];
  double sum = (p[c - I] + p[c + I]) + (p[c - J] + p[c + J]) + (below + above);
  p[c] = fma(RELAXATION, fma(-6.0, here, sum) - d[c], here);
}

// Takes the pressure's gradient from the wind; what blows through ground and lid stays zero.
template <int SIDE>
__device__ void correct(double *u, double *v, double *w, const double *p) {
  int k = threadIdx.x;
  int c = Columns<SIDE>::at(blockIdx.y, blockIdx.x * blockDim.y + threadIdx.y, k);
  if (k == 0 || k == LEVELS - 1) {
    return;
  }
  double here = p[c];
  u[c] = fma(-1.0 / WIDTH, here - p[c - Columns<SIDE>::I], u[c]);
  v[c] = fma(-1.0 / WIDTH, here - p[c - Columns<SIDE>::J], v[c]);
  if (k < LEVELS - 2) {
    w[c] = fma(-1.0 / WIDTH, p[c + 1] - here, w[c]);
  }
}

#define WINDS const double *u, const double *v, const double *w
#define ADVANCE double *next, double *memory, double now, double then, double keep_now, double keep_then
#define ADVANCED next, memory, {now, then, keep_now, keep_then}
#define KERNELS(SIDE) \
  extern "C" __global__ void move_u_##SIDE(WINDS, const double *km, ADVANCE) { move<SIDE, 0>(u, v, w, km, ADVANCED); } \
  extern "C" __global__ void move_v_##SIDE(WINDS, const double *km, ADVANCE) { move<SIDE, 1>(u, v, w, km, ADVANCED); } \
  extern "C" __global__ void lift_##SIDE( \
      WINDS, const double *km, const double *pt, const double *reference, ADVANCE) { \
    lift<SIDE>(u, v, w, km, pt, reference, ADVANCED); \
  } \
  extern "C" __global__ void warm_##SIDE(WINDS, const double *kh, const double *pt, ADVANCE) { \
    warm<SIDE>(u, v, w, kh, pt, ADVANCED); \
  } \
  extern "C" __global__ void stir_##SIDE(WINDS, const double *km, const double *e, const double *source, ADVANCE) { \
    stir<SIDE>(u, v, w, km, e, source, ADVANCED); \
  } \
  extern "C" __global__ void diffusivities_##SIDE( \
      WINDS, const double *pt, const double *e, double *km, double *kh, double *source) { \
    diffusivities<SIDE>(u, v, w, pt, e, km, kh, source); \
  } \
  extern "C" __global__ void level_off_##SIDE(double *field) { level_off<SIDE>(field); } \
  extern "C" __global__ void exchange_##SIDE(double *field) { exchange<SIDE>(field); } \
  extern "C" __global__ void divergence_##SIDE(WINDS, double *d) { divergence<SIDE>(u, v, w, d); } \
  extern "C" __global__ void relax_##SIDE(double *p, const double *d, int colour) { relax<SIDE>(p, d, colour); } \
  extern "C" __global__ void correct_##SIDE(double *u, double *v, double *w, const double *p) { \
    correct<SIDE>(u, v, w, p); \
  }

KERNELS(24)
KERNELS(56)
