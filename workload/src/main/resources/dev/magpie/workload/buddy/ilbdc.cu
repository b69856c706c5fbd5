// One time step of a lattice-Boltzmann flow in 19 directions through a bed of spheres, after SPEC
// ACCEL's 360.ilbdc: only fluid cells are stored, and an index list says where what leaves a cell in a
// direction goes: to the neighbour, or back into the opposite direction where a sphere is. A thread for
// each fluid cell; a plane for each direction, and a plane of the list for each but rest.
#define DIRECTIONS 19
#define EVEN 1.6
#define ODD 0.5
#define FORCE 1e-5

// The sum with a component of a direction, which is -1, 0 or 1 and known to the compiler.
__device__ __forceinline__ double plus(double sum, int sign, double value) {
  return sign > 0 ? sum + value : sign < 0 ? sum - value : sum;
}

extern "C" __global__ void step(const double *source, double *destination, const int *targets, int cells) {
  // x, y and z of each direction, in pairs of opposites after the first.
  const int direction_x[DIRECTIONS] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  const int direction_y[DIRECTIONS] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  const int direction_z[DIRECTIONS] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) {
    return;
  }
  double f[DIRECTIONS];
  double density = 0;
  double x = 0;
  double y = 0;
  double z = 0;
#pragma unroll
  for (int d = 0; d < DIRECTIONS; d++) {
    f[d] = source[d * cells + cell];
    density += f[d];
    x = plus(x, direction_x[d], f[d]);
    y = plus(y, direction_y[d], f[d]);
    z = plus(z, direction_z[d], f[d]);
  }
  x = x / density;
  y = y / density;
  z = z / density;
  double still = fma(-1.5, fma(z, z, fma(y, y, x * x)), 1.0);
  destination[cell] = fma(-EVEN, fma(-1.0 / 3.0 * density, still, f[0]), f[0]);
  // Even and odd parts of a pair relax at rates of their own.
#pragma unroll
  for (int d = 1; d < DIRECTIONS; d += 2) {
    double weight = d < 7 ? 1.0 / 18.0 : 1.0 / 36.0;
    double share = weight * density;
    double along = plus(plus(plus(0.0, direction_x[d], x), direction_y[d], y), direction_z[d], z);
    double even = fma(-share, fma(4.5 * along, along, still), 0.5 * (f[d] + f[d + 1]));
    double odd = fma(-share, 3.0 * along, 0.5 * (f[d] - f[d + 1]));
    odd = fma(ODD, odd, -3.0 * weight * FORCE * direction_x[d]);
    destination[targets[(d - 1) * cells + cell]] = f[d] - fma(EVEN, even, odd);
    destination[targets[d * cells + cell]] = f[d + 1] - fma(EVEN, even, -odd);
  }
}
