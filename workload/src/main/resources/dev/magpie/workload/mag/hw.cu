// Tracks points of a heart's wall through the frames of an ultrasound video, after Rodinia's heartwall:
// each block finds its point's template again by normalised cross-correlation in a window of the frame.
// Matrices are stored by columns. With half sizes t and s: the template is T = 2 t + 1 squared, the window
// S = 2 s + 1, their full convolution C = S + T - 1, the padded window P = S + 2 T.
#define MASK 10

struct Tracker {
  int rows;
  int columns;
  int t;
  int s;
  const float *frame;
  int *row;
  int *column;
  float *templates;       // T T a point
  float *window;          // S S
  float *convolution;     // C C
  float *padded;          // P P, then its column sums
  float *column_sums;     // C P
  float *sums;            // C C
  float *squares;         // S S
  float *square_sums;     // C C
  float *template_squares;  // T T
  float *mask;            // C C
  float *correlation;     // C C
  float *partial;         // C a point
  int *partial_at;        // C a point
};

__device__ float frame_at(const Tracker &tracker, int row, int column) {
  row = min(max(row, 0), tracker.rows - 1);
  column = min(max(column, 0), tracker.columns - 1);
  return tracker.frame[column * tracker.rows + row];
}

// Cuts each point's template out of the first frame.
extern "C" __global__ void cut_templates(Tracker tracker) {
  int size = 2 * tracker.t + 1;
  float *mine = tracker.templates + blockIdx.x * size * size;
  for (int i = threadIdx.x; i < size * size; i += blockDim.x) {
    mine[i] = frame_at(tracker, tracker.row[blockIdx.x] - tracker.t + i % size,
                       tracker.column[blockIdx.x] - tracker.t + i / size);
  }
}

// sums[C C] of `in`[S S] over every position of the template: pad, sum along columns, take
// differences, sum along rows, take differences.
__device__ void local_sums(const float *in, float *padded, float *column_sums, float *sums, int T, int S) {
  int C = S + T - 1;
  int P = S + 2 * T;
  for (int i = threadIdx.x; i < P * P; i += blockDim.x) {
    int row = i % P - T;
    int column = i / P - T;
    padded[i] = row >= 0 && row < S && column >= 0 && column < S ? in[column * S + row] : 0.0f;
  }
  __syncthreads();
  for (int column = threadIdx.x; column < P; column += blockDim.x) {
    float sum = 0;
    for (int row = 0; row < P; row++) {
      sum += padded[column * P + row];
      padded[column * P + row] = sum;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < C * P; i += blockDim.x) {
    int row = i % C;
    int column = i / C;
    column_sums[i] = padded[column * P + row + T] - padded[column * P + row];
  }
  __syncthreads();
  for (int row = threadIdx.x; row < C; row += blockDim.x) {
    float sum = 0;
    for (int column = 0; column < P; column++) {
      sum += column_sums[column * C + row];
      column_sums[column * C + row] = sum;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < C * C; i += blockDim.x) {
    sums[i] = column_sums[i + T * C] - column_sums[i];
  }
  __syncthreads();
}

extern "C" __global__ void track(Tracker tracker, int updates) {
  extern __shared__ float rotated[];
  __shared__ float template_sum;
  __shared__ float template_deviation;
  int T = 2 * tracker.t + 1;
  int S = 2 * tracker.s + 1;
  int C = S + T - 1;
  int P = S + 2 * T;
  int point = blockIdx.x;
  float *templates = tracker.templates + point * T * T;
  float *window = tracker.window + point * S * S;
  float *convolution = tracker.convolution + point * C * C;
  float *padded = tracker.padded + point * P * P;
  float *column_sums = tracker.column_sums + point * C * P;
  float *sums = tracker.sums + point * C * C;
  float *squares = tracker.squares + point * S * S;
  float *square_sums = tracker.square_sums + point * C * C;
  float *template_squares = tracker.template_squares + point * T * T;
  float *mask = tracker.mask + point * C * C;
  float *correlation = tracker.correlation + point * C * C;
  float *partial = tracker.partial + point * C;
  int *partial_at = tracker.partial_at + point * C;
  int row0 = tracker.row[point];
  int column0 = tracker.column[point];

  for (int i = threadIdx.x; i < S * S; i += blockDim.x) {
    window[i] = frame_at(tracker, row0 - tracker.s + i % S, column0 - tracker.s + i / S);
    squares[i] = window[i] * window[i];
  }
  for (int i = threadIdx.x; i < T * T; i += blockDim.x) {
    rotated[i] = templates[T * T - 1 - i];
    template_squares[i] = templates[i] * templates[i];
  }
  __syncthreads();

  for (int i = threadIdx.x; i < C * C; i += blockDim.x) {
    int row = i % C;
    int column = i / C;
    float sum = 0;
    for (int c = max(0, column - S + 1); c <= min(T - 1, column); c++) {
      for (int r = max(0, row - S + 1); r <= min(T - 1, row); r++) {
        sum = fmaf(rotated[c * T + r], window[(column - c) * S + row - r], sum);
      }
    }
    convolution[i] = sum;
  }
  local_sums(window, padded, column_sums, sums, T, S);
  local_sums(squares, padded, column_sums, square_sums, T, S);

  if (threadIdx.x == 0) {
    float sum = 0;
    float square_sum = 0;
    for (int i = 0; i < T * T; i++) {
      sum += templates[i];
      square_sum += template_squares[i];
    }
    template_sum = sum;
    template_deviation = sqrtf(fmaxf(fmaf(-sum, sum / (float)(T * T), square_sum), 0.0f));
  }
  for (int i = threadIdx.x; i < C * C; i += blockDim.x) {
    mask[i] = 0;
  }
  __syncthreads();
  // The point is looked for within MASK pixels around where it was.
  for (int i = threadIdx.x; i < MASK * MASK; i += blockDim.x) {
    int middle = tracker.s + tracker.t;
    mask[(middle - MASK / 2 + i / MASK) * C + middle - MASK / 2 + i % MASK] = 1.0f;
  }
  __syncthreads();

  for (int i = threadIdx.x; i < C * C; i += blockDim.x) {
    float mean = sums[i] / (float)(T * T);
    float variance = fmaf(-sums[i], mean, square_sums[i]);
    float deviation = sqrtf(fmaxf(variance, 0.0f)) * template_deviation;
    float numerator = fmaf(-template_sum, mean, convolution[i]);
    correlation[i] = deviation > 0.0f ? numerator / deviation * mask[i] : 0.0f;
  }
  __syncthreads();

  for (int column = threadIdx.x; column < C; column += blockDim.x) {
    float largest = -1.0f;
    int at = 0;
    for (int row = 0; row < C; row++) {
      if (mask[column * C + row] != 0.0f && correlation[column * C + row] > largest) {
        largest = correlation[column * C + row];
        at = column * C + row;
      }
    }
    partial[column] = largest;
    partial_at[column] = at;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    float largest = -1.0f;
    int at = (tracker.s + tracker.t) * C + tracker.s + tracker.t;
    for (int column = 0; column < C; column++) {
      if (partial[column] > largest) {
        largest = partial[column];
        at = partial_at[column];
      }
    }
    tracker.row[point] = row0 + at % C - tracker.s - tracker.t;
    tracker.column[point] = column0 + at / C - tracker.s - tracker.t;
  }
  __syncthreads();

  if (updates) {
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) {
      float seen = frame_at(tracker, tracker.row[point] - tracker.t + i % T, tracker.column[point] - tracker.t + i / T);
      templates[i] = fmaf(0.87f, templates[i], (1.0f - 0.87f) * seen);
    }
  }
}
