package dev.magpie.ptx.execute;

import java.util.Map;

/** Instructions on matrices that the lanes of a warp hold together. */
final class MatrixOperations {
  static final Map<String, Decoders.Decoder> DECODERS =
      Map.of(
          "mma", MatrixMultiply::mma,
          "wmma", MatrixOperations::wmma,
          "ldmatrix", RowMatrices::load,
          "stmatrix", RowMatrices::store,
          "movmatrix", RowMatrices::transpose);

  private MatrixOperations() {}

  private static Operation wmma(Decoding at) {
    return switch (at.takeRequired("load", "store", "mma")) {
      case "load" -> MatrixAccess.load(at);
      case "store" -> MatrixAccess.store(at);
      default -> MatrixMultiply.wmma(at);
    };
  }
}
