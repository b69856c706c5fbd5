// Layers of long short-term memory with projections, sampled softmax and Adagrad, as in the public code of Jozefowicz et
// al. (2016). Rows are words; those of a step of time lie together.
#include "product.cuh"
#include "elements.cuh"

#define THREADS 128

__device__ int element() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ float sigmoid(float x) { return 1 / (1 + expf(-x)); }

extern "C" __global__ void set(int count, float value, float *to) {
  each(count, [&](auto span) {
    auto values = span.of(to);
    for (float &each : values.at) {
      each = value;
    }
    span.to(to, values);
  });
}

// Elements of an array to another place in it.
extern "C" __global__ void move(int count, int from, int to, float *array) {
  int i = element();
  if (i < count) {
    array[to + i] = array[from + i];
  }
}

// Rows of a table, which numbers name.
extern "C" __global__ void gather(int count, int width, const int *rows, const float *table, float *to) {
  int i = element();
  if (i < count) {
    to[i] = table[rows[i / width] * width + i % width];
  }
}

// Adds the first elements of rows, so many times, to those of a table's rows, from some element on.
extern "C" __global__ void scatter_add(
    int count, int width, int wholeWidth, int rowWidth, int at, float times, const int *places, const float *from, float *to) {
  int i = element();
  if (i < count) {
    atomicAdd(&to[places[i / width] * rowWidth + at + i % width], times * from[i / width * wholeWidth + i % width]);
  }
}

// What comes in at some words, and the last outputs.
extern "C" __global__ void layer_input(
    int count, int width, int first, int at, const float *from, const float *output, float *input) {
  int i = element();
  if (i < count) {
    int to = 2 * (first * width + i / width * width) + i % width;
    input[to] = from[at + i];
    input[to + width] = output[first * width + i];
  }
}

// Gates, cells and states; the texts are those of one step.
extern "C" __global__ void activate(
    int count, int hidden, int first, int texts, const float *bias, float *gates, float *cell, float *state) {
  int i = element();
  if (i >= count) {
    return;
  }
  int h = i % hidden;
  int word = first + i / hidden;
  float *gate = gates + 4 * word * hidden + h;
  float in = sigmoid(gate[0] + bias[h]);
  float forget = sigmoid(gate[hidden] + bias[h + hidden] + 1);
  float candidate = tanhf(gate[2 * hidden] + bias[h + 2 * hidden]);
  float out = sigmoid(gate[3 * hidden] + bias[h + 3 * hidden]);
  gate[0] = in;
  gate[hidden] = forget;
  gate[2 * hidden] = candidate;
  gate[3 * hidden] = out;
  float now = forget * cell[word * hidden + h] + in * candidate;
  cell[(word + texts) * hidden + h] = now;
  state[word * hidden + h] = out * tanhf(now);
}

// Adds what the next step gave back of its last outputs.
extern "C" __global__ void add_later(int count, int width, int first, int texts, const float *inputDiff, float *outputDiff) {
  int i = element();
  if (i < count) {
    outputDiff[first * width + i] += inputDiff[(2 * (first + texts + i / width) + 1) * width + i % width];
  }
}

extern "C" __global__ void deactivate(int count, int hidden, int first, int texts, const float *gates, const float *cell,
    const float *stateDiff, float *cellDiff, float *gatesDiff) {
  int i = element();
  if (i >= count) {
    return;
  }
  int h = i % hidden;
  int word = first + i / hidden;
  int g = 4 * word * hidden + h;
  float in = gates[g];
  float forget = gates[g + hidden];
  float candidate = gates[g + 2 * hidden];
  float out = gates[g + 3 * hidden];
  float shown = tanhf(cell[(word + texts) * hidden + h]);
  float ds = stateDiff[i];
  float dc = cellDiff[i] + ds * out * (1 - shown * shown);
  gatesDiff[g] = dc * candidate * in * (1 - in);
  gatesDiff[g + hidden] = dc * cell[word * hidden + h] * forget * (1 - forget);
  gatesDiff[g + 2 * hidden] = dc * in * (1 - candidate * candidate);
  gatesDiff[g + 3 * hidden] = ds * shown * out * (1 - out);
  cellDiff[i] = dc * forget;
}

// Between two layers: gradients of what comes in are those of outputs.
extern "C" __global__ void pass_back(int count, int width, int first, const float *inputDiff, float *outputDiff) {
  int i = element();
  if (i < count) {
    outputDiff[first * width + i] = inputDiff[2 * (first + i / width) * width + i % width];
  }
}

// Rows as columns, by tiles of 32 x 32 in blocks of 32 x 4.
extern "C" __global__ void transpose(int rows, int columns, const float *from, float *to) {
  __shared__ float tile[32][33];
  int row = 32 * blockIdx.y;
  int column = 32 * blockIdx.x;
  for (int r = threadIdx.y; r < 32; r += 4) {
    if (row + r < rows && column + threadIdx.x < columns) {
      tile[r][threadIdx.x] = from[(row + r) * columns + column + threadIdx.x];
    }
  }
  __syncthreads();
  for (int c = threadIdx.y; c < 32; c += 4) {
    if (column + c < columns && row + threadIdx.x < rows) {
      to[(column + c) * rows + row + threadIdx.x] = tile[threadIdx.x][c];
    }
  }
}

// A thread a column.
extern "C" __global__ void sum_columns(int columns, int rows, const float *from, float *to) {
  int c = element();
  if (c < columns) {
    float sum = 0;
    for (int r = 0; r < rows; r++) {
      sum += from[r * columns + c];
    }
    to[c] = sum;
  }
}

extern "C" __global__ void add_squares(int count, const float *from, float *sum) {
  float own = 0;
  each(count, [&](auto span) {
    for (float each : span.of(from).at) {
      own = fmaf(each, each, own);
    }
  });
  own = sum_of_block(own);
  if (threadIdx.x == 0) {
    atomicAdd(sum, own);
  }
}

// Shortens a part of a vector that is longer than it may be.
extern "C" __global__ void clip(int count, float longest, const float *squares, float *values) {
  float length = sqrtf(*squares);
  if (length > longest) {
    each(count, [&](auto span) {
      auto shorter = span.of(values);
      for (float &each : shorter.at) {
        each *= longest / length;
      }
      span.to(values, shorter);
    });
  }
}

__device__ float largest_of_block(float own) {
  __shared__ float part[THREADS / 32];
  for (int distance = 16; distance > 0; distance /= 2) {
    own = fmaxf(own, __shfl_xor_sync(0xffffffffu, own, distance));
  }
  if (threadIdx.x % 32 == 0) {
    part[threadIdx.x / 32] = own;
  }
  __syncthreads();
  float most = part[0];
  for (int i = 1; i < THREADS / 32; i++) {
    most = fmaxf(most, part[i]);
  }
  return most;
}

// A block a word: softmax over the right word, which lies behind the samples, and these. What a word's score begins with is
// its bias less the logarithm of how often it is sampled.
extern "C" __global__ void sampled_softmax(int samples, int width, int at, float scale, const int *candidates, const int *places,
    const float *expected, const float *weight, const float *bias, const float *outputs, float *scores, float *scoresDiff,
    float *outputsDiff, float *rows) {
  int word = blockIdx.x;
  int right = candidates[samples + word];
  const float *output = outputs + at + word * width;
  scores += word * samples;
  scoresDiff += word * samples;
  float product = 0;
  for (int w = threadIdx.x; w < width; w += THREADS) {
    product = fmaf(weight[right * width + w], output[w], product);
  }
  float score = sum_of_block(product) + bias[right] - expected[samples + word];
  float most = score;
  for (int s = threadIdx.x; s < samples; s += THREADS) {
    float now = scores[s] + bias[candidates[s]] - expected[s];
    scores[s] = now;
    most = fmaxf(most, now);
  }
  most = largest_of_block(most);
  float total = 0;
  for (int s = threadIdx.x; s < samples; s += THREADS) {
    float share = candidates[s] == right ? 0 : expf(scores[s] - most);
    scoresDiff[s] = share;
    total += share;
  }
  float own = expf(score - most);
  total = sum_of_block(total) + own;
  for (int s = threadIdx.x; s < samples; s += THREADS) {
    scoresDiff[s] *= scale / total;
  }
  float slope = scale * (own / total - 1);
  float *row = rows + places[samples + word] * (width + 1);
  for (int w = threadIdx.x; w < width; w += THREADS) {
    outputsDiff[word * width + w] = slope * weight[right * width + w];
    atomicAdd(&row[w], slope * output[w]);
  }
  if (threadIdx.x == 0) {
    atomicAdd(&row[width], slope);
  }
}

__device__ void descend(float gradient, float *accumulator, float *weight) {
  float sum = *accumulator + gradient * gradient;
  *accumulator = sum;
  *weight -= 0.2f * gradient / sqrtf(sum);
}

extern "C" __global__ void adagrad(int count, const float *gradient, float *accumulator, float *weight) {
  each(count, [&](auto span) {
    auto gradients = span.of(gradient);
    auto sums = span.of(accumulator);
    auto weights = span.of(weight);
    int i = 0;
    for (float each : gradients.at) {
      descend(each, &sums.at[i], &weights.at[i]);
      i++;
    }
    span.to(accumulator, sums);
    span.to(weight, weights);
  });
}

// The rows of a table that numbers name; gradients lie in rows that may be longer, from some element on.
extern "C" __global__ void adagrad_rows(int count, int width, int rowWidth, int at, const int *rows, const float *gradient,
    float *accumulator, float *weight) {
  int i = element();
  if (i < count) {
    int to = rows[i / width] * width + i % width;
    descend(gradient[i / width * rowWidth + at + i % width], &accumulator[to], &weight[to]);
  }
}
