// Geometry of an element of eight nodes, after LULESH; [axis][node]. Corners 0 to 3 go around the bottom,
// 4 to 7 above them.
#define CORNERS 8

__device__ __forceinline__ double dot(const double *a, const double *b) {
  return fma(a[2], b[2], fma(a[1], b[1], a[0] * b[0]));
}

// Adds the cross product of a and b, scaled.
__device__ __forceinline__ void add_cross(const double *a, const double *b, double scale, double *sum) {
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    int y = (axis + 1) % 3;
    int z = (axis + 2) % 3;
    sum[axis] = fma(scale, fma(a[y], b[z], -(a[z] * b[y])), sum[axis]);
  }
}

__device__ __forceinline__ void cross(const double *a, const double *b, double *product) {
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    int y = (axis + 1) % 3;
    int z = (axis + 2) % 3;
    product[axis] = fma(a[y], b[z], -(a[z] * b[y]));
  }
}

// From one corner to another.
__device__ __forceinline__ void between(const double n[3][CORNERS], int from, int to, double *difference) {
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    difference[axis] = n[axis][to] - n[axis][from];
  }
}

// Derivatives of the shape functions at the first four corners, those of the other four are opposite; and the volume.
__device__ __forceinline__ double shape_derivatives(const double n[3][CORNERS], double b[3][4]) {
  double xi[3], eta[3], zeta[3], c_xi[3], c_eta[3], c_zeta[3];
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    double d60 = n[axis][6] - n[axis][0];
    double d53 = n[axis][5] - n[axis][3];
    double d71 = n[axis][7] - n[axis][1];
    double d42 = n[axis][4] - n[axis][2];
    xi[axis] = 0.125 * ((d60 + d53) - (d71 + d42));
    eta[axis] = 0.125 * ((d60 - d53) + (d71 - d42));
    zeta[axis] = 0.125 * ((d60 + d53) + (d71 + d42));
  }
  cross(eta, zeta, c_xi);
  cross(zeta, xi, c_eta);
  cross(xi, eta, c_zeta);
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    b[axis][0] = (-c_xi[axis] - c_eta[axis]) - c_zeta[axis];
    b[axis][1] = (c_xi[axis] - c_eta[axis]) - c_zeta[axis];
    b[axis][2] = (c_xi[axis] + c_eta[axis]) - c_zeta[axis];
    b[axis][3] = (c_eta[axis] - c_xi[axis]) - c_zeta[axis];
  }
  return 8.0 * dot(eta, c_eta);
}

// What each corner has of the normals of its three faces.
__device__ __forceinline__ void corner_normals(const double n[3][CORNERS], double normals[CORNERS][3]) {
  const int face[6][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};
#pragma unroll
  for (int corner = 0; corner < CORNERS; corner++) {
    normals[corner][0] = normals[corner][1] = normals[corner][2] = 0.0;
  }
#pragma unroll
  for (int f = 0; f < 6; f++) {
    double first[3], second[3];
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
      double d20 = n[axis][face[f][2]] - n[axis][face[f][0]];
      double d31 = n[axis][face[f][3]] - n[axis][face[f][1]];
      first[axis] = 0.5 * (d20 + d31);
      second[axis] = 0.5 * (d20 - d31);
    }
#pragma unroll
    for (int corner = 0; corner < 4; corner++) {
      add_cross(first, second, 0.25, normals[face[f][corner]]);
    }
  }
}

// How the volume changes with each corner.
__device__ __forceinline__ void volume_derivatives(const double n[3][CORNERS], double derivatives[CORNERS][3]) {
  // Five neighbours and the corner across from them, in LULESH's order.
  const int around[CORNERS][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                  {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};
  // Pairs of them whose sums are multiplied.
  const int pairs[3][4] = {{1, 2, 0, 1}, {0, 4, 3, 4}, {3, 5, 2, 5}};
#pragma unroll
  for (int corner = 0; corner < CORNERS; corner++) {
    double *sum = derivatives[corner];
    sum[0] = sum[1] = sum[2] = 0.0;
#pragma unroll
    for (int p = 0; p < 3; p++) {
      double a[3], b[3];
#pragma unroll
      for (int axis = 0; axis < 3; axis++) {
        a[axis] = n[axis][around[corner][pairs[p][0]]] + n[axis][around[corner][pairs[p][1]]];
        b[axis] = n[axis][around[corner][pairs[p][2]]] + n[axis][around[corner][pairs[p][3]]];
      }
      add_cross(a, b, 1.0 / 12.0, sum);
    }
  }
}

__device__ __forceinline__ double volume_of(const double n[3][CORNERS]) {
  // Each line: two differences that are added, and the two that span an area.
  const int from[3][4] = {{1, 2, 3, 0}, {3, 7, 4, 0}, {4, 5, 1, 0}};
  const int to[3][4] = {{3, 7, 6, 2}, {4, 5, 6, 7}, {1, 2, 6, 5}};
  double volume = 0.0;
#pragma unroll
  for (int t = 0; t < 3; t++) {
    double a[3], other[3], b[3], c[3], area[3];
    between(n, from[t][0], to[t][0], a);
    between(n, from[t][1], to[t][1], other);
    between(n, from[t][2], to[t][2], b);
    between(n, from[t][3], to[t][3], c);
    cross(b, c, area);
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
      volume = fma(a[axis] + other[axis], area[axis], volume);
    }
  }
  return volume * (1.0 / 12.0);
}

// Volume by the square root of the largest face.
__device__ __forceinline__ double characteristic_length(const double n[3][CORNERS], double volume) {
  const int face[6][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  double largest = 0.0;
#pragma unroll
  for (int f = 0; f < 6; f++) {
    double difference[3], sum[3];
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
      double d20 = n[axis][face[f][2]] - n[axis][face[f][0]];
      double d31 = n[axis][face[f][3]] - n[axis][face[f][1]];
      difference[axis] = d20 - d31;
      sum[axis] = d20 + d31;
    }
    double mixed = dot(difference, sum);
    double area = fma(dot(difference, difference), dot(sum, sum), -(mixed * mixed));
    largest = area > largest ? area : largest;
  }
  return 4.0 * volume / sqrt(largest);
}

// By Newton's method from a third of the exponent, so that it is the same everywhere.
__device__ __forceinline__ double cube_root(double x) {
  double root = __longlong_as_double(__double_as_longlong(x) / 3 + 0x2A9F7893782DA1CELL);
#pragma unroll
  for (int i = 0; i < 5; i++) {
    root = fma(-1.0 / 3.0, root - x / (root * root), root);
  }
  return root;
}
