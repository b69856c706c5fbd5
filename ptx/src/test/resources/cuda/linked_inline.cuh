// What both have, and is to be there once.
template <int N> __device__ __forceinline__ int reversed(int x) {
  __shared__ int all[N];
  __syncthreads();
  all[threadIdx.x] = x;
  __syncthreads();
  return all[N - 1 - threadIdx.x];
}

inline __device__ int &pool() {
  static __device__ int level = 3;
  return level;
}

template <int N> __device__ __noinline__ int power(int x) {
  int y = 1;
  for (int i = 0; i < N; i++)
    y *= x;
  return y;
}
