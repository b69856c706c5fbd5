// Accesses to surfaces; nvcc 13.0 -ptx -arch=sm_75 surfaces.cu -o surfaces.ptx

// Copies from one surface to another, a value a thread; at has x in bytes, y, z and the layer.
#define COPY(name, T, load, store)                                                              \
  extern "C" __global__ void name(cudaSurfaceObject_t from, cudaSurfaceObject_t to,             \
                                  const int4 *at, int n) {                                      \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                              \
    if (i < n) {                                                                                \
      int4 c = at[i];                                                                           \
      T v = load;                                                                               \
      store;                                                                                    \
    }                                                                                           \
  }

COPY(copy1, float4, surf1Dread<float4>(from, c.x), surf1Dwrite(v, to, c.x))
COPY(copy2, uchar2, surf2Dread<uchar2>(from, c.x, c.y), surf2Dwrite(v, to, c.x, c.y))
COPY(copy3, short4, surf3Dread<short4>(from, c.x, c.y, c.z), surf3Dwrite(v, to, c.x, c.y, c.z))
COPY(copyA1, char, surf1DLayeredread<char>(from, c.x, c.w), surf1DLayeredwrite(v, to, c.x, c.w))
COPY(copyA2, int, surf2DLayeredread<int>(from, c.x, c.y, c.w),
     surf2DLayeredwrite(v, to, c.x, c.y, c.w))
COPY(copyCube, longlong2, surfCubemapread<longlong2>(from, c.x, c.y, c.w),
     surfCubemapwrite(v, to, c.x, c.y, c.w))
COPY(copyACube, unsigned short, surfCubemapLayeredread<unsigned short>(from, c.x, c.y, c.w),
     surfCubemapLayeredwrite(v, to, c.x, c.y, c.w))

extern "C" __global__ void read(cudaSurfaceObject_t s, int x, int y, int *out) {
  out[0] = surf2Dread<int>(s, x, y, cudaBoundaryModeClamp);
  out[1] = surf2Dread<int>(s, x, y, cudaBoundaryModeZero);
}

extern "C" __global__ void readTrap(cudaSurfaceObject_t s, int x, int y, int *out) {
  out[0] = surf2Dread<int>(s, x, y, cudaBoundaryModeTrap);
}

extern "C" __global__ void writeClamp(cudaSurfaceObject_t s, int x, int y, int value) {
  surf2Dwrite(value, s, x, y, cudaBoundaryModeClamp);
}

extern "C" __global__ void writeZero(cudaSurfaceObject_t s, int x, int y, int value) {
  surf2Dwrite(value, s, x, y, cudaBoundaryModeZero);
}

extern "C" __global__ void writeTrap(cudaSurfaceObject_t s, int x, int y, int value) {
  surf2Dwrite(value, s, x, y, cudaBoundaryModeTrap);
}

#define QUERY(what, to) asm volatile("suq." what ".b32 %0, [%1];" : "=r"(to) : "l"(s))

extern "C" __global__ void query(cudaSurfaceObject_t s, int *out) {
  QUERY("width", out[0]);
  QUERY("height", out[1]);
  QUERY("depth", out[2]);
  QUERY("channel_data_type", out[3]);
  QUERY("channel_order", out[4]);
  QUERY("array_size", out[5]);
  QUERY("memory_layout", out[6]);
}
