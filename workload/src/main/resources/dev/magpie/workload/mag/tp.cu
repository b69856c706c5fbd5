// Transposes a square-tiled matrix in eight ways, after NVIDIA's sample transpose: tiles of 32 x 32,
// blocks of 32 x 16 threads, two elements a thread. Width and height are multiples of 32.
#define TILE 32
#define ROWS 16

extern "C" __global__ void copy(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + width * (y + i)] = in[x + width * (y + i)];
  }
}

extern "C" __global__ void copy_shared(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    tile[threadIdx.y + i][threadIdx.x] = in[x + width * (y + i)];
  }
  __syncthreads();
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + width * (y + i)] = tile[threadIdx.y + i][threadIdx.x];
  }
}

extern "C" __global__ void naive(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    out[x * height + y + i] = in[x + width * (y + i)];
  }
}

extern "C" __global__ void coalesced(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    tile[threadIdx.y + i][threadIdx.x] = in[x + width * (y + i)];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + height * (y + i)] = tile[threadIdx.x][threadIdx.y + i];
  }
}

extern "C" __global__ void no_conflicts(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    tile[threadIdx.y + i][threadIdx.x] = in[x + width * (y + i)];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + height * (y + i)] = tile[threadIdx.x][threadIdx.y + i];
  }
}

// Blocks in diagonal order, so that those that run at once write to different columns of tiles.
extern "C" __global__ void diagonal(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int block_x;
  int block_y;
  if (width == height) {
    block_y = blockIdx.x;
    block_x = (blockIdx.x + blockIdx.y) % gridDim.x;
  } else {
    int block = blockIdx.x + gridDim.x * blockIdx.y;
    block_y = block % gridDim.y;
    block_x = (block / gridDim.y + block_y) % gridDim.x;
  }
  int x = block_x * TILE + threadIdx.x;
  int y = block_y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    tile[threadIdx.y + i][threadIdx.x] = in[x + width * (y + i)];
  }
  __syncthreads();
  x = block_y * TILE + threadIdx.x;
  y = block_x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + height * (y + i)] = tile[threadIdx.x][threadIdx.y + i];
  }
}

// Transposes within tiles only.
extern "C" __global__ void fine_grained(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    tile[threadIdx.y + i][threadIdx.x] = in[x + width * (y + i)];
  }
  __syncthreads();
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + width * (y + i)] = tile[threadIdx.x][threadIdx.y + i];
  }
}

// Moves tiles to their transposed places, each as it is.
extern "C" __global__ void coarse_grained(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    tile[threadIdx.y + i][threadIdx.x] = in[x + width * (y + i)];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) {
    out[x + height * (y + i)] = tile[threadIdx.y + i][threadIdx.x];
  }
}
