package dev.magpie.workload.hpc;

/** The cells of a box, x fastest. */
record Grid(int nx, int ny, int nz) {
  int cells() {
    return nx * ny * nz;
  }

  int at(int x, int y, int z) {
    return (z * ny + y) * nx + x;
  }

  /** The cell, with each coordinate taken around the box. */
  int around(int x, int y, int z) {
    return at(Math.floorMod(x, nx), Math.floorMod(y, ny), Math.floorMod(z, nz));
  }

  int stride(int axis) {
    return axis == 0 ? 1 : axis == 1 ? nx : nx * ny;
  }

  int size(int axis) {
    return axis == 0 ? nx : axis == 1 ? ny : nz;
  }

  /** What visits a cell. */
  interface Visitor {
    void visit(int cell, int x, int y, int z);
  }

  /** Visits all cells that are so far from every face. */
  void interior(int margin, Visitor visitor) {
    for (int z = margin; z < nz - margin; z++) {
      for (int y = margin; y < ny - margin; y++) {
        for (int x = margin; x < nx - margin; x++) {
          visitor.visit(at(x, y, z), x, y, z);
        }
      }
    }
  }
}
