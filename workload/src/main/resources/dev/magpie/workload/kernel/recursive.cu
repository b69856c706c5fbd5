// Functions that call themselves, and functions called through pointers.
__device__ __noinline__ unsigned int fibonacci(unsigned int n) {
  if (n < 2) {
    return n;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ int ackermann(int m, int n) {
  if (m == 0) {
    return n + 1;
  }
  if (n == 0) {
    return ackermann(m - 1, 1);
  }
  return ackermann(m - 1, ackermann(m, n - 1));
}

// Sorts keys[low .. high] in place, by recursion on both sides of a pivot.
__device__ void quick_sort(int *keys, int low, int high) {
  if (low >= high) {
    return;
  }
  int pivot = keys[(low + high) / 2];
  int i = low;
  int j = high;
  while (i <= j) {
    while (keys[i] < pivot) {
      i++;
    }
    while (keys[j] > pivot) {
      j--;
    }
    if (i <= j) {
      int key = keys[i];
      keys[i] = keys[j];
      keys[j] = key;
      i++;
      j--;
    }
  }
  quick_sort(keys, low, j);
  quick_sort(keys, i, high);
}

extern "C" __global__ void fibonacci_numbers(const unsigned int *in, unsigned int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = fibonacci(in[i]);
  }
}

extern "C" __global__ void ackermann_values(const int *m, const int *k, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = ackermann(m[i], k[i]);
  }
}

extern "C" __global__ void sort_slices(int *keys, int slice, int slices) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < slices) {
    quick_sort(keys + i * slice, 0, slice - 1);
  }
}

typedef int (*Operation)(int, int);

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ __noinline__ int larger(int a, int b) { return a > b ? a : b; }

__device__ Operation operations[4] = {add, subtract, multiply, larger};

// Each thread calls the function that its own input names.
extern "C" __global__ void apply(const int *which, const int *a, const int *b, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = operations[which[i] & 3](a[i], b[i]);
  }
}
