// Pointers in a ring, followed by one thread: what a load takes, by how much memory the ring lies in.

extern "C" __global__ void link_ring(
    unsigned long long *ring, const unsigned *order, int words, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    unsigned next = order[i + 1 < count ? i + 1 : 0];
    ring[(size_t)order[i] * words] = (unsigned long long)(ring + (size_t)next * words);
  }
}

extern "C" __global__ void chase(const unsigned long long *ring, int steps, unsigned *last) {
  unsigned long long at = (unsigned long long)ring;
#pragma unroll 1
  for (int i = 0; i < steps; i += 16) {
#pragma unroll
    for (int j = 0; j < 16; j++) {
      asm volatile("ld.global.u64 %0, [%0];" : "+l"(at));
    }
  }
  *last = (unsigned)(at - (unsigned long long)ring);
}

// The same within shared memory, where a word holds the address of the next one.
extern "C" __global__ void chase_shared(int steps, unsigned *last) {
  __shared__ unsigned ring[32];
  unsigned first = (unsigned)__cvta_generic_to_shared(ring);
  ring[threadIdx.x] = first + 4 * ((threadIdx.x + 5) % 32);
  __syncthreads();
  unsigned at = first;
#pragma unroll 1
  for (int i = 0; i < steps; i += 16) {
#pragma unroll
    for (int j = 0; j < 16; j++) {
      asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
    }
  }
  *last = at - first;
}
