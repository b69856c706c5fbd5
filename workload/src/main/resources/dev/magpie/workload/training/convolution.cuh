// Convolutions as products of matrices: forward, the gradient of the bottom, and that of weights.
#include "product.cuh"

// A walk of windows over the planes of images, one for each pixel of other planes. Of a group, which has these channels.
struct Walk {
  int rows, columns, terms;
  // Planes that windows are in: extents; elements before the first of them, and from an image to the next.
  int height, width, from, fromImage;
  int stride, pad;
  // The same of planes that have a pixel for each window.
  int to, toImage;
  // Weights: before the first, and from one to the next by row, channel, and place in the window.
  int weights, weightRow, weightChannel, weightPlace;
  Divisor byWindow, byKernel, byPlane, byToPlane, byToWidth, byStride;
};

// A pixel that has a window.
struct Pixel {
  int image, at, y, x;

  __device__ Pixel(const Walk &walk, int number) {
    image = walk.byToPlane.divide(number);
    at = walk.byToPlane.remainder(number, image);
    y = walk.byToWidth.divide(at);
    x = walk.byToWidth.remainder(at, y);
  }

  __device__ int to(const Walk &walk) const { return walk.to + image * walk.toImage + at; }
};

// A place in the window of a channel.
struct Place {
  int channel, at, y, x;

  __device__ Place(const Walk &walk, int number) {
    channel = walk.byWindow.divide(number);
    at = walk.byWindow.remainder(number, channel);
    y = walk.byKernel.divide(at);
    x = walk.byKernel.remainder(at, y);
  }
};

// Where a window begins.
struct Corner {
  const float *at;
  int y, x;
};

// Windows that begin every so many elements, and do not leave their planes.
struct Inner {
  const Walk &walk;

  __device__ Corner corner(const float *planes, const Pixel &pixel) const {
    int y = pixel.y * walk.stride - walk.pad;
    int x = pixel.x * walk.stride - walk.pad;
    return {planes + walk.from + pixel.image * walk.fromImage + y * walk.width + x, y, x};
  }

  __device__ Term term(int number) const {
    Place place(walk, number);
    return {4 * (place.channel * walk.byPlane.by + place.y * walk.width + place.x),
        place.channel * walk.weightChannel + place.at * walk.weightPlace, place.y, place.x};
  }

  __device__ float load(const Corner &corner, const Term &term) const { return *beyond(corner.at, term.right); }
};

// Around the planes there are zeros.
struct Padded : Inner {
  __device__ float load(const Corner &corner, const Term &term) const {
    return load_inside(beyond(corner.at, term.right), corner.y + term.y, walk.height, corner.x + term.x, walk.width);
  }
};

// From a bottom's pixel to those of the top whose windows it is in, of which not all begin at every element.
struct Strided {
  const Walk &walk;

  __device__ Corner corner(const float *planes, const Pixel &pixel) const {
    return {planes + walk.from + pixel.image * walk.fromImage, pixel.y + walk.pad, pixel.x + walk.pad};
  }

  __device__ Term term(int number) const {
    Place place(walk, number);
    return {4 * place.channel * walk.byPlane.by, place.channel * walk.weightChannel + place.at * walk.weightPlace, place.y, place.x};
  }

  __device__ float load(const Corner &corner, const Term &term) const {
    int y = corner.y - term.y;
    int x = corner.x - term.x;
    int row = walk.byStride.divide(max(y, 0));
    int column = walk.byStride.divide(max(x, 0));
    bool begins = row * walk.stride == y && column * walk.stride == x;
    return load_inside(beyond(corner.at, term.right) + row * walk.width + column, begins ? row : -1, walk.height, column, walk.width);
  }
};

template <class Windows>
struct Convolution {
  struct Column {
    Corner corner;
    float *to;
  };
  const Walk &walk;
  const Windows windows;
  const float *planes, *weights;
  float *tops;

  __device__ Column column(int number) const {
    Pixel pixel(walk, number);
    return {windows.corner(planes, pixel), tops + pixel.to(walk)};
  }

  __device__ const float *left(int row) const { return weights + walk.weights + row * walk.weightRow; }

  __device__ Term term(int number) const { return windows.term(number); }

  __device__ float right(const Column &column, const Term &term) const { return windows.load(column.corner, term); }

  __device__ float *to(int row, const Column &column) const { return column.to + row * walk.byToPlane.by; }

  __device__ int rowOfTo() const { return walk.byToPlane.by; }

  __device__ void store(float *to, float value) const { *to = value; }
};

#define CONVOLVE(name, tile, slices, windows) \
  extern "C" __global__ void name##_##tile##_##slices(Walk walk, const float *planes, const float *weights, float *to) { \
    Convolution<windows> of = {walk, {walk}, planes, weights, to}; \
    multiply<tile, slices>(of, walk.rows, walk.columns, walk.terms); \
  }

CONVOLVE(convolve, 4, 4, Inner)
CONVOLVE(convolve, 4, 1, Inner)
CONVOLVE(convolve, 8, 4, Inner)
CONVOLVE(convolve, 16, 4, Inner)
CONVOLVE(convolve, 8, 1, Inner)
CONVOLVE(convolve, 16, 1, Inner)
CONVOLVE(convolve, 32, 1, Inner)
CONVOLVE(convolve_padded, 4, 4, Padded)
CONVOLVE(convolve_padded, 4, 1, Padded)
CONVOLVE(convolve_padded, 8, 4, Padded)
CONVOLVE(convolve_padded, 16, 4, Padded)
CONVOLVE(convolve_padded, 8, 1, Padded)
CONVOLVE(convolve_padded, 16, 1, Padded)
CONVOLVE(convolve_padded, 32, 1, Padded)
CONVOLVE(convolve_strided, 8, 4, Strided)
CONVOLVE(convolve_strided, 8, 1, Strided)
CONVOLVE(convolve_strided, 32, 1, Strided)

// The gradient of weights: its terms are pixels, 32 at a time in shared memory, and blocks share those of all images. A
// thread has ROWS / 4 x 4 outputs; where those of a tile need fewer threads than there are, these share the pixels, too.
#define PIXELS 32

template <int ROWS, int ACROSS, class Windows>
__device__ void weight_gradient(const Walk &walk, const float *topDiff, const float *bottom, float *weightDiff) {
  const int GROUPS = COLUMNS / ACROSS;
  const int TILE = COLUMNS / GROUPS;
  const int EACH = ROWS / 4;
  const Windows windows = {walk};
  __shared__ float left[ROWS][PIXELS + 4];
  __shared__ float right[ACROSS][PIXELS + 4];
  __shared__ Term places[ACROSS];
  int row = ROWS * blockIdx.y;
  int column = ACROSS * blockIdx.x;
  int rows = min(ROWS, walk.rows - row);
  int columns = min(ACROSS, walk.terms - column);
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  int tx = threadIdx.x % TILE % (ACROSS / 4);
  int ty = threadIdx.x % TILE / (ACROSS / 4);
  int group = threadIdx.x / TILE;
  if (threadIdx.x < ACROSS) {
    places[threadIdx.x] = windows.term(min(column + (int) threadIdx.x, walk.terms - 1));
  }
  int each = (walk.columns + gridDim.z * PIXELS - 1) / (gridDim.z * PIXELS) * PIXELS;
  int to = min(walk.columns, each * ((int) blockIdx.z + 1));
  float sum[EACH][4] = {};
  for (int k = each * blockIdx.z; k < to; k += PIXELS) {
    __syncthreads();
    Pixel pixel(walk, min(k + lane, to - 1));
    Corner corner = windows.corner(bottom, pixel);
    const float *top = topDiff + pixel.to(walk) + (row + warp) * walk.byToPlane.by;
    float values[ROWS / 2];
#pragma unroll
    for (int r = 0; r < ROWS / 2; r++) {
      values[r] = load_inside(top, k + lane, 2 * r + warp < rows ? to : 0);
      top += 2 * walk.byToPlane.by;
    }
#pragma unroll
    for (int r = 0; r < ROWS / 2; r++) {
      left[2 * r + warp][lane] = values[r];
    }
    for (int c = 4 * warp; c < columns; c += 8) {
      Term four[4];
      float values[4];
#pragma unroll
      for (int i = 0; i < 4; i++) {
        four[i] = load_shared(&places[c + i]);
      }
#pragma unroll
      for (int i = 0; i < 4; i++) {
        values[i] = windows.load(corner, four[i]);
      }
#pragma unroll
      for (int i = 0; i < 4; i++) {
        right[c + i][lane] = values[i];
      }
    }
    __syncthreads();
#pragma unroll 2
    for (int p = 0; p < PIXELS / GROUPS; p += 4) {
      int at = PIXELS / GROUPS * group + p;
      float4 a[EACH];
      float4 b[4];
#pragma unroll
      for (int i = 0; i < EACH; i++) {
        a[i] = load_shared(&left[ty + 4 * i][at]);
      }
#pragma unroll
      for (int j = 0; j < 4; j++) {
        b[j] = load_shared(&right[tx + ACROSS / 4 * j][at]);
      }
#pragma unroll
      for (int i = 0; i < EACH; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++) {
          sum[i][j] = fmaf(a[i].x, b[j].x, sum[i][j]);
          sum[i][j] = fmaf(a[i].y, b[j].y, sum[i][j]);
          sum[i][j] = fmaf(a[i].z, b[j].z, sum[i][j]);
          sum[i][j] = fmaf(a[i].w, b[j].w, sum[i][j]);
        }
      }
    }
  }
#pragma unroll
  for (int i = 0; i < EACH; i++) {
#pragma unroll
    for (int j = 0; j < 4; j++) {
      int c = tx + ACROSS / 4 * j;
      if (ty + 4 * i < rows && c < columns) {
        atomicAdd(&weightDiff[walk.weights + (row + ty + 4 * i) * walk.weightRow + column + c], sum[i][j]);
      }
    }
  }
}

#define WEIGHTS(name, tile, across, windows) \
  extern "C" __global__ void name##_##tile##_##across(Walk walk, const float *topDiff, const float *bottom, float *to) { \
    weight_gradient<tile, across, windows>(walk, topDiff, bottom, to); \
  }

WEIGHTS(weights, 4, 16, Inner)
WEIGHTS(weights, 8, 16, Inner)
WEIGHTS(weights, 16, 16, Inner)
WEIGHTS(weights, 32, 16, Inner)
WEIGHTS(weights, 4, 64, Inner)
WEIGHTS(weights, 8, 64, Inner)
WEIGHTS(weights, 16, 64, Inner)
WEIGHTS(weights, 32, 64, Inner)
WEIGHTS(weights_padded, 4, 64, Padded)
WEIGHTS(weights_padded, 8, 64, Padded)
WEIGHTS(weights_padded, 16, 64, Padded)
WEIGHTS(weights_padded, 32, 64, Padded)
