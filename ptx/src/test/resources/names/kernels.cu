// Kernels of all kinds of names, which are in kernels.txt:
//   nvcc -ptx -arch=sm_75 -std=c++20 --extended-lambda kernels.cu
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdint>
#include <type_traits>
#include <cuda/std/array>
#include <cuda/std/tuple>
// C linkage and plain functions.
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {}
__global__ void nothing() {}
__global__ void mergeSort(int *in, int *out, unsigned n) {}
__global__ void scalars(bool a, char b, signed char c, unsigned char d, wchar_t e, char16_t f, char32_t g, char8_t h, short i, unsigned short j,
  int k, unsigned l, long m, unsigned long n, long long o, unsigned long long p, __int128 q, unsigned __int128 r, float s, double t) {}
__global__ void vectors(float4 a, double2 *b, uint3 c, dim3 d, __half *e, __nv_bfloat16 f, __half2 *g) {}
__global__ void pointers(int *__restrict__ a, const int *__restrict__ b, volatile int *c, const volatile int *const *d, int **e, void *f, const void *g) {}
__global__ void functions(void (*a)(int, float), int (*b)(), int (*(*c)(char))(short), void (**d)(const char *, ...)) {}
__global__ void arrays(int (*a)[4], const float (*b)[3][2], int (*(*c)[5])(int)) {}
__global__ void overloaded(int a) {}
__global__ void overloaded(float a) {}
__global__ void overloaded(int *a, int *b) {}
static __global__ void ofThisFile(int *a) {}

struct Point { float x, y; struct Inner { int z; }; template <class T> struct Of { T t; }; int number; int method(int) const { return 1; } };
union Either { int a; float b; };
enum Color { RED, GREEN = 7, BLUE = -3 };
enum class Mode : unsigned char { FAST = 1, SLOW = 200 };
__global__ void records(Point a, Point *b, const Point *c, Point::Inner d, Point::Of<int> *e, Either f, Color g, Mode h) {}
__global__ void members(int Point::*a, int (Point::*b)(int) const) {}

namespace outer {
namespace inner {
struct Shape { int a; };
__global__ void nested(Shape a, Shape *b, const Shape *c) {}
template <int N> __global__ void sized(const float *a) {}
template __global__ void sized<4>(const float *);
template __global__ void sized<-4>(const float *);
inline namespace v2 { template <class T> __global__ void versioned(T *a) {} template __global__ void versioned<Shape>(Shape *); }
}
template <class T> struct Box { T t; template <class U> struct With { U u; };
  static __host__ __device__ T twice(T a) { return a; } };
}
namespace { __global__ void hidden(int *a) {} template <class T> __global__ void hiddenOf(T *a) {} template __global__ void hiddenOf<int>(int *);
struct Secret { int a; }; }
template <class T> __global__ void takes(T a) {}
template __global__ void takes<Secret>(Secret);
template __global__ void takes<float>(float);
template __global__ void takes<float *>(float *);
template __global__ void takes<outer::Box<outer::inner::Shape> >(outer::Box<outer::inner::Shape>);
template __global__ void takes<outer::Box<int>::With<float *> >(outer::Box<int>::With<float *>);
template __global__ void takes<int (*)(int)>(int (*)(int));
template __global__ void takes<int (*)[3]>(int (*)[3]);
template __global__ void takes<int Point::*>(int Point::*);
template __global__ void takes<__half>(__half);
template __global__ void takes<cuda::std::array<float, 4> >(cuda::std::array<float, 4>);
template __global__ void takes<cuda::std::tuple<int, float *, const char> >(cuda::std::tuple<int, float *, const char>);

template <class T, unsigned N> __global__ void reduce(T *in, T *out, unsigned n) {}
template __global__ void reduce<float, 512>(float *, float *, unsigned);
template __global__ void reduce<float, 256>(float *, float *, unsigned);
template __global__ void reduce<double, 512>(double *, double *, unsigned);
template <class T> __global__ void pointer(const T *a, T *const *b, T &(*c)(T &&)) {}
template __global__ void pointer<int>(const int *, int *const *, int &(*)(int &&));
template __global__ void pointer<const float>(const float *, const float *const *, const float &(*)(const float &&));
template __global__ void pointer<int *>(int *const *, int **const *, int *&(*)(int *&&));
template <bool A, char B, long C, unsigned long long D, short E, signed char F, unsigned char G, long long H, __int128 I> __global__ void literals() {}
template __global__ void literals<true, 'x', -5l, 18446744073709551615ull, 3, -1, 200, 1ll << 40, 7>();
template __global__ void literals<false, '\n', 0, 0, -3, 1, 0, -(1ll << 40), -7>();
template <float F, double D> __global__ void reals() {}
template __global__ void reals<1.5f, -0.25>();
template <Color C, Mode M> __global__ void enums() {}
template __global__ void enums<GREEN, Mode::SLOW>();
template __global__ void enums<BLUE, Mode::FAST>();
template __global__ void enums<(Color)3, (Mode)3>();
template <class... T> __global__ void pack(T... a) {}
template __global__ void pack<>();
template __global__ void pack<int>(int);
template __global__ void pack<int, float *, Point>(int, float *, Point);
template <class A, class... T> __global__ void packOf(A a, const T *...b, outer::Box<T>... c) {}
template __global__ void packOf<int>(int);
template __global__ void packOf<int, float, double *>(int, const float *, double *const *, outer::Box<float>, outer::Box<double *>);
template <int... N> __global__ void indices() {}
template __global__ void indices<>();
template __global__ void indices<1, 2, 3>();
template <class... A> struct Types {}; template <int... N> struct Numbers {};
template <class A, class B> __global__ void lists(A a, B b) {}
template __global__ void lists<Types<>, Numbers<> >(Types<>, Numbers<>);
template __global__ void lists<Types<int, Types<float> >, Numbers<1, -2> >(Types<int, Types<float> >, Numbers<1, -2>);
template <class... T> __global__ void all(Types<T...> a, Types<const T *...> b) {}
template __global__ void all<int, float>(Types<int, float>, Types<const int *, const float *>);
template <template <class> class B, class T> __global__ void templates(B<T> a) {}
template __global__ void templates<outer::Box, int>(outer::Box<int>);
__device__ int device; __device__ int deviceFunction(int a) { return a; }
template <int *P> __global__ void addressed() {} template __global__ void addressed<&device>();
template <int (*F)(int)> __global__ void called() {} template __global__ void called<deviceFunction>();
template __global__ void called<outer::Box<int>::twice>();
template <int Point::*P> __global__ void member() {} template __global__ void member<&Point::number>();
template <int (Point::*P)(int) const> __global__ void method() {} template __global__ void method<&Point::method>();
template <auto V> __global__ void automatic() {} template __global__ void automatic<5>(); template __global__ void automatic<5u>();
template __global__ void automatic<Mode::FAST>(); template __global__ void automatic<nullptr>();
// Expressions in signatures.
template <int N> struct Size {};
template <int N> __global__ void computed(Size<N + 1> a, Size<(N > 2) ? N : -N> b) {} template __global__ void computed<3>(Size<4>, Size<3>);
template <class T> __global__ void sized(Size<sizeof(T)> a, T b) {} template __global__ void sized<double>(Size<8>, double);
template <class T, int N> __global__ void dimension(T (*a)[N], Size<N * 2> b) {} template __global__ void dimension<float, 8>(float (*)[8], Size<16>);
template <class T> __global__ typename std::enable_if<std::is_integral<T>::value>::type enabled(T a) {}
template __global__ void enabled<int>(int);
template <class T> __global__ std::enable_if_t<!std::is_integral<T>::value && (sizeof(T) > 2)> enabled(T a) {}
template __global__ void enabled<float>(float);
template <class T> __global__ void typed(T a, decltype(a + 1) b, typename T::type *c = nullptr) {}
struct HasType { using type = float; __host__ __device__ int operator+(int) const { return 0; } };
template __global__ void typed<HasType>(HasType, int, float *);
template <class T> __global__ void declared(T a, decltype(T() * a) b) {} template __global__ void declared<float>(float, float);
template <class... T> __global__ void counted(Size<sizeof...(T)> a, T... b) {} template __global__ void counted<int, char>(Size<2>, int, char);
template <class F> __global__ void invoke(F f, int *out) { *out = f(1); }
struct Functor { __device__ int operator()(int a) const { return a; } };
template <class T, class Op = Functor> __global__ void apply(T *a, Op op) {} template __global__ void apply<float>(float *, Functor);
template <class T> struct Conditional { using type = std::conditional_t<(sizeof(T) > 4), T, int>; };
template <class T> __global__ void dependent(typename Conditional<T>::type a, T b) {} template __global__ void dependent<double>(double, double);
template <class T> struct Host { template <int N> __host__ __device__ static T run(T a) { return a; } struct Local { T t; }; };
template <class T> __global__ void hosted(typename Host<T>::Local *a) {} template __global__ void hosted<int>(Host<int>::Local *);
template __global__ void called<Host<int>::run<3> >();
template <class T, T... V> struct Sequence {};
template <class T, T... V> __global__ void sequence(Sequence<T, V...> a) {} template __global__ void sequence<unsigned, 0, 1, 2>(Sequence<unsigned, 0, 1, 2>);
template <class T> requires(sizeof(T) == 4) __global__ void constrained(T a) {} template __global__ void constrained<int>(int);
template <class T> concept Small = sizeof(T) < 16;
template <Small T> __global__ void concepts(T a) {} template __global__ void concepts<int>(int);
struct Config { int a; int b; };
template <Config C> __global__ void configured() {} template __global__ void configured<Config{1, 2}>();

int main() {
  int *out = nullptr;
  invoke<<<1, 1>>>([] __device__(int a) { return a + 1; }, out);
  int b = 2; float c = 3;
  invoke<<<1, 1>>>([=] __device__(int a) { return a + b + (int)c; }, out);
  invoke<<<1, 1>>>([] __host__ __device__(int a) { return a * 2; }, out);
  ofThisFile<<<1, 1>>>(out);
  return 0;
}
// What a lambda in a function template is called refers back to that function's parameters.
namespace ns { template <class T> void launch(T *a) {
  int k = 1;
  invoke<<<1, 1>>>([=] __device__(int a) { return a + k; }, a);
} template void launch<int>(int *); }
