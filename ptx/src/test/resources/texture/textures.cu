// Fetches at coordinates in memory; nvcc 13.0 -ptx -arch=sm_75 textures.cu -o textures.ptx

// Of a fetch, c has the coordinates and l, in the bits of c.w, the layer.
#define FETCH(name, T, expression)                                                              \
  extern "C" __global__ void name(cudaTextureObject_t t, const float4 *at, T *out, int n) {     \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                              \
    if (i < n) {                                                                                \
      float4 c = at[i];                                                                         \
      int l = __float_as_int(c.w);                                                              \
      out[i] = expression;                                                                      \
    }                                                                                           \
  }

FETCH(real1, float4, tex1D<float4>(t, c.x))
FETCH(real2, float4, tex2D<float4>(t, c.x, c.y))
FETCH(real3, float4, tex3D<float4>(t, c.x, c.y, c.z))
FETCH(realA1, float4, tex1DLayered<float4>(t, c.x, l))
FETCH(realA2, float4, tex2DLayered<float4>(t, c.x, c.y, l))
FETCH(realCube, float4, texCubemap<float4>(t, c.x, c.y, c.z))
FETCH(realACube, float4, texCubemapLayered<float4>(t, c.x, c.y, c.z, l))

FETCH(signed1, int4, tex1D<int4>(t, c.x))
FETCH(signed2, int4, tex2D<int4>(t, c.x, c.y))
FETCH(signed3, int4, tex3D<int4>(t, c.x, c.y, c.z))
FETCH(signedA2, int4, tex2DLayered<int4>(t, c.x, c.y, l))
FETCH(unsigned1, uint4, tex1D<uint4>(t, c.x))
FETCH(unsigned2, uint4, tex2D<uint4>(t, c.x, c.y))
FETCH(bytes2, uchar4, tex2D<uchar4>(t, c.x, c.y))

FETCH(gatherR, float4, tex2Dgather<float4>(t, c.x, c.y, 0))
FETCH(gatherG, float4, tex2Dgather<float4>(t, c.x, c.y, 1))
FETCH(gatherB, int4, tex2Dgather<int4>(t, c.x, c.y, 2))
FETCH(gatherA, uint4, tex2Dgather<uint4>(t, c.x, c.y, 3))

FETCH(lod1, float4, tex1DLod<float4>(t, c.x, c.z))
FETCH(lod2, float4, tex2DLod<float4>(t, c.x, c.y, c.z))
FETCH(lod3, float4, tex3DLod<float4>(t, c.x, c.y, c.z, c.w))
FETCH(lodA1, float4, tex1DLayeredLod<float4>(t, c.x, l, c.z))
FETCH(lodA2, float4, tex2DLayeredLod<float4>(t, c.x, c.y, l, c.z))
FETCH(lodCube, float4, texCubemapLod<float4>(t, c.x, c.y, c.z, c.w))
FETCH(lodACube, float4, texCubemapLayeredLod<float4>(t, c.x, c.y, c.z, 1, c.w))

// Every fetch has three vectors: the coordinates and what changes them.
#define GRADIENT(name, expression)                                                              \
  extern "C" __global__ void name(cudaTextureObject_t t, const float4 *at, float4 *out, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                              \
    if (i < n) {                                                                                \
      float4 c = at[3 * i], x = at[3 * i + 1], y = at[3 * i + 2];                               \
      out[i] = expression;                                                                      \
    }                                                                                           \
  }

GRADIENT(grad1, tex1DGrad<float4>(t, c.x, x.x, y.x))
GRADIENT(grad2, tex2DGrad<float4>(t, c.x, c.y, make_float2(x.x, x.y), make_float2(y.x, y.y)))
GRADIENT(grad3, tex3DGrad<float4>(t, c.x, c.y, c.z, x, y))
GRADIENT(gradCube, texCubemapGrad<float4>(t, c.x, c.y, c.z, x, y))
GRADIENT(gradA2,
         tex2DLayeredGrad<float4>(t, c.x, c.y, 1, make_float2(x.x, x.y), make_float2(y.x, y.y)))

extern "C" __global__ void linear(cudaTextureObject_t t, int first, float4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = tex1Dfetch<float4>(t, first + i);
  }
}

extern "C" __global__ void linearBytes(cudaTextureObject_t t, int first, uchar2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = tex1Dfetch<uchar2>(t, first + i);
  }
}

// Each thread has a texture of its own, whose handle is in memory.
extern "C" __global__ void many(const cudaTextureObject_t *t, float *out) {
  int i = threadIdx.x;
  if (i % 5 != 3) {
    out[i] = tex2D<float>(t[i], 0.5f, i + 0.5f);
  }
}

extern "C" __global__ void resident(cudaTextureObject_t t, int *out) {
  bool is = false, gathers = false;
  float4 v = tex2D<float4>(t, 0.5f, 0.5f, &is);
  float4 g = tex2Dgather<float4>(t, 0.5f, 0.5f, &gathers, 0);
  out[threadIdx.x] = (is ? 1 : 0) + (gathers ? 2 : 0) + (v.x == g.w ? 4 : 0);
}

#define QUERY(what, to) asm volatile("txq." what ".b32 %0, [%1];" : "=r"(to) : "l"(t))

extern "C" __global__ void query(cudaTextureObject_t t, int *out) {
  QUERY("width", out[0]);
  QUERY("height", out[1]);
  QUERY("depth", out[2]);
  QUERY("channel_data_type", out[3]);
  QUERY("channel_order", out[4]);
  QUERY("normalized_coords", out[5]);
  QUERY("array_size", out[6]);
  QUERY("num_mipmap_levels", out[7]);
  QUERY("filter_mode", out[8]);
  QUERY("addr_mode_0", out[9]);
  QUERY("addr_mode_1", out[10]);
  QUERY("addr_mode_2", out[11]);
  asm volatile("txq.level.width.b32 %0, [%1], %2;" : "=r"(out[12]) : "l"(t), "r"(1));
}
