package dev.magpie.snapshot;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A type of the tensors of GGUF: one of our elements, or blocks of several that share scales
 * (ggml's {@code GGML_QUANT_SIZES}).
 */
enum GgufType {
  F32(0, Dtype.F32),
  F16(1, Dtype.F16),
  Q4_0(2, 32, 18),
  Q4_1(3, 32, 20),
  Q5_0(6, 32, 22),
  Q5_1(7, 32, 24),
  Q8_0(8, 32, 34),
  Q8_1(9, 32, 36),
  Q2_K(10, 256, 84),
  Q3_K(11, 256, 110),
  Q4_K(12, 256, 144),
  Q5_K(13, 256, 176),
  Q6_K(14, 256, 210),
  Q8_K(15, 256, 292),
  IQ2_XXS(16, 256, 66),
  IQ2_XS(17, 256, 74),
  IQ3_XXS(18, 256, 98),
  IQ1_S(19, 256, 50),
  IQ4_NL(20, 32, 18),
  IQ3_S(21, 256, 110),
  IQ2_S(22, 256, 82),
  IQ4_XS(23, 256, 136),
  I8(24, Dtype.I8),
  I16(25, Dtype.I16),
  I32(26, Dtype.I32),
  I64(27, Dtype.I64),
  F64(28, Dtype.F64),
  IQ1_M(29, 256, 56),
  BF16(30, Dtype.BF16),
  TQ1_0(34, 256, 54),
  TQ2_0(35, 256, 66),
  /** 32 elements of 4 bits and a scale that is a power of two (OCP MX). */
  MXFP4(39, 32, 17),
  /** Four times 16 elements of 4 bits, and a scale of 8 bits for each. */
  NVFP4(40, 64, 36),
  Q1_0(41, 128, 18),
  Q2_0(42, 64, 18);

  private final int number;
  private final @Nullable Dtype dtype;
  private final int elements;
  private final int bytes;

  GgufType(int number, Dtype dtype) {
    this.number = number;
    this.dtype = dtype;
    elements = 1;
    bytes = dtype.bytes();
  }

  GgufType(int number, int elements, int bytes) {
    this.number = number;
    dtype = null;
    this.elements = elements;
    this.bytes = bytes;
  }

  /** The type that files give this number. */
  static Optional<GgufType> of(long number) {
    return Stream.of(values()).filter(each -> each.number == number).findFirst();
  }

  /** Ours, if it is one. */
  Optional<Dtype> dtype() {
    return Optional.ofNullable(dtype);
  }

  /** Elements of a block, which lie in a row. */
  int elements() {
    return elements;
  }

  /**
   * Bytes of a tensor.
   *
   * @param shape the last dimension is that of rows, whole blocks each
   * @throws ArithmeticException if they are more than a {@code long} counts
   */
  long bytes(List<Long> shape) {
    long count = 1;
    for (long dimension : shape) {
      count = Math.multiplyExact(count, dimension);
    }
    return Math.multiplyExact(count / elements, (long) bytes);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
