// One Jacobi step of the five-point stencil; blocks of 16 x 16 threads load their halo too.
#define TILE 16

extern "C" __global__ void stencil(const float *in, float *out, int width, int height) {
  __shared__ float tile[TILE + 2][TILE + 2];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  int tx = threadIdx.x + 1;
  int ty = threadIdx.y + 1;
  bool inside = x < width && y < height;
  if (inside) {
    tile[ty][tx] = in[y * width + x];
    if (threadIdx.x == 0 && x > 0) {
      tile[ty][0] = in[y * width + x - 1];
    }
    if (threadIdx.x == TILE - 1 && x + 1 < width) {
      tile[ty][TILE + 1] = in[y * width + x + 1];
    }
    if (threadIdx.y == 0 && y > 0) {
      tile[0][tx] = in[(y - 1) * width + x];
    }
    if (threadIdx.y == TILE - 1 && y + 1 < height) {
      tile[TILE + 1][tx] = in[(y + 1) * width + x];
    }
  }
  __syncthreads();
  if (!inside) {
    return;
  }
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = tile[ty][tx];
  } else {
    out[y * width + x] =
        0.25f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
  }
}
