// Ranks pages by views: a map over records and a bitonic sort of their indices, after Mars' PageViewRank.
#define CHUNK 256

// A slice says where a record's key and value are: key offset, key size, value offset, value size, in bytes.

// How many records each task will emit, and of what size.
extern "C" __global__ void map_count(const int4 *slices, int *key_sizes, int *value_sizes, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int4 slice = slices[i];
    key_sizes[i] = slice.y;
    value_sizes[i] = slice.w;
    counts[i] = 1;
  }
}

// Emits each record where the prefix sums say, through a staging buffer in shared memory.
extern "C" __global__ void map(const int *keys, const int *values, const int4 *slices, const int *key_offsets,
                               const int *value_offsets, const int *places, int *out_keys, int *out_values,
                               int4 *out_slices, int n) {
  __shared__ int staged[2 * CHUNK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int4 slice = i < n ? slices[i] : make_int4(0, 0, 0, 0);
  if (i < n) {
    staged[threadIdx.x] = keys[slice.x / 4];
    staged[CHUNK + threadIdx.x] = values[slice.z / 4];
  }
  __syncthreads();
  if (i < n) {
    out_keys[key_offsets[i] / 4] = staged[threadIdx.x];
    out_values[value_offsets[i] / 4] = staged[CHUNK + threadIdx.x];
    out_slices[places[i]] = make_int4(key_offsets[i], slice.y, value_offsets[i], slice.w);
  }
}

// Exclusive prefix sums of a chunk of 2 * CHUNK, with its total.
extern "C" __global__ void scan_chunks(const int *in, int *out, int *totals, int n) {
  __shared__ int sums[2 * CHUNK];
  int base = blockIdx.x * 2 * CHUNK;
  for (int half = 0; half < 2; half++) {
    int at = half * CHUNK + threadIdx.x;
    sums[at] = base + at < n ? in[base + at] : 0;
  }
  for (int distance = 1; distance < 2 * CHUNK; distance *= 2) {
    int add[2];
    __syncthreads();
    for (int half = 0; half < 2; half++) {
      int at = half * CHUNK + threadIdx.x;
      add[half] = at >= distance ? sums[at - distance] : 0;
    }
    __syncthreads();
    for (int half = 0; half < 2; half++) {
      sums[half * CHUNK + threadIdx.x] += add[half];
    }
  }
  __syncthreads();
  for (int half = 0; half < 2; half++) {
    int at = half * CHUNK + threadIdx.x;
    if (base + at < n) {
      out[base + at] = at == 0 ? 0 : sums[at - 1];
    }
  }
  if (threadIdx.x == 0 && totals != nullptr) {
    totals[blockIdx.x] = sums[2 * CHUNK - 1];
  }
}

extern "C" __global__ void add_totals(int *out, const int *totals, int n) {
  int base = blockIdx.x * 2 * CHUNK;
  int total = totals[blockIdx.x];
  for (int i = base + threadIdx.x; i < min(base + 2 * CHUNK, n); i += CHUNK) {
    out[i] += total;
  }
}

// Slices that no record has, up to a power of two, sort behind all others.
extern "C" __global__ void pad(int4 *slices, int from, int to) {
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to) {
    slices[i] = make_int4(-1, 0, -1, 0);
  }
}

// Whether a comes before b: views descending, bytes of the keys fetched through the offsets; then
// offsets ascending; padding last.
__device__ bool before(const int *keys, int4 a, int4 b) {
  if (a.x < 0 || b.x < 0) {
    return b.x < 0 && a.x >= 0;
  }
  int one = keys[a.x / 4];
  int other = keys[b.x / 4];
  return one > other || (one == other && a.x < b.x);
}

extern "C" __global__ void sort_chunks(int4 *slices, const int *keys) {
  __shared__ int4 chunk[CHUNK];
  int base = blockIdx.x * CHUNK;
  int t = threadIdx.x;
  chunk[t] = slices[base + t];
  for (int size = 2; size <= CHUNK; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int partner = t ^ stride;
      if (partner > t) {
        bool first = ((base + t) & size) == 0;
        int4 a = chunk[t];
        int4 b = chunk[partner];
        if (before(keys, b, a) == first && (a.x != b.x)) {
          chunk[t] = b;
          chunk[partner] = a;
        }
      }
    }
  }
  __syncthreads();
  slices[base + t] = chunk[t];
}

extern "C" __global__ void sort_far(int4 *slices, const int *keys, int size, int stride) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = t ^ stride;
  if (partner > t) {
    bool first = (t & size) == 0;
    int4 a = slices[t];
    int4 b = slices[partner];
    if (before(keys, b, a) == first && (a.x != b.x)) {
      slices[t] = b;
      slices[partner] = a;
    }
  }
}

extern "C" __global__ void sort_near(int4 *slices, const int *keys, int size) {
  __shared__ int4 chunk[CHUNK];
  int base = blockIdx.x * CHUNK;
  int t = threadIdx.x;
  chunk[t] = slices[base + t];
  for (int stride = CHUNK / 2; stride > 0; stride /= 2) {
    __syncthreads();
    int partner = t ^ stride;
    if (partner > t) {
      bool first = ((base + t) & size) == 0;
      int4 a = chunk[t];
      int4 b = chunk[partner];
      if (before(keys, b, a) == first && (a.x != b.x)) {
        chunk[t] = b;
        chunk[partner] = a;
      }
    }
  }
  __syncthreads();
  slices[base + t] = chunk[t];
}

// Copies keys and values into the order that the slices ended in.
extern "C" __global__ void gather(const int4 *slices, const int *keys, const int *values, int *out_keys,
                                  int *out_values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int4 slice = slices[i];
    out_keys[i] = keys[slice.x / 4];
    out_values[i] = values[slice.z / 4];
  }
}
