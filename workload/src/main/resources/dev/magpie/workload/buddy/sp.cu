// A plane of memory for each component, after 356.sp.
#define AT(m, cell, cells) ((m) * (cells) + (cell))
#include "pentadiagonal.cuh"

__device__ __forceinline__ void put_row(double *lhs, int system, int cell, int cells, Row row) {
  lhs[AT(2 * system, cell, cells)] = row.near;
  lhs[AT(2 * system + 1, cell, cells)] = row.far;
}

__device__ __forceinline__ Row row_of(const double *lhs, int system, int cell, int cells) {
  return {lhs[AT(2 * system, cell, cells)], lhs[AT(2 * system + 1, cell, cells)]};
}
