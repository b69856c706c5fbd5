// Sorts chunks of 1024 keys with their values in shared memory, after NVIDIA's sample mergeSort: runs of
// doubling length merge, each key finding its place by a binary search among the other run's.
#define CHUNK 1024

// How many of `run` keys are less than a key, or not more than it.
__device__ int keys_below(unsigned key, const unsigned *keys, int run, bool equal_too) {
  int position = 0;
  for (int step = run; step > 0; step >>= 1) {
    int next = min(position + step, run);
    unsigned other = keys[next - 1];
    if (other < key || (equal_too && other == key)) {
      position = next;
    }
  }
  return position;
}

// Blocks of CHUNK / 2 threads.
extern "C" __global__ void sort_chunks(
    unsigned *sorted_keys, unsigned *sorted_values, const unsigned *keys, const unsigned *values) {
  __shared__ unsigned key[CHUNK];
  __shared__ unsigned value[CHUNK];
  int at = blockIdx.x * CHUNK + threadIdx.x;
  key[threadIdx.x] = keys[at];
  value[threadIdx.x] = values[at];
  key[threadIdx.x + CHUNK / 2] = keys[at + CHUNK / 2];
  value[threadIdx.x + CHUNK / 2] = values[at + CHUNK / 2];
  for (int run = 1; run < CHUNK; run <<= 1) {
    int place = threadIdx.x & (run - 1);
    unsigned *run_keys = key + 2 * (threadIdx.x - place);
    unsigned *run_values = value + 2 * (threadIdx.x - place);
    __syncthreads();
    unsigned key_a = run_keys[place];
    unsigned value_a = run_values[place];
    unsigned key_b = run_keys[place + run];
    unsigned value_b = run_values[place + run];
    int to_a = keys_below(key_a, run_keys + run, run, false) + place;
    int to_b = keys_below(key_b, run_keys, run, true) + place;
    __syncthreads();
    run_keys[to_a] = key_a;
    run_values[to_a] = value_a;
    run_keys[to_b] = key_b;
    run_values[to_b] = value_b;
  }
  __syncthreads();
  sorted_keys[at] = key[threadIdx.x];
  sorted_values[at] = value[threadIdx.x];
  sorted_keys[at + CHUNK / 2] = key[threadIdx.x + CHUNK / 2];
  sorted_values[at + CHUNK / 2] = value[threadIdx.x + CHUNK / 2];
}
