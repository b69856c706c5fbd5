// Whole passes over memory by 16 bytes a thread.

extern "C" __global__ void copy_all(uint4 *to, const uint4 *from, unsigned long long count) {
  unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += step) {
    to[i] = from[i];
  }
}

// What is read has to have an effect, or a compiler leaves it out.
extern "C" __global__ void read_all(const uint4 *from, unsigned long long count, unsigned *any) {
  unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  unsigned all = 0;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += step) {
    uint4 each = from[i];
    all |= each.x ^ each.y ^ each.z ^ each.w;
  }
  if (all == 0x12345678) {
    *any = all;
  }
}
