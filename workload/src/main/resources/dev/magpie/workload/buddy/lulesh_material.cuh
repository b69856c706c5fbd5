// What the material does: artificial viscosity, and the equation of state of an ideal gas.
#define VOLUME_CUT 1e-10
#define ENERGY_CUT 1e-7
#define PRESSURE_CUT 1e-7
#define Q_CUT 1e-7
#define LEAST_ENERGY (-1e15)
#define LEAST_VOLUME 1e-9
#define MOST_VOLUME 1e9
#define TINY 1e-36
#define FREE (-1)

// Four corners less the four on the other side, by four.
__device__ __forceinline__ void across(const double n[3][CORNERS], const int corners[CORNERS], double *difference) {
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    const double *a = n[axis];
    difference[axis] = 0.25 * (((a[corners[0]] + a[corners[1]]) + (a[corners[2]] + a[corners[3]]))
                               - ((a[corners[4]] + a[corners[5]]) + (a[corners[6]] + a[corners[7]])));
  }
}

// Gradients of velocity and sizes along xi, eta and zeta.
extern "C" __global__ void gradients(
    const int *nodes, const double *position, const double *velocity, const double *initial_volume, const double *new_v,
    double *gradient, double *length, int elements, int count) {
  const int sides[3][CORNERS] = {{1, 2, 6, 5, 0, 3, 7, 4}, {3, 2, 6, 7, 0, 1, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}};
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double n[3][CORNERS], speed[3][CORNERS], edges[3][3];
  gather(nodes, position, element, elements, count, n);
  gather(nodes, velocity, element, elements, count, speed);
  double volume = initial_volume[element] * new_v[element];
  double inverse = 1.0 / fma(initial_volume[element], new_v[element], TINY);
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    across(n, sides[axis], edges[axis]);
  }
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    double area[3], faster[3];
    cross(edges[(axis + 1) % 3], edges[(axis + 2) % 3], area);
    across(speed, sides[axis], faster);
    length[axis * elements + element] = volume / sqrt(dot(area, area) + TINY);
    gradient[axis * elements + element] = inverse * dot(area, faster);
  }
}

// By how much viscosity is less where the gradient is as in the neighbours.
__device__ __forceinline__ double limiter(const double *gradient, const int *neighbours, int element, int elements) {
  int before = neighbours[element];
  int behind = neighbours[elements + element];
  double norm = 1.0 / (gradient[element] + TINY);
  double minus = before == FREE ? 0.0 : gradient[before] * norm;
  double plus = behind == FREE ? 0.0 : gradient[behind] * norm;
  double phi = 0.5 * (minus + plus);
  phi = 2.0 * minus < phi ? 2.0 * minus : phi;
  phi = 2.0 * plus < phi ? 2.0 * plus : phi;
  phi = phi < 0.0 ? 0.0 : phi;
  return phi > 1.0 ? 1.0 : phi;
}

// Linear and quadratic artificial viscosity of what is compressed.
extern "C" __global__ void viscosity(
    const double *gradient, const double *length, const int *neighbours, const double *rate, const double *mass,
    const double *initial_volume, const double *new_v, double *linear, double *quadratic, int elements) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double l = 0.0;
  double s = 0.0;
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    double phi = limiter(gradient + axis * elements, neighbours + 2 * axis * elements, element, elements);
    double closing = gradient[axis * elements + element] * length[axis * elements + element];
    closing = closing > 0.0 ? 0.0 : closing;
    l = fma(closing, 1.0 - phi, l);
    s = fma(closing * closing, fma(-phi, phi, 1.0), s);
  }
  double density = mass[element] / (initial_volume[element] * new_v[element]);
  bool expands = rate[element] > 0.0;
  linear[element] = expands ? 0.0 : -0.5 * density * l;
  quadratic[element] = expands ? 0.0 : 2.0 / 3.0 * density * s;
}

// Copies what the equation of state works on, as a code with several materials does.
extern "C" __global__ void collect(
    const double *e, const double *p, const double *q, const double *linear, const double *quadratic,
    const double *change, const double *new_v, double *old, double *compression, double *half_compression, double *work,
    double *clamped, int elements) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double v = new_v[element];
  v = v < LEAST_VOLUME ? LEAST_VOLUME : v > MOST_VOLUME ? MOST_VOLUME : v;
  double changed = change[element];
  clamped[element] = v;
  compression[element] = 1.0 / v - 1.0;
  half_compression[element] = 1.0 / fma(-0.5, changed, v) - 1.0;
  work[element] = 0.0;
  old[element] = e[element];
  old[elements + element] = p[element];
  old[2 * elements + element] = q[element];
  old[3 * elements + element] = linear[element];
  old[4 * elements + element] = quadratic[element];
  old[5 * elements + element] = changed;
}

__device__ __forceinline__ double cut(double value, double least) { return fabs(value) < least ? 0.0 : value; }

__device__ __forceinline__ double pressure(double stiffness, double e, double v) {
  double p = cut(stiffness * e, PRESSURE_CUT);
  return v >= MOST_VOLUME || p < 0.0 ? 0.0 : p;
}

__device__ __forceinline__ double sound_speed(double e, double v, double stiffness, double p) {
  double square = fma(2.0 / 3.0, e, v * v * stiffness * p);
  return square <= .1111111e-36 ? .3333333e-18 : sqrt(square);
}

// Energy, pressure and viscosity of an ideal gas, by half a step and corrections.
extern "C" __global__ void energy(
    const double *old, const double *compression, const double *half_compression, const double *work,
    const double *clamped, double *new_e, double *new_p, double *new_q, double *half_p, double *stiffnesses, int elements) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  double p_q = old[elements + element] + old[2 * elements + element];
  double linear = old[3 * elements + element];
  double quadratic = old[4 * elements + element];
  double changed = old[5 * elements + element];
  double v = clamped[element];
  bool expands = changed > 0.0;
  double e = fma(-0.5 * changed, p_q, fma(0.5, work[element], old[element]));
  e = e < LEAST_ENERGY ? LEAST_ENERGY : e;
  double half = half_compression[element];
  double stiffness = 2.0 / 3.0 * (half + 1.0);
  double p = pressure(stiffness, e, v);
  half_p[element] = p;
  double q = expands ? 0.0 : fma(sound_speed(e, 1.0 / (1.0 + half), stiffness, p), linear, quadratic);
  double half_p_q = p + q;
  e = fma(0.5 * changed, fma(3.0, p_q, -4.0 * half_p_q), fma(0.5, work[element], e));
  e = cut(e, ENERGY_CUT);
  e = e < LEAST_ENERGY ? LEAST_ENERGY : e;
  stiffness = 2.0 / 3.0 * (compression[element] + 1.0);
  p = pressure(stiffness, e, v);
  double corrected = expands ? 0.0 : fma(sound_speed(e, v, stiffness, p), linear, quadratic);
  e = fma(-changed / 6.0, fma(7.0, p_q, fma(-8.0, half_p_q, p + corrected)), e);
  e = cut(e, ENERGY_CUT);
  e = e < LEAST_ENERGY ? LEAST_ENERGY : e;
  p = pressure(stiffness, e, v);
  if (!expands) {
    q = cut(fma(sound_speed(e, v, stiffness, p), linear, quadratic), Q_CUT);
  }
  new_e[element] = e;
  new_p[element] = p;
  new_q[element] = q;
  stiffnesses[element] = stiffness;
}

// Puts back what the equation of state gave, with the speed of sound and the volume.
extern "C" __global__ void deliver(
    const double *new_e, const double *new_p, const double *new_q, const double *stiffnesses, const double *clamped,
    const double *new_v, double *e, double *p, double *q, double *sound, double *v, int elements) {
  int element = THREAD;
  if (element >= elements) {
    return;
  }
  e[element] = new_e[element];
  p[element] = new_p[element];
  q[element] = new_q[element];
  sound[element] = sound_speed(new_e[element], clamped[element], stiffnesses[element], new_p[element]);
  double volume = new_v[element];
  v[element] = fabs(volume - 1.0) < VOLUME_CUT ? 1.0 : volume;
}
