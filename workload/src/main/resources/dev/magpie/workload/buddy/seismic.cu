// Elastic waves on a staggered grid with convolutional perfectly matched layers, after SEISMIC_CPML's 3D
// isotropic program. A thread is a cell, i fastest. Each derivative has a memory variable in every cell,
// which stays zero outside of the layers. Spacing and time step are in the coefficients.
struct Grid {
  int nx, ny, nz;
};

struct Place {
  int i, j, k, cell;
};

__device__ __forceinline__ Place place(Grid grid) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  return {i, j, k, i < grid.nx && j < grid.ny ? i + grid.nx * (j + grid.ny * k) : -1};
}

// Decay and gain of a layer's memory along an axis of n cells: at cells, then half a cell further.
struct Layer {
  double decay;
  double gain;
};

__device__ __forceinline__ Layer at(const double *profile, int n, int place) {
  return {profile[place], profile[n + place]};
}

__device__ __forceinline__ Layer between(const double *profile, int n, int place) {
  return {profile[2 * n + place], profile[3 * n + place]};
}

// A difference as the layer has it.
__device__ __forceinline__ double damped(double difference, Layer layer, double *memory, int cell) {
  double kept = fma(layer.decay, memory[cell], layer.gain * difference);
  memory[cell] = kept;
  return difference + kept;
}

extern "C" __global__ void normal_stress(Grid grid, double along, double across, const double *px, const double *py,
                                         const double *pz, const double *vx, const double *vy, const double *vz,
                                         double *xx, double *yy, double *zz, double *dvx_dx, double *dvy_dy,
                                         double *dvz_dz) {
  Place p = place(grid);
  if (p.cell < 0 || p.i == grid.nx - 1 || p.j == 0 || p.k == 0) {
    return;
  }
  int row = grid.nx;
  int plane = grid.nx * grid.ny;
  double x = damped(vx[p.cell + 1] - vx[p.cell], between(px, grid.nx, p.i), dvx_dx, p.cell);
  double y = damped(vy[p.cell] - vy[p.cell - row], at(py, grid.ny, p.j), dvy_dy, p.cell);
  double z = damped(vz[p.cell] - vz[p.cell - plane], at(pz, grid.nz, p.k), dvz_dz, p.cell);
  xx[p.cell] = fma(along, x, fma(across, y + z, xx[p.cell]));
  yy[p.cell] = fma(along, y, fma(across, x + z, yy[p.cell]));
  zz[p.cell] = fma(along, z, fma(across, x + y, zz[p.cell]));
}

extern "C" __global__ void shear_stress(Grid grid, double shear, const double *px, const double *py, const double *pz,
                                        const double *vx, const double *vy, const double *vz, double *xy, double *xz,
                                        double *yz, double *dvy_dx, double *dvx_dy, double *dvz_dx, double *dvx_dz,
                                        double *dvz_dy, double *dvy_dz) {
  Place p = place(grid);
  if (p.cell < 0) {
    return;
  }
  int row = grid.nx;
  int plane = grid.nx * grid.ny;
  if (p.i > 0 && p.j < grid.ny - 1) {
    double a = damped(vy[p.cell] - vy[p.cell - 1], at(px, grid.nx, p.i), dvy_dx, p.cell);
    double b = damped(vx[p.cell + row] - vx[p.cell], between(py, grid.ny, p.j), dvx_dy, p.cell);
    xy[p.cell] = fma(shear, a + b, xy[p.cell]);
  }
  if (p.i > 0 && p.k < grid.nz - 1) {
    double a = damped(vz[p.cell] - vz[p.cell - 1], at(px, grid.nx, p.i), dvz_dx, p.cell);
    double b = damped(vx[p.cell + plane] - vx[p.cell], between(pz, grid.nz, p.k), dvx_dz, p.cell);
    xz[p.cell] = fma(shear, a + b, xz[p.cell]);
  }
  if (p.j < grid.ny - 1 && p.k < grid.nz - 1) {
    double a = damped(vz[p.cell + row] - vz[p.cell], between(py, grid.ny, p.j), dvz_dy, p.cell);
    double b = damped(vy[p.cell + plane] - vy[p.cell], between(pz, grid.nz, p.k), dvy_dz, p.cell);
    yz[p.cell] = fma(shear, a + b, yz[p.cell]);
  }
}

extern "C" __global__ void velocity_x(Grid grid, double lightness, int source, double force, const double *px,
                                      const double *py, const double *pz, const double *xx, const double *xy,
                                      const double *xz, double *vx, double *dxx_dx, double *dxy_dy, double *dxz_dz) {
  Place p = place(grid);
  if (p.cell < 0 || p.i == 0 || p.j == 0 || p.k == 0) {
    return;
  }
  double x = damped(xx[p.cell] - xx[p.cell - 1], at(px, grid.nx, p.i), dxx_dx, p.cell);
  double y = damped(xy[p.cell] - xy[p.cell - grid.nx], at(py, grid.ny, p.j), dxy_dy, p.cell);
  double z = damped(xz[p.cell] - xz[p.cell - grid.nx * grid.ny], at(pz, grid.nz, p.k), dxz_dz, p.cell);
  double pushed = p.cell == source ? vx[p.cell] + force : vx[p.cell];
  vx[p.cell] = fma(lightness, x + y + z, pushed);
}

extern "C" __global__ void velocity_y(Grid grid, double lightness, int source, double force, const double *px,
                                      const double *py, const double *pz, const double *xy, const double *yy,
                                      const double *yz, double *vy, double *dxy_dx, double *dyy_dy, double *dyz_dz) {
  Place p = place(grid);
  if (p.cell < 0 || p.i == grid.nx - 1 || p.j == grid.ny - 1 || p.k == 0) {
    return;
  }
  double x = damped(xy[p.cell + 1] - xy[p.cell], between(px, grid.nx, p.i), dxy_dx, p.cell);
  double y = damped(yy[p.cell + grid.nx] - yy[p.cell], between(py, grid.ny, p.j), dyy_dy, p.cell);
  double z = damped(yz[p.cell] - yz[p.cell - grid.nx * grid.ny], at(pz, grid.nz, p.k), dyz_dz, p.cell);
  double pushed = p.cell == source ? vy[p.cell] + force : vy[p.cell];
  vy[p.cell] = fma(lightness, x + y + z, pushed);
}

extern "C" __global__ void velocity_z(Grid grid, double lightness, const double *px, const double *py,
                                      const double *pz, const double *xz, const double *yz, const double *zz,
                                      double *vz, double *dxz_dx, double *dyz_dy, double *dzz_dz) {
  Place p = place(grid);
  if (p.cell < 0 || p.i == grid.nx - 1 || p.j == 0 || p.k == grid.nz - 1) {
    return;
  }
  double x = damped(xz[p.cell + 1] - xz[p.cell], between(px, grid.nx, p.i), dxz_dx, p.cell);
  double y = damped(yz[p.cell] - yz[p.cell - grid.nx], at(py, grid.ny, p.j), dyz_dy, p.cell);
  double z = damped(zz[p.cell + grid.nx * grid.ny] - zz[p.cell], between(pz, grid.nz, p.k), dzz_dz, p.cell);
  vz[p.cell] = fma(lightness, x + y + z, vz[p.cell]);
}
