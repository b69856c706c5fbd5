// The layers of convolutional networks, forward and backward, as Caffe computes them: images of planes, NCHW. A dense
// layer is a convolution of planes of one element.
#include "product.cuh"

#define THREADS 256

// Of a group: how many channels and filters it has, and the first of all of each.
struct Shape {
  int images, channels, height, width;
  int filters, outHeight, outWidth;
  int kernel, stride, pad;
  int firstChannel, allChannels, firstFilter, allFilters;
  Divisor byWindow, byKernel, byPlane, byWidth, byOutPlane, byOutWidth, byStride;

  __device__ int in(int image, int channel) const {
    return (image * allChannels + firstChannel + channel) * byPlane.by;
  }

  __device__ int out(int image, int filter) const {
    return (image * allFilters + firstFilter + filter) * byOutPlane.by;
  }
};

// A pixel of an image.
struct Pixel {
  int image, at, y, x;

  __device__ Pixel(int number, Divisor byPlane, Divisor byWidth) {
    image = byPlane.divide(number);
    at = byPlane.remainder(number, image);
    y = byWidth.divide(at);
    x = byWidth.remainder(at, y);
  }
};

// A place in the window of a channel or filter.
struct Place {
  int of, y, x;

  __device__ Place(int number, const Shape &shape) {
    of = shape.byWindow.divide(number);
    int at = shape.byWindow.remainder(number, of);
    y = shape.byKernel.divide(at);
    x = shape.byKernel.remainder(at, y);
  }
};

// What the window of a pixel behind a convolution reads at a place; zero around the planes.
__device__ float window(const Shape &shape, const float *bottom, const Pixel &pixel, const Place &place) {
  int y = pixel.y * shape.stride - shape.pad + place.y;
  int x = pixel.x * shape.stride - shape.pad + place.x;
  bool inside = y >= 0 && y < shape.height && x >= 0 && x < shape.width;
  return inside ? bottom[shape.in(pixel.image, place.of) + y * shape.width + x] : 0;
}

struct Forward {
  typedef Pixel Column;
  const Shape &shape;
  const float *bottom, *weight;
  float *top;

  __device__ Pixel column(int number) const { return Pixel(number, shape.byOutPlane, shape.byOutWidth); }

  __device__ float left(int filter, int place) const {
    return weight[(shape.firstFilter + filter) * shape.channels * shape.byWindow.by + place];
  }

  __device__ float right(int place, const Pixel &pixel) const {
    return window(shape, bottom, pixel, Place(place, shape));
  }

  __device__ void store(int filter, const Pixel &pixel, float value) const {
    top[shape.out(pixel.image, filter) + pixel.at] = value;
  }
};

struct DataGradient {
  typedef Pixel Column;
  const Shape &shape;
  const float *topDiff, *weight;
  float *bottomDiff;

  __device__ Pixel column(int number) const { return Pixel(number, shape.byPlane, shape.byWidth); }

  __device__ float left(int channel, int place) const {
    int filter = shape.byWindow.divide(place);
    int at = shape.byWindow.remainder(place, filter);
    return weight[((shape.firstFilter + filter) * shape.channels + channel) * shape.byWindow.by + at];
  }

  __device__ float right(int number, const Pixel &pixel) const {
    Place place(number, shape);
    int y = pixel.y + shape.pad - place.y;
    int x = pixel.x + shape.pad - place.x;
    if (y < 0 || x < 0) {
      return 0;
    }
    int row = shape.byStride.divide(y);
    int column = shape.byStride.divide(x);
    bool inside = row * shape.stride == y && column * shape.stride == x && row < shape.outHeight && column < shape.outWidth;
    return inside ? topDiff[shape.out(pixel.image, place.of) + row * shape.outWidth + column] : 0;
  }

  __device__ void store(int channel, const Pixel &pixel, float value) const {
    bottomDiff[shape.in(pixel.image, channel) + pixel.at] = value;
  }
};

// Terms are the pixels of all images; a layer of blocks takes some of the images, so that few filters have many blocks.
struct WeightGradient {
  typedef Place Column;
  const Shape &shape;
  const float *topDiff, *bottom;
  float *weightDiff;

  __device__ Place column(int number) const { return Place(number, shape); }

  __device__ float left(int filter, int number) const {
    int image = shape.byOutPlane.divide(number);
    return topDiff[shape.out(image, filter) + shape.byOutPlane.remainder(number, image)];
  }

  __device__ float right(int number, const Place &place) const {
    return window(shape, bottom, Pixel(number, shape.byOutPlane, shape.byOutWidth), place);
  }

  __device__ void store(int filter, const Place &place, float value) const {
    int at = (place.of * shape.kernel + place.y) * shape.kernel + place.x;
    atomicAdd(&weightDiff[(shape.firstFilter + filter) * shape.channels * shape.byWindow.by + at], value);
  }
};

template <int ROWS>
__device__ void forward(const Shape &shape, const float *bottom, const float *weight, float *top) {
  Forward of = {shape, bottom, weight, top};
  multiply<ROWS>(of, shape.filters, shape.images * shape.byOutPlane.by, 0, shape.channels * shape.byWindow.by);
}

template <int ROWS>
__device__ void data_gradient(const Shape &shape, const float *topDiff, const float *weight, float *bottomDiff) {
  DataGradient of = {shape, topDiff, weight, bottomDiff};
  multiply<ROWS>(of, shape.channels, shape.images * shape.byPlane.by, 0, shape.filters * shape.byWindow.by);
}

template <int ROWS>
__device__ void weight_gradient(const Shape &shape, const float *topDiff, const float *bottom, float *weightDiff) {
  int each = (shape.images + gridDim.z - 1) / gridDim.z;
  int from = min(shape.images, each * (int) blockIdx.z);
  int to = min(shape.images, from + each);
  WeightGradient of = {shape, topDiff, bottom, weightDiff};
  int plane = shape.byOutPlane.by;
  multiply<ROWS>(of, shape.filters, shape.channels * shape.byWindow.by, from * plane, to * plane);
}

// By the rows of a tile.
#define PRODUCT(name, rows, of) \
  extern "C" __global__ void name##_##rows(Shape shape, const float *left, const float *right, float *to) { \
    of<rows>(shape, left, right, to); \
  }

PRODUCT(convolve, 16, forward)
PRODUCT(convolve, 64, forward)
PRODUCT(convolve_data, 16, data_gradient)
PRODUCT(convolve_data, 64, data_gradient)
PRODUCT(convolve_weight, 16, weight_gradient)
PRODUCT(convolve_weight, 64, weight_gradient)

__device__ int element() { return blockIdx.x * blockDim.x + threadIdx.x; }

// The sum of what each of a block's threads has.
__device__ float sum_of_block(float own) {
  __shared__ float part[THREADS];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
  }
  float sum = part[0];
  __syncthreads();
  return sum;
}

// A channel's element: the n-th of all its images.
__device__ int of_channel(int n, int channel, int channels, int plane) {
  return (n / plane * channels + channel) * plane + n % plane;
}

extern "C" __global__ void add_bias(int count, int channels, int plane, const float *bias, float *top) {
  int i = element();
  if (i < count) {
    top[i] += bias[i / plane % channels];
  }
}

// A block a channel.
extern "C" __global__ void bias_gradient(int images, int channels, int plane, const float *topDiff, float *biasDiff) {
  float sum = 0;
  for (int n = threadIdx.x; n < images * plane; n += THREADS) {
    sum += topDiff[of_channel(n, blockIdx.x, channels, plane)];
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) {
    biasDiff[blockIdx.x] += sum;
  }
}

extern "C" __global__ void rectify(int count, float *data) {
  int i = element();
  if (i < count) {
    data[i] = fmaxf(data[i], 0);
  }
}

extern "C" __global__ void rectify_back(int count, const float *data, float *diff) {
  int i = element();
  if (i < count) {
    diff[i] = data[i] > 0 ? diff[i] : 0;
  }
}

// To the power of -3/4.
__device__ float power(float of) {
  float root = sqrtf(of);
  return 1 / (root * sqrtf(root));
}

// A thread a pixel of an image, channel by channel; alpha is that of one channel.
extern "C" __global__ void normalise_response(
    int images, int channels, int plane, int size, float alpha, const float *bottom, float *scale, float *top) {
  int i = element();
  if (i >= images * plane) {
    return;
  }
  int start = i / plane * channels * plane + i % plane;
  for (int c = 0; c < channels; c++) {
    float sum = 0;
    for (int near = max(0, c - size / 2); near <= min(channels - 1, c + size / 2); near++) {
      float value = bottom[start + near * plane];
      sum = fmaf(value, value, sum);
    }
    float divisor = 1 + alpha * sum;
    scale[start + c * plane] = divisor;
    top[start + c * plane] = bottom[start + c * plane] * power(divisor);
  }
}

extern "C" __global__ void normalise_response_back(int images, int channels, int plane, int size, float alpha,
    const float *bottom, const float *scale, const float *top, const float *topDiff, float *bottomDiff) {
  int i = element();
  if (i >= images * plane) {
    return;
  }
  int start = i / plane * channels * plane + i % plane;
  for (int c = 0; c < channels; c++) {
    float sum = 0;
    for (int near = max(0, c - size / 2); near <= min(channels - 1, c + size / 2); near++) {
      int at = start + near * plane;
      sum += topDiff[at] * top[at] / scale[at];
    }
    int at = start + c * plane;
    bottomDiff[at] = topDiff[at] * power(scale[at]) - 1.5f * alpha * bottom[at] * sum;
  }
}

// A window of a plane, of those that begin every so many elements; what is outside does not count.
struct Window {
  int planes, height, width, outHeight, outWidth, kernel, stride, pad;

  __device__ int first(int at) const { return max(0, at * stride - pad); }

  __device__ int end(int at, int extent) const { return min(extent, at * stride - pad + kernel); }

  // Elements of a window that averages, those of the padding among them.
  __device__ int elements(int y, int x) const {
    int rows = min(height + pad, y * stride - pad + kernel) - (y * stride - pad);
    int columns = min(width + pad, x * stride - pad + kernel) - (x * stride - pad);
    return rows * columns;
  }

  // The first window and the last that an element is in.
  __device__ int firstOf(int at) const { return at + pad < kernel ? 0 : (at + pad - kernel) / stride + 1; }

  __device__ int lastOf(int at, int windows) const { return min(windows - 1, (at + pad) / stride); }
};

extern "C" __global__ void pool_maximum(Window of, const float *bottom, float *top, int *mask) {
  int i = element();
  if (i >= of.planes * of.outHeight * of.outWidth) {
    return;
  }
  int y = i / of.outWidth % of.outHeight;
  int x = i % of.outWidth;
  const float *plane = bottom + i / (of.outHeight * of.outWidth) * of.height * of.width;
  int best = of.first(y) * of.width + of.first(x);
  for (int row = of.first(y); row < of.end(y, of.height); row++) {
    for (int column = of.first(x); column < of.end(x, of.width); column++) {
      int at = row * of.width + column;
      best = plane[at] > plane[best] ? at : best;
    }
  }
  top[i] = plane[best];
  mask[i] = best;
}

// A thread an element, which asks the windows that it is in.
extern "C" __global__ void pool_maximum_back(Window of, const int *mask, const float *topDiff, float *bottomDiff) {
  int i = element();
  if (i >= of.planes * of.height * of.width) {
    return;
  }
  int at = i % (of.height * of.width);
  int start = i / (of.height * of.width) * of.outHeight * of.outWidth;
  int column = at % of.width;
  float sum = 0;
  for (int y = of.firstOf(at / of.width); y <= of.lastOf(at / of.width, of.outHeight); y++) {
    for (int x = of.firstOf(column); x <= of.lastOf(column, of.outWidth); x++) {
      int window = start + y * of.outWidth + x;
      sum += mask[window] == at ? topDiff[window] : 0;
    }
  }
  bottomDiff[i] = sum;
}

extern "C" __global__ void pool_mean(Window of, const float *bottom, float *top) {
  int i = element();
  if (i >= of.planes * of.outHeight * of.outWidth) {
    return;
  }
  int y = i / of.outWidth % of.outHeight;
  int x = i % of.outWidth;
  const float *plane = bottom + i / (of.outHeight * of.outWidth) * of.height * of.width;
  float sum = 0;
  for (int row = of.first(y); row < of.end(y, of.height); row++) {
    for (int column = of.first(x); column < of.end(x, of.width); column++) {
      sum += plane[row * of.width + column];
    }
  }
  top[i] = sum / of.elements(y, x);
}

extern "C" __global__ void pool_mean_back(Window of, const float *topDiff, float *bottomDiff) {
  int i = element();
  if (i >= of.planes * of.height * of.width) {
    return;
  }
  int at = i % (of.height * of.width);
  int start = i / (of.height * of.width) * of.outHeight * of.outWidth;
  int column = at % of.width;
  float sum = 0;
  for (int y = of.firstOf(at / of.width); y <= of.lastOf(at / of.width, of.outHeight); y++) {
    for (int x = of.firstOf(column); x <= of.lastOf(column, of.outWidth); x++) {
      sum += topDiff[start + y * of.outWidth + x] / of.elements(y, x);
    }
  }
  bottomDiff[i] = sum;
}

// Mean and deviation of each channel, a block each.
extern "C" __global__ void moments(
    int images, int channels, int plane, const float *data, float *mean, float *deviation) {
  float sum = 0;
  for (int n = threadIdx.x; n < images * plane; n += THREADS) {
    sum += data[of_channel(n, blockIdx.x, channels, plane)];
  }
  float average = sum_of_block(sum) / (images * plane);
  float squares = 0;
  for (int n = threadIdx.x; n < images * plane; n += THREADS) {
    float apart = data[of_channel(n, blockIdx.x, channels, plane)] - average;
    squares = fmaf(apart, apart, squares);
  }
  squares = sum_of_block(squares);
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = average;
    deviation[blockIdx.x] = sqrtf(squares / (images * plane) + 1e-5f);
  }
}

extern "C" __global__ void normalise(int count, int channels, int plane, const float *mean, const float *deviation,
    float *temp, float *norm, float *data) {
  int i = element();
  if (i < count) {
    int c = i / plane % channels;
    temp[i] = deviation[c];
    data[i] = (data[i] - mean[c]) / deviation[c];
    norm[i] = data[i];
  }
}

// Of each channel the mean gradient, and that of its product with the normalised values.
extern "C" __global__ void correlate(
    int images, int channels, int plane, const float *diff, const float *norm, float *mean, float *slope) {
  float sum = 0;
  float product = 0;
  for (int n = threadIdx.x; n < images * plane; n += THREADS) {
    int at = of_channel(n, blockIdx.x, channels, plane);
    sum += diff[at];
    product = fmaf(diff[at], norm[at], product);
  }
  sum = sum_of_block(sum);
  product = sum_of_block(product);
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = sum / (images * plane);
    slope[blockIdx.x] = product / (images * plane);
  }
}

extern "C" __global__ void normalise_back(int count, int channels, int plane, const float *mean, const float *slope,
    const float *temp, const float *norm, float *normDiff, float *diff) {
  int i = element();
  if (i < count) {
    int c = i / plane % channels;
    normDiff[i] = diff[i];
    diff[i] = (diff[i] - mean[c] - norm[i] * slope[c]) / temp[i];
  }
}

extern "C" __global__ void scale(
    int count, int channels, int plane, const float *factor, const float *bias, float *temp, float *data) {
  int i = element();
  if (i < count) {
    int c = i / plane % channels;
    temp[i] = data[i];
    data[i] = fmaf(factor[c], data[i], bias[c]);
  }
}

// A block a channel; the product of bottom and gradient stays where the bottom was.
extern "C" __global__ void scale_back(int images, int channels, int plane, const float *factor, float *temp, float *diff,
    float *factorDiff, float *biasDiff) {
  float sum = 0;
  float product = 0;
  for (int n = threadIdx.x; n < images * plane; n += THREADS) {
    int at = of_channel(n, blockIdx.x, channels, plane);
    float term = diff[at] * temp[at];
    temp[at] = term;
    sum += diff[at];
    product += term;
    diff[at] *= factor[blockIdx.x];
  }
  sum = sum_of_block(sum);
  product = sum_of_block(product);
  if (threadIdx.x == 0) {
    biasDiff[blockIdx.x] += sum;
    factorDiff[blockIdx.x] += product;
  }
}

// The words that follow a state of the 46-bit generator of the NAS parallel benchmarks.
extern "C" __global__ void random_words(int count, unsigned long long state, unsigned *words) {
  int i = element();
  if (i < count) {
    const unsigned long long mask = (1ull << 46) - 1;
    unsigned long long step = 1220703125;
    for (unsigned power = i + 1; power > 0; power /= 2) {
      state = power % 2 == 1 ? state * step & mask : state;
      step = step * step & mask;
    }
    words[i] = (unsigned) (state >> 14);
  }
}

extern "C" __global__ void drop(int count, unsigned threshold, float larger, const unsigned *words, float *values) {
  int i = element();
  if (i < count) {
    values[i] = words[i] > threshold ? values[i] * larger : 0;
  }
}

extern "C" __global__ void set(int count, float value, float *to) {
  int i = element();
  if (i < count) {
    to[i] = value;
  }
}

extern "C" __global__ void copy(int count, const float *from, float *to) {
  int i = element();
  if (i < count) {
    to[i] = from[i];
  }
}

extern "C" __global__ void add(int count, const float *from, float *to) {
  int i = element();
  if (i < count) {
    to[i] += from[i];
  }
}

// Between a blob and a part of the images of a larger one.
extern "C" __global__ void join(int count, int part, int whole, int offset, const float *from, float *to) {
  int i = element();
  if (i < count) {
    to[i / part * whole + offset + i % part] = from[i];
  }
}

extern "C" __global__ void take(int count, int part, int whole, int offset, const float *from, float *to) {
  int i = element();
  if (i < count) {
    to[i] = from[i / part * whole + offset + i % part];
  }
}

// A thread an image.
extern "C" __global__ void softmax(int images, int classes, const float *scores, float *probability) {
  int i = element();
  if (i >= images) {
    return;
  }
  float most = scores[i * classes];
  for (int c = 1; c < classes; c++) {
    most = fmaxf(most, scores[i * classes + c]);
  }
  float total = 0;
  for (int c = 0; c < classes; c++) {
    float value = expf(scores[i * classes + c] - most);
    probability[i * classes + c] = value;
    total += value;
  }
  for (int c = 0; c < classes; c++) {
    probability[i * classes + c] /= total;
  }
}

extern "C" __global__ void softmax_back(int images, int classes, const float *probability, const int *labels, float *diff) {
  int i = element();
  if (i < images * classes) {
    diff[i] = (probability[i] - (i % classes == labels[i / classes] ? 1 : 0)) / images;
  }
}

// A step with momentum. As in Caffe, the gradient's array then has what was subtracted.
extern "C" __global__ void descend(int count, float rate, float decay, float *data, float *diff, float *history) {
  int i = element();
  if (i < count) {
    float moved = 0.9f * history[i] + rate * (diff[i] + decay * data[i]);
    history[i] = moved;
    diff[i] = moved;
    data[i] -= moved;
  }
}
