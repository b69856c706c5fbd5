// Iterations until z^2 + c escapes, at most `limit`; in floats, and in doubles for deep zooms.
extern "C" __global__ void mandelbrot_f32(int *iterations, int width, int height, float left, float top,
                                          float step, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  float re = fmaf((float)x, step, left);
  float im = fmaf((float)-y, step, top);
  float a = 0;
  float b = 0;
  int i = 0;
  while (i < limit) {
    float square = b * b;
    if (fmaf(a, a, square) > 4.0f) {
      break;
    }
    float next = fmaf(a, a, -square) + re;
    b = fmaf(2.0f * a, b, im);
    a = next;
    i++;
  }
  iterations[y * width + x] = i;
}

extern "C" __global__ void mandelbrot_f64(int *iterations, int width, int height, double left, double top,
                                          double step, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  double re = fma((double)x, step, left);
  double im = fma((double)-y, step, top);
  double a = 0;
  double b = 0;
  int i = 0;
  while (i < limit) {
    double square = b * b;
    if (fma(a, a, square) > 4.0) {
      break;
    }
    double next = fma(a, a, -square) + re;
    b = fma(2.0 * a, b, im);
    a = next;
    i++;
  }
  iterations[y * width + x] = i;
}
