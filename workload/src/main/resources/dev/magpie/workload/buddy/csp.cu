// A cell's five components together, 40 bytes, after 357.csp; and its three rows, 48 bytes.
#define AT(m, cell, cells) ((cell) * 5 + (m))
#include "pentadiagonal.cuh"

__device__ __forceinline__ void put_row(double *lhs, int system, int cell, int cells, Row row) {
  reinterpret_cast<double2 *>(lhs)[3 * cell + system] = make_double2(row.near, row.far);
}

__device__ __forceinline__ Row row_of(const double *lhs, int system, int cell, int cells) {
  double2 row = reinterpret_cast<const double2 *>(lhs)[3 * cell + system];
  return {row.x, row.y};
}
