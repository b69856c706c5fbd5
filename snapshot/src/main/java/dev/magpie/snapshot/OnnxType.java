package dev.magpie.snapshot;

import java.util.List;
import java.util.Optional;

/**
 * The elements of a tensor of ONNX ({@code TensorProto.DataType}).
 *
 * @param name what reports call them, as safetensors does
 * @param element ours; empty where they have none there
 * @param bits of one
 */
record OnnxType(String name, Optional<ElementType> element, int bits) {
  private static final List<Optional<OnnxType>> BY_NUMBER =
      List.of(
          Optional.empty(),
          ours(Dtype.F32),
          ours(Dtype.U8),
          ours(Dtype.I8),
          ours(Dtype.U16),
          ours(Dtype.I16),
          ours(Dtype.I32),
          ours(Dtype.I64),
          // Strings.
          Optional.empty(),
          // Booleans.
          ours(Dtype.U8),
          ours(Dtype.F16),
          ours(Dtype.F64),
          ours(Dtype.U32),
          ours(Dtype.U64),
          complex(Dtype.F32),
          complex(Dtype.F64),
          ours(Dtype.BF16),
          bytes("f8_e4m3", 8),
          bytes("f8_e4m3fnuz", 8),
          bytes("f8_e5m2", 8),
          bytes("f8_e5m2fnuz", 8),
          bytes("u4", 4),
          bytes("i4", 4),
          bytes("f4", 4),
          bytes("f8_e8m0", 8),
          bytes("u2", 2),
          bytes("i2", 2));

  private static final int STRING = 8;

  private static Optional<OnnxType> ours(Dtype dtype) {
    return of(ElementType.of(dtype));
  }

  private static Optional<OnnxType> complex(Dtype dtype) {
    return of(ElementType.vector(dtype, 2));
  }

  private static Optional<OnnxType> of(ElementType element) {
    int bits = Math.toIntExact(Byte.SIZE * element.bytes());
    return Optional.of(new OnnxType(element.dtype().toString(), Optional.of(element), bits));
  }

  private static Optional<OnnxType> bytes(String name, int bits) {
    return Optional.of(new OnnxType(name, Optional.empty(), bits));
  }

  static Optional<OnnxType> of(long number) {
    return number < 0 || number >= BY_NUMBER.size()
        ? Optional.empty()
        : BY_NUMBER.get((int) number);
  }

  static boolean isStrings(long number) {
    return number == STRING;
  }

  /** Bytes of so many, the last of which may be filled up. */
  long bytes(long elements) {
    return Math.ceilDiv(Math.multiplyExact(elements, (long) bits), (long) Byte.SIZE);
  }
}
