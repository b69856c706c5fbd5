// Kernels of libraries that come with CUDA 13.0; their names are in libraries.txt:
//   nvcc -ptx -arch=sm_75 -std=c++20 --extended-lambda libraries.cu
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

struct Increment {
  template <class T> __host__ __device__ void operator()(T both) const { thrust::get<0>(both) += 1; }
};

int main() {
  thrust::device_vector<float> a(10), b(10);
  thrust::device_vector<int> keys(10);
  thrust::transform(a.begin(), a.end(), b.begin(), thrust::negate<float>());
  thrust::transform(a.begin(), a.end(), b.begin(), [] __host__ __device__(float x) { return 2 * x; });
  thrust::reduce(a.begin(), a.end(), 0.f, thrust::maximum<float>());
  thrust::inclusive_scan(keys.begin(), keys.end(), keys.begin());
  thrust::sort_by_key(keys.begin(), keys.end(), a.begin());
  thrust::sort(a.begin(), a.end(), [] __host__ __device__(float x, float y) { return x > y; });
  thrust::unique(keys.begin(), keys.end());
  auto zipped = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), thrust::counting_iterator<long>(0)));
  thrust::for_each(zipped, zipped + 10, Increment());
  return 0;
}
