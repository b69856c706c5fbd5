// Pairs of Gaussian deviates counted by square annuli, after NPB EP. A thread is a gang; the deviates of
// all gangs are interleaved, x[i][gang], so that a warp's accesses are coalesced. Blocks have THREADS.
#define THREADS 256
#define ANNULI 10
#define MULTIPLIER 1220703125ull
#define MASK ((1ull << 46) - 1)

// Uniform deviates of NPB's generator: a gang jumps to its own part of the sequence.
extern "C" __global__ void fill(double *x, int gangs, int deviates, unsigned long long first, unsigned long long seed) {
  int gang = blockIdx.x * THREADS + threadIdx.x;
  unsigned long long state = seed;
  unsigned long long power = MULTIPLIER;
  for (unsigned long long jump = first + (unsigned long long)gang * deviates; jump != 0; jump >>= 1) {
    if (jump & 1) {
      state = state * power & MASK;
    }
    power = power * power & MASK;
  }
  for (int i = 0; i < deviates; i++) {
    state = state * MULTIPLIER & MASK;
    x[(size_t)i * gangs + gang] = state * 0x1p-46;
  }
}

// Adds to each block's counts and sums what its gangs' pairs give.
extern "C" __global__ void count(const double *x, unsigned int *q, double *sx, double *sy, int gangs, int deviates) {
  __shared__ unsigned int bins[ANNULI];
  __shared__ double sums_x[THREADS];
  __shared__ double sums_y[THREADS];
  int gang = blockIdx.x * THREADS + threadIdx.x;
  if (threadIdx.x < ANNULI) {
    bins[threadIdx.x] = 0;
  }
  __syncthreads();
  double sum_x = 0;
  double sum_y = 0;
  for (int i = 0; i < deviates; i += 2) {
    double one = fma(2.0, x[(size_t)i * gangs + gang], -1.0);
    double other = fma(2.0, x[(size_t)(i + 1) * gangs + gang], -1.0);
    double t = fma(one, one, other * other);
    if (t <= 1.0) {
      double scale = sqrt(-2.0 * log(t) / t);
      one *= scale;
      other *= scale;
      atomicAdd(&bins[(int)fmax(fabs(one), fabs(other))], 1);
      sum_x += one;
      sum_y += other;
    }
  }
  sums_x[threadIdx.x] = sum_x;
  sums_y[threadIdx.x] = sum_y;
  __syncthreads();
  for (int distance = THREADS / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) {
      sums_x[threadIdx.x] += sums_x[threadIdx.x + distance];
      sums_y[threadIdx.x] += sums_y[threadIdx.x + distance];
    }
    __syncthreads();
  }
  if (threadIdx.x < ANNULI) {
    q[blockIdx.x * ANNULI + threadIdx.x] += bins[threadIdx.x];
  }
  if (threadIdx.x == 0) {
    sx[blockIdx.x] += sums_x[0];
    sy[blockIdx.x] += sums_y[0];
  }
}
