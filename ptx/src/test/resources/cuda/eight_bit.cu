// Floats of 8 bits: sm_75 has them in integer arithmetic, sm_90 in instructions. For ARCH in 75
// and 90: nvcc -ptx -std=c++17 -arch=sm_ARCH eight_bit.cu -o eight_bit.sm_ARCH.ptx
#include <cuda_fp8.h>

template <class One, class Two>
__device__ void narrow(const float *in, unsigned char *one, unsigned short *two,
                       unsigned short *halves) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  one[i] = One(v).__x;
  two[i] = Two(make_float2(v, -v)).__x;
  halves[i] = Two(__floats2half2_rn(v, 0.5f * v)).__x;
}

extern "C" __global__ void narrowE4M3(const float *in, unsigned char *one, unsigned short *two,
                                      unsigned short *halves) {
  narrow<__nv_fp8_e4m3, __nv_fp8x2_e4m3>(in, one, two, halves);
}

extern "C" __global__ void narrowE5M2(const float *in, unsigned char *one, unsigned short *two,
                                      unsigned short *halves) {
  narrow<__nv_fp8_e5m2, __nv_fp8x2_e5m2>(in, one, two, halves);
}

extern "C" __global__ void widen(float *e4m3, float *e5m2) {
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = b.__x = threadIdx.x;
  e4m3[threadIdx.x] = float(a);
  e5m2[threadIdx.x] = float(b);
}
