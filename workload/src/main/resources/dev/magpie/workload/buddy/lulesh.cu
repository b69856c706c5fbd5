// Parts of a time step of LULESH: the blast of Sedov on a mesh of hexahedra that moves with the material.
// Elements find their eight nodes through an index list, and nodes sum what the corners of elements have
// for them through another, so that no two threads add to one place. A thread for each element or node;
// arrays are [axis][node], [corner][element] or [axis][corner][element].
#include "lulesh_geometry.cuh"

#define HOURGLASS 3.0
#define VELOCITY_CUT 1e-7
#define CONSTRAINT_THREADS 128

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

// A field of nodes at an element's corners.
__device__ __forceinline__ void gather(
    const int *nodes, const double *field, int element, int elements, int count, double n[3][CORNERS]) {
#pragma unroll
  for (int corner = 0; corner < CORNERS; corner++) {
    int node = nodes[corner * elements + element];
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
      n[axis][corner] = field[axis * count + node];
    }
  }
}

// Forces at corners from pressure and viscosity.
extern "C" __global__ void stress(
    const int *nodes, const double *position, const double *p, const double *q, double *forces, double *volumes,
    int elements, int count) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double n[3][CORNERS], b[3][4], normals[CORNERS][3];
  gather(nodes, position, element, elements, count, n);
  volumes[element] = shape_derivatives(n, b);
  corner_normals(n, normals);
  double pushes = p[element] + q[element];
#pragma unroll
  for (int i = 0; i < 3 * CORNERS; i++) {
    forces[i * elements + element] = pushes * normals[i % CORNERS][i / CORNERS];
  }
}

// Sums corners' forces at nodes, over those that are there or onto them.
extern "C" __global__ void sum_corners(
    const int *start, const int *list, const double *corners, double *force, int elements, int count, int onto) {
  int node = THREAD;
  if (node >= count) {
    return;
  }
  double sum[3] = {0.0, 0.0, 0.0};
  for (int i = start[node]; i < start[node + 1]; i++) {
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
      sum[axis] += corners[axis * CORNERS * elements + list[i]];
    }
  }
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    force[axis * count + node] = onto ? force[axis * count + node] + sum[axis] : sum[axis];
  }
}

// What the hourglass force needs of the geometry.
extern "C" __global__ void hourglass_modes(
    const int *nodes, const double *position, const double *initial_volume, const double *v, double *derivatives,
    double *places, double *volumes, int elements, int count) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double n[3][CORNERS], d[CORNERS][3];
  gather(nodes, position, element, elements, count, n);
  volume_derivatives(n, d);
#pragma unroll
  for (int i = 0; i < 3 * CORNERS; i++) {
    derivatives[i * elements + element] = d[i % CORNERS][i / CORNERS];
    places[i * elements + element] = n[i / CORNERS][i % CORNERS];
  }
  volumes[element] = initial_volume[element] * v[element];
}

// Against motions of corners that leave the volume as it is (Flanagan and Belytschko).
extern "C" __global__ void hourglass_force(
    const int *nodes, const double *velocity, const double *derivatives, const double *places, const double *volumes,
    const double *sound, const double *mass, double *forces, int elements, int count) {
  const double gamma[4][CORNERS] = {
      {1, 1, -1, -1, -1, -1, 1, 1}, {1, -1, -1, 1, -1, 1, 1, -1}, {1, -1, 1, -1, 1, -1, 1, -1}, {-1, 1, -1, 1, 1, -1, 1, -1}};
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double modes[4][CORNERS];
  double inverse = 1.0 / volumes[element];
#pragma unroll
  for (int mode = 0; mode < 4; mode++) {
    double h[3];
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
      h[axis] = 0.0;
#pragma unroll
      for (int corner = 0; corner < CORNERS; corner++) {
        double place = places[(axis * CORNERS + corner) * elements + element];
        h[axis] = gamma[mode][corner] > 0 ? h[axis] + place : h[axis] - place;
      }
    }
#pragma unroll
    for (int corner = 0; corner < CORNERS; corner++) {
      double d[3];
#pragma unroll
      for (int axis = 0; axis < 3; axis++) {
        d[axis] = derivatives[(axis * CORNERS + corner) * elements + element];
      }
      modes[mode][corner] = fma(-inverse, dot(d, h), gamma[mode][corner]);
    }
  }
  double coefficient = -HOURGLASS * 0.01 * sound[element] * mass[element] / cube_root(volumes[element]);
  double n[3][CORNERS];
  gather(nodes, velocity, element, elements, count, n);
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    double along[4];
#pragma unroll
    for (int mode = 0; mode < 4; mode++) {
      along[mode] = 0.0;
#pragma unroll
      for (int corner = 0; corner < CORNERS; corner++) {
        along[mode] = fma(modes[mode][corner], n[axis][corner], along[mode]);
      }
    }
#pragma unroll
    for (int corner = 0; corner < CORNERS; corner++) {
      double sum = 0.0;
#pragma unroll
      for (int mode = 0; mode < 4; mode++) {
        sum = fma(modes[mode][corner], along[mode], sum);
      }
      forces[(axis * CORNERS + corner) * elements + element] = coefficient * sum;
    }
  }
}

// Newton's law; planes through the origin are mirrors. There are so many nodes along an edge.
extern "C" __global__ void advance(
    const double *force, const double *mass, double *acceleration, double *velocity, double *position, double dt,
    int edge, int count) {
  int node = THREAD;
  if (node >= count) {
    return;
  }
  int stride = 1;
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    int i = axis * count + node;
    double a = node / stride % edge == 0 ? 0.0 : force[i] / mass[node];
    double speed = fma(a, dt, velocity[i]);
    speed = fabs(speed) < VELOCITY_CUT ? 0.0 : speed;
    acceleration[i] = a;
    velocity[i] = speed;
    position[i] = fma(speed, dt, position[i]);
    stride *= edge;
  }
}

// Volumes, sizes and rates of strain.
extern "C" __global__ void kinematics(
    const int *nodes, const double *position, const double *velocity, const double *initial_volume, const double *v,
    double *new_v, double *change, double *size, double *strain, double *rate, double dt, int elements, int count) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double n[3][CORNERS], speed[3][CORNERS], b[3][4];
  gather(nodes, position, element, elements, count, n);
  double volume = volume_of(n);
  double relative = volume / initial_volume[element];
  new_v[element] = relative;
  change[element] = relative - v[element];
  size[element] = characteristic_length(n, volume);
  gather(nodes, velocity, element, elements, count, speed);
#pragma unroll
  for (int i = 0; i < 3 * CORNERS; i++) {
    n[i / CORNERS][i % CORNERS] = fma(-0.5 * dt, speed[i / CORNERS][i % CORNERS], n[i / CORNERS][i % CORNERS]);
  }
  double inverse = 1.0 / shape_derivatives(n, b);
  double gradient[3];
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    const double *s = speed[axis];
    gradient[axis] =
        fma(b[axis][3], s[3] - s[5], fma(b[axis][2], s[2] - s[4], fma(b[axis][1], s[1] - s[7], b[axis][0] * (s[0] - s[6]))));
  }
  double expansion = inverse * (gradient[0] + gradient[1] + gradient[2]);
  rate[element] = expansion;
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    strain[axis * elements + element] = fma(inverse, gradient[axis], expansion / -3.0);
  }
}

#include "lulesh_material.cuh"

// The least time step of a block's elements: by Courant's condition, and by what volumes may change.
extern "C" __global__ void constraints(
    const double *sound, const double *rate, const double *size, double *courant, double *hydro, int elements) {
  __shared__ double least[2][CONSTRAINT_THREADS];
  int element = THREAD;
  least[0][threadIdx.x] = least[1][threadIdx.x] = 1e20;
  if (element < elements && rate[element] != 0.0) {
    double square = sound[element] * sound[element];
    double closing = size[element] * rate[element];
    square = rate[element] < 0.0 ? fma(256.0 * closing, closing, square) : square;
    least[0][threadIdx.x] = size[element] / sqrt(square);
    least[1][threadIdx.x] = 0.1 / (fabs(rate[element]) + 1e-20);
  }
  for (int half = CONSTRAINT_THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      least[0][threadIdx.x] = fmin(least[0][threadIdx.x], least[0][threadIdx.x + half]);
      least[1][threadIdx.x] = fmin(least[1][threadIdx.x], least[1][threadIdx.x + half]);
    }
  }
  if (threadIdx.x == 0) {
    courant[blockIdx.x] = least[0][0];
    hydro[blockIdx.x] = least[1][0];
  }
}
