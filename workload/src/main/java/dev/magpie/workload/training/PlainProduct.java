package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Struct;

/**
 * A product of two matrices, whose elements lie at regular distances.
 *
 * @param left the first operand
 * @param right the second
 * @param to the product
 */
record PlainProduct(int rows, int columns, int terms, Matrix left, Matrix right, Matrix to) {
  /**
   * Where a matrix is.
   *
   * @param at its first element
   * @param row elements from a row to the next
   * @param column elements from a column to the next
   */
  record Matrix(DeviceBuffer buffer, int at, int row, int column) {
    /** Rows one behind another. */
    static Matrix of(DeviceBuffer buffer, int columns) {
      return new Matrix(buffer, 0, columns, 1);
    }

    /** The same from another row on. */
    Matrix from(int firstRow) {
      return new Matrix(buffer, at + firstRow * row, row, column);
    }

    Matrix transposed() {
      return new Matrix(buffer, at, column, row);
    }

    private void addTo(Struct shape) {
      shape.add(at).add(row).add(column);
    }
  }

  void store(Host host) {
    launch(host, "product", ProductTile.of(rows, columns, terms, 4, 8, 16, 32));
  }

  void add(Host host) {
    launch(host, "product_add", new ProductTile(ProductTile.cheapest(rows, 8, 32), 1));
  }

  private void launch(Host host, String name, ProductTile tile) {
    Struct shape = new Struct(Integer.BYTES).add(rows).add(columns).add(terms);
    left.addTo(shape);
    right.addTo(shape);
    to.addTo(shape);
    host.launch(
        tile.kernel(name),
        tile.grid(rows, columns),
        tile.block(),
        0,
        shape,
        left.buffer(),
        right.buffer(),
        to.buffer());
  }
}
