// Back-propagation through one layer of HIDDEN units, after Rodinia's backprop. Row i of the
// weights belongs to input i, row 0 to the bias; rows have HIDDEN + 1 floats, of which the first is unused.
#define HIDDEN 16
#define ROW (HIDDEN + 1)

// Blocks of 16 x 16 threads; block y multiplies inputs 16 y + 1 .. 16 y + 16 by their weights and adds
// the products up. Partial sums overwrite the weights.
extern "C" __global__ void forward(const float *input, float *weights, float *partial) {
  __shared__ float inputs[HIDDEN];
  __shared__ float products[HIDDEN][HIDDEN];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row = HIDDEN * blockIdx.y + ty + 1;
  int at = row * ROW + tx + 1;
  if (tx == 0) {
    inputs[ty] = input[row];
  }
  __syncthreads();
  products[ty][tx] = weights[at] * inputs[ty];
  __syncthreads();
  for (int size = 2; size <= HIDDEN; size *= 2) {
    if (ty % size == 0) {
      products[ty][tx] += products[ty + size / 2][tx];
    }
    __syncthreads();
  }
  weights[at] = products[ty][tx];
  if (tx == 0) {
    partial[blockIdx.y * HIDDEN + ty] = products[0][ty];
  }
}

// Moves the weights along the gradient and their last movement.
extern "C" __global__ void adjust(const float *input, const float *delta, float *weights, float *last) {
  const float rate = 0.3f;
  const float momentum = 0.3f;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row = HIDDEN * blockIdx.y + ty + 1;
  int at = row * ROW + tx + 1;
  float change = fmaf(momentum, last[at], rate * delta[tx + 1] * input[row]);
  weights[at] += change;
  last[at] = change;
  if (blockIdx.y == 0 && ty == 0) {
    change = fmaf(momentum, last[tx + 1], rate * delta[tx + 1]);
    weights[tx + 1] += change;
    last[tx + 1] = change;
  }
}
