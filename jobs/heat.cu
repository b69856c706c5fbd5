// Heat spreading in a plate: a hot disc, then steps of diffusion between two fields.

extern "C" __global__ void ignite(float *field, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int dx = x - width / 2;
    int dy = y - height / 2;
    field[y * width + x] = dx * dx + dy * dy < radius * radius ? 100.0f : 0.0f;
  }
}

extern "C" __global__ void diffuse(const float *from, float *to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    int at = y * width + x;
    float around = from[at - 1] + from[at + 1] + from[at - width] + from[at + width];
    to[at] = from[at] + 0.2f * (around - 4.0f * from[at]);
  }
}
