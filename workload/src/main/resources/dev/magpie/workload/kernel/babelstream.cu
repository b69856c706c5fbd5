// The four streams of BabelStream over doubles, a thread an element.

extern "C" __global__ void stream_copy(const double *a, double *c) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i];
}

extern "C" __global__ void stream_mul(double *b, const double *c, double scalar) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = scalar * c[i];
}

extern "C" __global__ void stream_add(const double *a, const double *b, double *c) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}

extern "C" __global__ void stream_triad(double *a, const double *b, const double *c, double scalar) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = fma(scalar, c[i], b[i]);
}
