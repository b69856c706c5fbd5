// Niederreiter's quasirandom numbers and the inverse of the normal distribution by Moro, after NVIDIA's
// sample quasirandomGenerator.
#define DIMENSIONS 3
#define BITS 31

__constant__ unsigned table[DIMENSIONS][BITS];

// Blocks of 128 x DIMENSIONS threads.
extern "C" __global__ void quasirandom(float *numbers, unsigned seed, int n) {
  const float scale = 1.0f / (float)0x80000001u;
  const unsigned *row = table[threadIdx.y];
  for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    unsigned result = 0;
    unsigned index = seed + i;
    for (int bit = 0; bit < BITS; bit++, index >>= 1) {
      if (index & 1) {
        result ^= row[bit];
      }
    }
    numbers[threadIdx.y * n + i] = (float)(result + 1) * scale;
  }
}

__device__ float inverse_normal_of(unsigned x) {
  bool upper = x >= 0x80000000u;
  if (upper) {
    x = 0xffffffffu - x;
  }
  // The lower half of the probabilities, and how far they are below one half.
  const float unit = 1.0f / (float)0xffffffffu;
  float p = x * unit + unit / 2.0f;
  float y = p - 0.5f;
  float z;
  if (y > -0.42f) {
    z = y * y;
    z = y * (((-25.44106049637f * z + 41.39119773534f) * z - 18.61500062529f) * z + 2.50662823884f)
        / ((((3.13082909833f * z - 21.06224101826f) * z + 23.08336743743f) * z - 8.4735109309f) * z + 1.0f);
  } else {
    z = __logf(-__logf(p));
    z = -(0.337475482272615f
          + z * (0.976169019091719f
          + z * (0.160797971491821f
          + z * (2.76438810333863E-02f
          + z * (3.8405729373609E-03f
          + z * (3.951896511919E-04f
          + z * (3.21767881768E-05f
          + z * (2.888167364E-07f
          + z * 3.960315187E-07f))))))));
  }
  return upper ? -z : z;
}

extern "C" __global__ void inverse_normal(float *numbers, int n) {
  unsigned distance = 0xffffffffu / (n + 1);
  for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    numbers[i] = inverse_normal_of((i + 1) * distance);
  }
}
