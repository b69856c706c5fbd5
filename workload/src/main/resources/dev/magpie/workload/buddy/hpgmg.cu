// Parts of a multigrid cycle for alpha u - div(beta grad u) = f on cells, zero on the walls, after
// HPGMG-FV. A level is cut into boxes, and a box has all of its vectors one behind another, each with a
// layer of ghost cells around it: [box][vector][k][j][i]. A row of threads for each row of a box; the
// grid is groups of rows x layers x boxes. As in HPGMG's kernels, the size of a box is known to the
// compiler, so that most addresses are offsets from one.
#define TEMP 0
#define EXACT 1
#define RESIDUAL 2
#define F 3
#define U 4
#define ALPHA 5
#define BETA_I 6
#define BETA_J 7
#define BETA_K 8
#define DINV 9
#define VECTORS 12

// Boxes of BOX cells an axis; distances are in doubles.
template <int BOX>
struct Level {
  static constexpr int row = (BOX + 2 + 3) / 4 * 4;
  static constexpr int layer = row * (BOX + 2);
  static constexpr int volume = layer * (BOX + 2);
  double *data;

  // A cell in the first vector of this block's box.
  __device__ double *at(int i, int j, int k) const {
    return data + (long long)blockIdx.z * (VECTORS * volume) + ((k + 1) * layer + (j + 1) * row + (i + 1));
  }
};

// What the right side exceeds the left by, in a cell; h2inv is one over the square of its width.
template <int BOX>
__device__ double exceeds(const double *cell, double h2inv) {
  using L = Level<BOX>;
  const double *u = cell + U * L::volume;
  const double *beta_i = cell + BETA_I * L::volume;
  const double *beta_j = cell + BETA_J * L::volume;
  const double *beta_k = cell + BETA_K * L::volume;
  double here = *u;
  double flux = beta_i[1] * (u[1] - here);
  flux = fma(beta_i[0], u[-1] - here, flux);
  flux = fma(beta_j[L::row], u[L::row] - here, flux);
  flux = fma(beta_j[0], u[-L::row] - here, flux);
  flux = fma(beta_k[L::layer], u[L::layer] - here, flux);
  flux = fma(beta_k[0], u[-L::layer] - here, flux);
  return cell[F * L::volume] - fma(-h2inv, flux, cell[ALPHA * L::volume] * here);
}

// Relaxes the cells of one colour, of which a row has every second.
template <int BOX>
__device__ void smooth(Level<BOX> level, double h2inv, int colour) {
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  int k = blockIdx.y;
  double *cell = level.at(2 * threadIdx.x + ((j + k + colour) & 1), j, k);
  double *u = cell + U * level.volume;
  *u = fma(cell[DINV * level.volume], exceeds<BOX>(cell, h2inv), *u);
}

// To the vector that is named.
template <int BOX>
__device__ void residual(Level<BOX> level, double h2inv, int to) {
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  double *cell = level.at(threadIdx.x, j, blockIdx.y);
  cell[to * level.volume] = exceeds<BOX>(cell, h2inv);
}

// Ghost cells of U, a face of each box in blockIdx.y: from the neighbour, or what makes the wall zero.
// There are so many boxes across.
template <int BOX>
__device__ void ghosts(Level<BOX> level, int across) {
  int p = threadIdx.x;
  int q = blockIdx.x * blockDim.y + threadIdx.y;
  int axis = blockIdx.y >> 1;
  int apart = axis == 0 ? 1 : axis == 1 ? across : across * across;
  int place = blockIdx.z / apart % across;
  int stride = axis == 0 ? 1 : axis == 1 ? level.row : level.layer;
  int end = (BOX - 1) * stride;
  int neighbour = apart * (VECTORS * level.volume);
  double *u = level.at(axis == 0 ? 0 : p, axis == 0 ? p : axis == 1 ? 0 : q, axis == 2 ? 0 : q) + U * level.volume;
  if (blockIdx.y & 1) {
    u[end + stride] = place == across - 1 ? -u[end] : u[neighbour];
  } else {
    u[-stride] = place == 0 ? -u[0] : u[end - neighbour];
  }
}

// F of the coarser level from TEMP of the finer, and nothing in U to begin with.
template <int BOX>
__device__ void restriction(Level<BOX / 2> coarse, Level<BOX> fine) {
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  int k = blockIdx.y;
  double *cell = coarse.at(threadIdx.x, j, k);
  const double *from = fine.at(2 * threadIdx.x, 2 * j, 2 * k) + TEMP * fine.volume;
  double below = (from[0] + from[1]) + (from[fine.row] + from[fine.row + 1]);
  from += fine.layer;
  double above = (from[0] + from[1]) + (from[fine.row] + from[fine.row + 1]);
  cell[F * coarse.volume] = 0.125 * (below + above);
  cell[U * coarse.volume] = 0.0;
}

// Adds to U of the finer level what the coarser has in the same place.
template <int BOX>
__device__ void interpolation(Level<BOX> fine, Level<BOX / 2> coarse) {
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  int k = blockIdx.y;
  fine.at(threadIdx.x, j, k)[U * fine.volume] += coarse.at(threadIdx.x >> 1, j >> 1, k >> 1)[U * coarse.volume];
}

// The largest residual and the largest error of each block.
template <int BOX>
__device__ void norms(Level<BOX> level, double *residuals, double *errors) {
  __shared__ double largest[2][256];
  int j = blockIdx.x * blockDim.y + threadIdx.y;
  const double *cell = level.at(threadIdx.x, j, blockIdx.y);
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  largest[0][thread] = fabs(cell[RESIDUAL * level.volume]);
  largest[1][thread] = fabs(cell[U * level.volume] - cell[EXACT * level.volume]);
  for (int half = blockDim.x * blockDim.y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) {
      largest[0][thread] = fmax(largest[0][thread], largest[0][thread + half]);
      largest[1][thread] = fmax(largest[1][thread], largest[1][thread + half]);
    }
  }
  if (thread == 0) {
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    residuals[block] = largest[0][0];
    errors[block] = largest[1][0];
  }
}

#define KERNEL(name, BOX, parameters, ...) \
  extern "C" __global__ void name##_##BOX parameters { name<BOX>(__VA_ARGS__); }
#define KERNELS(BOX) \
  KERNEL(smooth, BOX, (double *data, double h2inv, int colour), {data}, h2inv, colour) \
  KERNEL(residual, BOX, (double *data, double h2inv, int to), {data}, h2inv, to) \
  KERNEL(ghosts, BOX, (double *data, int across), {data}, across) \
  KERNEL(restriction, BOX, (double *coarse, double *fine), {coarse}, {fine}) \
  KERNEL(interpolation, BOX, (double *fine, double *coarse), {fine}, {coarse}) \
  KERNEL(norms, BOX, (double *data, double *residuals, double *errors), {data}, residuals, errors)

KERNELS(8)
KERNELS(16)
KERNELS(32)
KERNELS(64)
