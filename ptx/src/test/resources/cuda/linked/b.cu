__device__ int total = 0;
__constant__ int scale[4] = {1, 10, 100, 1000};
static __device__ int counter = 50;
static __device__ __noinline__ int helper(int x) { return x * counter; }
template <int N> __device__ __noinline__ int shared_template(int x) { __shared__ int s[N]; s[threadIdx.x] = x; __syncthreads(); return s[N - 1 - threadIdx.x]; }
inline __device__ int &pool() { static __device__ int p = 3; return p; }
inline __device__ int stage(int x) { __shared__ int st[64]; st[threadIdx.x] = x; __syncthreads(); return st[63 - threadIdx.x]; }
extern __device__ int visibleA;
__device__ int useStage(int x) { return stage(x * 3); }
__device__ int twice(int x) { extern __shared__ int dyn[]; return 2 * x + helper(x) + dyn[x]; }
extern "C" __device__ float weigh(float x) { return 0.5f * x; }
__device__ int f0(int x) { return x + 1; }
__device__ int f1(int x) { return x - helper(x); }
typedef int (*Op)(int);
__device__ Op table[2] = {f0, f1};
extern "C" __global__ void kb(int *out) { out[threadIdx.x] = shared_template<64>(threadIdx.x) + total + pool() + visibleA + stage(threadIdx.x); pool() = 4; }
