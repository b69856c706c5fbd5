// Exclusive prefix sums of any length: scan blocks, scan their totals, add those back.
#define BLOCK 256

// Up-sweep and down-sweep over 2 * BLOCK elements in shared memory.
extern "C" __global__ void scan_blocks(const int *in, int *out, int *totals, int n) {
  __shared__ int tree[2 * BLOCK];
  int base = blockIdx.x * 2 * BLOCK;
  int t = threadIdx.x;
  tree[t] = base + t < n ? in[base + t] : 0;
  tree[t + BLOCK] = base + t + BLOCK < n ? in[base + t + BLOCK] : 0;
  int stride = 1;
  for (int nodes = BLOCK; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (t < nodes) {
      tree[stride * (2 * t + 2) - 1] += tree[stride * (2 * t + 1) - 1];
    }
    stride *= 2;
  }
  if (t == 0) {
    if (totals != nullptr) {
      totals[blockIdx.x] = tree[2 * BLOCK - 1];
    }
    tree[2 * BLOCK - 1] = 0;
  }
  for (int nodes = 1; nodes <= BLOCK; nodes *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < nodes) {
      int left = stride * (2 * t + 1) - 1;
      int right = stride * (2 * t + 2) - 1;
      int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  if (base + t < n) {
    out[base + t] = tree[t];
  }
  if (base + t + BLOCK < n) {
    out[base + t + BLOCK] = tree[t + BLOCK];
  }
}

extern "C" __global__ void add_totals(int *out, const int *totals, int n) {
  int base = blockIdx.x * 2 * BLOCK;
  int total = totals[blockIdx.x];
  for (int i = base + threadIdx.x; i < min(base + 2 * BLOCK, n); i += BLOCK) {
    out[i] += total;
  }
}
