// Exclusive prefix sums of batches of arrays, after NVIDIA's sample scan: four elements a thread.
#define THREADS 256
#define CHUNK (4 * THREADS)

// The inclusive scan of one value a thread over groups of `size` threads; the lower half of each
// group's part of the buffer stays zero, so that nobody has to ask whether there is a neighbour.
__device__ unsigned int scan_inclusive(unsigned int value, volatile unsigned int *buffer, unsigned int size) {
  unsigned int at = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  buffer[at] = 0;
  at += size;
  buffer[at] = value;
  for (unsigned int distance = 1; distance < size; distance *= 2) {
    __syncthreads();
    unsigned int sum = buffer[at] + buffer[at - distance];
    __syncthreads();
    buffer[at] = sum;
  }
  return buffer[at];
}

__device__ uint4 scan4_exclusive(uint4 v, volatile unsigned int *buffer, unsigned int size) {
  uint4 sums = v;
  sums.y += sums.x;
  sums.z += sums.y;
  sums.w += sums.z;
  unsigned int before = scan_inclusive(sums.w, buffer, size) - sums.w;
  return make_uint4(before, before + sums.x, before + sums.y, before + sums.z);
}

// Arrays of `length` elements, 4 to CHUNK, side by side.
extern "C" __global__ void scan_shared(uint4 *out, const uint4 *in, unsigned int length) {
  __shared__ unsigned int buffer[2 * THREADS];
  unsigned int at = blockIdx.x * THREADS + threadIdx.x;
  out[at] = scan4_exclusive(in[at], buffer, length / 4);
}

// Scans the totals of chunks: the last of each chunk's sums and elements.
extern "C" __global__ void scan_totals(unsigned int *totals, const unsigned int *scanned, const unsigned int *in,
                                       unsigned int n, unsigned int length) {
  __shared__ unsigned int buffer[2 * THREADS];
  unsigned int at = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int value = 0;
  if (at < n) {
    value = scanned[CHUNK - 1 + CHUNK * at] + in[CHUNK - 1 + CHUNK * at];
  }
  unsigned int sum = scan_inclusive(value, buffer, length) - value;
  if (at < n) {
    totals[at] = sum;
  }
}

// Adds each chunk the total of those before it in its array.
extern "C" __global__ void add_totals(uint4 *out, const unsigned int *totals) {
  __shared__ unsigned int total;
  if (threadIdx.x == 0) {
    total = totals[blockIdx.x];
  }
  __syncthreads();
  unsigned int at = blockIdx.x * THREADS + threadIdx.x;
  uint4 v = out[at];
  v.x += total;
  v.y += total;
  v.z += total;
  v.w += total;
  out[at] = v;
}
