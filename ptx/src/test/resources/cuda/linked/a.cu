extern __device__ int total;
extern __constant__ int scale[4];
extern __device__ int twice(int);
extern "C" __device__ float weigh(float);
typedef int (*Op)(int);
extern __device__ Op table[2];
static __device__ int counter = 5;
static __device__ int *counterAt = &counter;
static __device__ __noinline__ int helper(int x) { return x + counter + *counterAt; }
template <int N> __device__ __noinline__ int shared_template(int x) { __shared__ int s[N]; s[threadIdx.x] = x; __syncthreads(); return s[N - 1 - threadIdx.x]; }
inline __device__ int &pool() { static __device__ int p = 3; return p; }
inline __device__ int stage(int x) { __shared__ int st[64]; st[threadIdx.x] = x; __syncthreads(); return st[63 - threadIdx.x]; }
extern __device__ int useStage(int);
__device__ int visibleA = 11;
extern "C" __global__ void ka(int *out) {
  extern __shared__ int dyn[];
  int i = threadIdx.x;
  dyn[i] = i;
  __syncthreads();
  atomicAdd(&total, 1);
  out[i] = twice(i) + scale[i & 3] + helper(i) + (int) weigh(i) + table[i & 1](i) + shared_template<64>(i) + pool() + dyn[63 - i] + stage(i) + useStage(i) + visibleA;
}
