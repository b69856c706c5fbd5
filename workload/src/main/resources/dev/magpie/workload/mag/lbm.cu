// One time step of a lattice-Boltzmann flow in 19 directions, after Parboil's lbm: a plane of floats
// for each direction, cell by cell, and a plane of flags. A thread for each cell of a row; the grid is
// rows x layers. Cells give what they computed to their neighbours (scatter).
#define OBSTACLE 1
#define ACCELERATES 2
#define DIRECTIONS 19

// The sum with a component of a direction, which is -1, 0 or 1 and known to the compiler.
__device__ __forceinline__ float plus(float sum, int sign, float value) {
  return sign > 0 ? sum + value : sign < 0 ? sum - value : sum;
}

extern "C" __global__ void step(const float *source, float *destination, int pitch, int rows, int plane, int margin) {
  // x, y and z of each direction, in pairs of opposites after the first.
  const int direction_x[DIRECTIONS] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
  const int direction_y[DIRECTIONS] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
  const int direction_z[DIRECTIONS] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
  int cell = margin + threadIdx.x + pitch * (blockIdx.x + rows * blockIdx.y);
  float f[DIRECTIONS];
#pragma unroll
  for (int d = 0; d < DIRECTIONS; d++) {
    f[d] = source[plane * d + cell];
  }
  int flags = __float_as_int(source[plane * DIRECTIONS + cell]);
  if (flags & OBSTACLE) {
#pragma unroll
    for (int d = 1; d < DIRECTIONS; d += 2) {
      float back = f[d];
      f[d] = f[d + 1];
      f[d + 1] = back;
    }
  } else {
    float density = 0;
    float x = 0;
    float y = 0;
    float z = 0;
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
      density += f[d];
      x = plus(x, direction_x[d], f[d]);
      y = plus(y, direction_y[d], f[d]);
      z = plus(z, direction_z[d], f[d]);
    }
    x = x / density;
    y = y / density;
    z = z / density;
    if (flags & ACCELERATES) {
      x = 0.005f;
      y = 0.002f;
      z = 0.0f;
    }
    const float omega = 1.95f;
    float still = fmaf(-1.5f, fmaf(z, z, fmaf(y, y, x * x)), 1.0f);
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
      float along = plus(plus(plus(0.0f, direction_x[d], x), direction_y[d], y), direction_z[d], z);
      float weight = d == 0 ? 1.0f / 3.0f : d < 7 ? 1.0f / 18.0f : 1.0f / 36.0f;
      float equilibrium = weight * density * fmaf(along, fmaf(4.5f, along, 3.0f), still);
      f[d] = fmaf(omega, equilibrium, (1.0f - omega) * f[d]);
    }
  }
#pragma unroll
  for (int d = 0; d < DIRECTIONS; d++) {
    destination[plane * d + cell + direction_x[d] + pitch * (direction_y[d] + rows * direction_z[d])] = f[d];
  }
}
