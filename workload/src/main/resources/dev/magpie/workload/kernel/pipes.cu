// Chains of one operation, each step of which needs the one before: what an operation takes when a
// warp is alone, and how many a multiprocessor does when it is full.

#define STEPS 64

#define CHAIN(name, type, step, ...)                                              \
  extern "C" __global__ void name(type *out, const type *in, type a, type b,      \
                                  int iterations) {                               \
    type x = in[threadIdx.x];                                                     \
    _Pragma("unroll 1") for (int i = 0; i < iterations; i++) {                    \
      _Pragma("unroll") for (int j = 0; j < STEPS; j++) {                         \
        asm volatile(step : __VA_ARGS__);                                         \
      }                                                                           \
    }                                                                             \
    out[threadIdx.x] = x;                                                         \
  }

// Two operations, for the compiler to machine code makes one of two additions.
CHAIN(add_xor_integer, int, "add.s32 %0, %0, %1; xor.b32 %0, %0, %2;", "+r"(x) : "r"(a), "r"(b))
CHAIN(multiply_add_integer, int, "mad.lo.s32 %0, %0, %1, %2;", "+r"(x) : "r"(a), "r"(b))
CHAIN(divide_integer, int, "div.s32 %0, %1, %0;", "+r"(x) : "r"(a), "r"(b))
CHAIN(add_single, float, "add.rn.f32 %0, %0, %1;", "+f"(x) : "f"(a), "f"(b))
CHAIN(multiply_add_single, float, "fma.rn.f32 %0, %0, %1, %2;", "+f"(x) : "f"(a), "f"(b))
CHAIN(divide_single, float, "div.rn.f32 %0, %1, %0;", "+f"(x) : "f"(a), "f"(b))
CHAIN(power_single, float, "ex2.approx.ftz.f32 %0, %0;", "+f"(x) : "f"(a), "f"(b))
CHAIN(add_double, double, "add.rn.f64 %0, %0, %1;", "+d"(x) : "d"(a), "d"(b))
CHAIN(multiply_add_double, double, "fma.rn.f64 %0, %0, %1, %2;", "+d"(x) : "d"(a), "d"(b))
CHAIN(divide_double, double, "div.rn.f64 %0, %1, %0;", "+d"(x) : "d"(a), "d"(b))
