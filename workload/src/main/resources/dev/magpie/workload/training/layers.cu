// The layers of convolutional networks, forward and backward, as Caffe computes them: images of planes, NCHW.
#include "convolution.cuh"
#include "elements.cuh"

__device__ int element() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Planes of channels of images.
struct Planes {
  int images, channels;
  Divisor byPlane, byChannels;

  __device__ int count() const { return images * channels * byPlane.by; }

  __device__ int channel(int element) const {
    int plane = byPlane.divide(element);
    return byChannels.remainder(plane, byChannels.divide(plane));
  }
};

// Each element and its channel. Four are of one channel if that is so everywhere, or a thread has four that are apart.
template <class Body>
__device__ void each_of(const Planes &planes, const Body &body) {
  int count = planes.count();
  if (planes.byPlane.by % 4 == 0) {
    int first = 4 * element();
    if (first < count) {
      body(Span<4>{first}, planes.channel(first));
    }
  } else {
    for (int j = 0; j < 4; j++) {
      int i = (4 * blockIdx.x + j) * blockDim.x + threadIdx.x;
      if (i < count) {
        body(Span<1>{i}, planes.channel(i));
      }
    }
  }
}

// Each element of a block's channel.
template <class Body>
__device__ void each_of_channel(const Planes &planes, const Body &body) {
  int plane = planes.byPlane.by;
  int count = planes.images * plane;
  if (plane % 4 == 0) {
    for (int n = 4 * threadIdx.x; n < count; n += 4 * blockDim.x) {
      int image = planes.byPlane.divide(n);
      body(Span<4>{(image * planes.channels + (int) blockIdx.x) * plane + planes.byPlane.remainder(n, image)});
    }
  } else {
    for (int n = threadIdx.x; n < count; n += blockDim.x) {
      int image = planes.byPlane.divide(n);
      body(Span<1>{(image * planes.channels + (int) blockIdx.x) * plane + planes.byPlane.remainder(n, image)});
    }
  }
}

extern "C" __global__ void add_bias(Planes planes, const float *bias, float *top) {
  each_of(planes, [&](auto span, int channel) {
    auto values = span.of(top);
    float more = bias[channel];
    for (float &value : values.at) {
      value += more;
    }
    span.to(top, values);
  });
}

extern "C" __global__ void bias_gradient(Planes planes, const float *topDiff, float *biasDiff) {
  float sum = 0;
  each_of_channel(planes, [&](auto span) {
    for (float value : span.of(topDiff).at) {
      sum += value;
    }
  });
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) {
    biasDiff[blockIdx.x] += sum;
  }
}

extern "C" __global__ void rectify(int count, float *data) {
  each(count, [&](auto span) {
    auto values = span.of(data);
    for (float &value : values.at) {
      value = fmaxf(value, 0);
    }
    span.to(data, values);
  });
}

extern "C" __global__ void rectify_back(int count, const float *data, float *diff) {
  each(count, [&](auto span) {
    auto values = span.of(data);
    auto diffs = span.of(diff);
    int i = 0;
    for (float &each : diffs.at) {
      each = values.at[i++] > 0 ? each : 0;
    }
    span.to(diff, diffs);
  });
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

// Planes as a matrix: a row for each of them and place of a window, a column for each window. Planes begin at an element.
extern "C" __global__ void unfold(Window of, int from, const float *planes, float *matrix) {
  int i = element();
  int windows = of.outHeight * of.outWidth;
  if (i >= of.planes * windows) {
    return;
  }
  int plane = i / windows;
  int y = i / of.outWidth % of.outHeight * of.stride - of.pad;
  int x = i % of.outWidth * of.stride - of.pad;
  const float *start = planes + from + plane * of.height * of.width;
  float *to = matrix + plane * of.kernel * of.kernel * windows + i % windows;
  for (int row = y; row < y + of.kernel; row++) {
    for (int column = x; column < x + of.kernel; column++, to += windows) {
      bool inside = row >= 0 && row < of.height && column >= 0 && column < of.width;
      *to = inside ? start[row * of.width + column] : 0;
    }
  }
}

// Back: a thread an element of a plane, which sums what windows have of it.
extern "C" __global__ void fold(Window of, int from, const float *matrix, float *planes) {
  int i = element();
  if (i >= of.planes * of.height * of.width) {
    return;
  }
  int windows = of.outHeight * of.outWidth;
  int row = i / of.width % of.height;
  int column = i % of.width;
  const float *start = matrix + i / (of.height * of.width) * of.kernel * of.kernel * windows;
  float sum = 0;
  for (int y = of.firstOf(row); y <= of.lastOf(row, of.outHeight); y++) {
    for (int x = of.firstOf(column); x <= of.lastOf(column, of.outWidth); x++) {
      int place = (row + of.pad - y * of.stride) * of.kernel + column + of.pad - x * of.stride;
      sum += start[place * windows + y * of.outWidth + x];
    }
  }
  planes[from + i] = sum;
}

// Mean and deviation of each channel, a block each.
extern "C" __global__ void moments(Planes planes, const float *data, float *mean, float *deviation) {
  int count = planes.images * planes.byPlane.by;
  float sum = 0;
  each_of_channel(planes, [&](auto span) {
    for (float value : span.of(data).at) {
      sum += value;
    }
  });
  float average = sum_of_block(sum) / count;
  float squares = 0;
  each_of_channel(planes, [&](auto span) {
    for (float value : span.of(data).at) {
      squares = fmaf(value - average, value - average, squares);
    }
  });
  squares = sum_of_block(squares);
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = average;
    deviation[blockIdx.x] = sqrtf(squares / count + 1e-5f);
  }
}

extern "C" __global__ void normalise(
    Planes planes, const float *mean, const float *deviation, float *temp, float *norm, float *data) {
  each_of(planes, [&](auto span, int channel) {
    auto values = span.of(data);
    auto divisors = values;
    float average = mean[channel];
    float divisor = deviation[channel];
    for (float &each : divisors.at) {
      each = divisor;
    }
    for (float &each : values.at) {
      each = (each - average) / divisor;
    }
    span.to(temp, divisors);
    span.to(data, values);
    span.to(norm, values);
  });
}

// Of each channel the mean gradient, and that of its product with the normalised values.
extern "C" __global__ void correlate(Planes planes, const float *diff, const float *norm, float *mean, float *slope) {
  int count = planes.images * planes.byPlane.by;
  float sum = 0;
  float product = 0;
  each_of_channel(planes, [&](auto span) {
    auto norms = span.of(norm);
    int i = 0;
    for (float each : span.of(diff).at) {
      sum += each;
      product = fmaf(each, norms.at[i++], product);
    }
  });
  sum = sum_of_block(sum);
  product = sum_of_block(product);
  if (threadIdx.x == 0) {
    mean[blockIdx.x] = sum / count;
    slope[blockIdx.x] = product / count;
  }
}

extern "C" __global__ void normalise_back(Planes planes, const float *mean, const float *slope, const float *temp,
    const float *norm, float *normDiff, float *diff) {
  each_of(planes, [&](auto span, int channel) {
    auto diffs = span.of(diff);
    auto norms = span.of(norm);
    auto divisors = span.of(temp);
    span.to(normDiff, diffs);
    float average = mean[channel];
    float steep = slope[channel];
    int i = 0;
    for (float &each : diffs.at) {
      each = (each - average - norms.at[i] * steep) / divisors.at[i];
      i++;
    }
    span.to(diff, diffs);
  });
}

extern "C" __global__ void scale(Planes planes, const float *factor, const float *bias, float *temp, float *data) {
  each_of(planes, [&](auto span, int channel) {
    auto values = span.of(data);
    span.to(temp, values);
    float times = factor[channel];
    float more = bias[channel];
    for (float &value : values.at) {
      value = fmaf(times, value, more);
    }
    span.to(data, values);
  });
}

// A block a channel; the product of bottom and gradient stays where the bottom was.
extern "C" __global__ void scale_back(
    Planes planes, const float *factor, float *temp, float *diff, float *factorDiff, float *biasDiff) {
  float times = factor[blockIdx.x];
  float sum = 0;
  float product = 0;
  each_of_channel(planes, [&](auto span) {
    auto diffs = span.of(diff);
    auto products = span.of(temp);
    int i = 0;
    for (float &each : diffs.at) {
      products.at[i] *= each;
      product += products.at[i++];
      sum += each;
      each *= times;
    }
    span.to(temp, products);
    span.to(diff, diffs);
  });
  sum = sum_of_block(sum);
  product = sum_of_block(product);
  if (threadIdx.x == 0) {
    biasDiff[blockIdx.x] += sum;
    factorDiff[blockIdx.x] += product;
  }
}

// The words that follow a state of the 46-bit generator of the NAS parallel benchmarks.
extern "C" __global__ void random_words(int count, unsigned long long state, unsigned *words) {
  const unsigned long long mask = (1ull << 46) - 1;
  const unsigned long long once = 1220703125;
  each(count, [&](auto span) {
    unsigned long long now = state;
    unsigned long long step = once;
    for (unsigned power = span.first; power > 0; power /= 2) {
      now = power % 2 == 1 ? now * step & mask : now;
      step = step * step & mask;
    }
    float *array = reinterpret_cast<float *>(words);
    auto values = span.of(array);
    for (float &value : values.at) {
      now = now * once & mask;
      value = __uint_as_float((unsigned) (now >> 14));
    }
    span.to(array, values);
  });
}

extern "C" __global__ void drop(int count, unsigned threshold, float larger, const unsigned *words, float *data) {
  each(count, [&](auto span) {
    auto values = span.of(data);
    auto chances = span.of(reinterpret_cast<const float *>(words));
    int i = 0;
    for (float &value : values.at) {
      value = __float_as_uint(chances.at[i++]) > threshold ? value * larger : 0;
    }
    span.to(data, values);
  });
}

extern "C" __global__ void set(int count, float value, float *to) {
  each(count, [&](auto span) {
    auto values = span.of(to);
    for (float &each : values.at) {
      each = value;
    }
    span.to(to, values);
  });
}

extern "C" __global__ void copy(int count, const float *from, float *to) {
  each(count, [&](auto span) { span.to(to, span.of(from)); });
}

extern "C" __global__ void add(int count, const float *from, float *to) {
  each(count, [&](auto span) {
    auto values = span.of(to);
    auto more = span.of(from);
    int i = 0;
    for (float &value : values.at) {
      value += more.at[i++];
    }
    span.to(to, values);
  });
}

// Each element of a blob, and its place among those of images that have more.
template <class Body>
__device__ void each_of_part(int count, int part, int whole, int offset, const Body &body) {
  if (part % 4 == 0 && whole % 4 == 0 && offset % 4 == 0) {
    int i = 4 * element();
    if (i < count) {
      body(Span<4>{i}, Span<4>{i / part * whole + offset + i % part});
    }
  } else {
    for (int j = 0; j < 4; j++) {
      int i = (4 * blockIdx.x + j) * blockDim.x + threadIdx.x;
      if (i < count) {
        body(Span<1>{i}, Span<1>{i / part * whole + offset + i % part});
      }
    }
  }
}

extern "C" __global__ void join(int count, int part, int whole, int offset, const float *from, float *to) {
  each_of_part(count, part, whole, offset, [&](auto span, auto place) { place.to(to, span.of(from)); });
}

extern "C" __global__ void take(int count, int part, int whole, int offset, const float *from, float *to) {
  each_of_part(count, part, whole, offset, [&](auto span, auto place) { span.to(to, place.of(from)); });
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
  each(count, [&](auto span) {
    auto weights = span.of(data);
    auto gradients = span.of(diff);
    auto moved = span.of(history);
    int i = 0;
    for (float &each : moved.at) {
      each = 0.9f * each + rate * (gradients.at[i] + decay * weights.at[i]);
      weights.at[i++] -= each;
    }
    span.to(history, moved);
    span.to(diff, moved);
    span.to(data, weights);
  });
}
