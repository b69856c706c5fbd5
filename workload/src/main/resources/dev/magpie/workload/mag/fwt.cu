// Dyadic convolution by fast Walsh transforms, after NVIDIA's sample fastWalshTransform.

// A radix-4 butterfly in global memory on four elements `stride` apart; the second dimension of the
// grid is the transform, of n elements.
extern "C" __global__ void far_butterfly(float *data, int stride, int n) {
  int position = blockIdx.x * blockDim.x + threadIdx.x;
  float *transform = data + (size_t)blockIdx.y * n;
  int low = position & (stride - 1);
  int i0 = ((position - low) << 2) + low;
  int i1 = i0 + stride;
  int i2 = i1 + stride;
  int i3 = i2 + stride;
  float d0 = transform[i0];
  float d1 = transform[i1];
  float d2 = transform[i2];
  float d3 = transform[i3];
  float sum02 = d0 + d2;
  float difference02 = d0 - d2;
  float sum13 = d1 + d3;
  float difference13 = d1 - d3;
  transform[i0] = sum02 + sum13;
  transform[i1] = sum02 - sum13;
  transform[i2] = difference02 + difference13;
  transform[i3] = difference02 - difference13;
}

// A whole transform of 2^log_n elements in shared memory, by a quarter as many threads.
extern "C" __global__ void near_transform(float *data, int log_n) {
  extern __shared__ float shared[];
  const int n = 1 << log_n;
  float *transform = data + (size_t)blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    shared[i] = transform[i];
  }
  int position = threadIdx.x;
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int low = position & (stride - 1);
    int i0 = ((position - low) << 2) + low;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;
    __syncthreads();
    float d0 = shared[i0];
    float d1 = shared[i1];
    float d2 = shared[i2];
    float d3 = shared[i3];
    float sum02 = d0 + d2;
    float difference02 = d0 - d2;
    float sum13 = d1 + d3;
    float difference13 = d1 - d3;
    shared[i0] = sum02 + sum13;
    shared[i1] = sum02 - sum13;
    shared[i2] = difference02 + difference13;
    shared[i3] = difference02 - difference13;
  }
  if (log_n & 1) {
    __syncthreads();
    for (int pair = position; pair < n / 2; pair += blockDim.x) {
      float d0 = shared[2 * pair];
      float d1 = shared[2 * pair + 1];
      shared[2 * pair] = d0 + d1;
      shared[2 * pair + 1] = d0 - d1;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    transform[i] = shared[i];
  }
}

extern "C" __global__ void modulate(float *data, const float *kernel, int n) {
  float scale = 1.0f / (float)n;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    data[i] *= scale * kernel[i];
  }
}
