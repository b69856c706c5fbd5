package dev.magpie.snapshot;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The elements of a PyTorch tensor.
 *
 * @param name what reports call them
 * @param element ours; empty where they have none there
 * @param bytes of one
 */
record TorchType(String name, Optional<ElementType> element, int bytes) {
  private static final Map<String, Dtype> OURS =
      Map.ofEntries(
          Map.entry("float", Dtype.F32),
          Map.entry("float32", Dtype.F32),
          Map.entry("double", Dtype.F64),
          Map.entry("float64", Dtype.F64),
          Map.entry("half", Dtype.F16),
          Map.entry("float16", Dtype.F16),
          Map.entry("bfloat16", Dtype.BF16),
          Map.entry("long", Dtype.I64),
          Map.entry("int64", Dtype.I64),
          Map.entry("int", Dtype.I32),
          Map.entry("int32", Dtype.I32),
          Map.entry("short", Dtype.I16),
          Map.entry("int16", Dtype.I16),
          Map.entry("char", Dtype.I8),
          Map.entry("int8", Dtype.I8),
          Map.entry("byte", Dtype.U8),
          Map.entry("uint8", Dtype.U8),
          Map.entry("bool", Dtype.U8),
          Map.entry("untyped", Dtype.U8),
          Map.entry("uint16", Dtype.U16),
          Map.entry("uint32", Dtype.U32),
          Map.entry("uint64", Dtype.U64));

  private static final Map<String, Dtype> COMPLEX =
      Map.of(
          "complexfloat", Dtype.F32,
          "complex64", Dtype.F32,
          "complexdouble", Dtype.F64,
          "complex128", Dtype.F64);

  /** By the names that safetensors has. */
  private static final Map<String, String> BYTES =
      Map.of(
          "float8_e4m3fn", "f8_e4m3",
          "float8_e5m2", "f8_e5m2",
          "float8_e4m3fnuz", "f8_e4m3fnuz",
          "float8_e5m2fnuz", "f8_e5m2fnuz",
          "float8_e8m0fnu", "f8_e8m0",
          "float4_e2m1fn_x2", "f4_x2");

  /** The type of {@code torch.FloatStorage} and the like, or of {@code torch.float32}. */
  static Optional<TorchType> of(PickleReader.Name name) {
    String type = name.name().replaceFirst("Storage$", "").toLowerCase(Locale.ROOT);
    if (OURS.containsKey(type)) {
      return Optional.of(of(ElementType.of(OURS.get(type))));
    }
    if (COMPLEX.containsKey(type)) {
      return Optional.of(of(ElementType.vector(COMPLEX.get(type), 2)));
    }
    return Optional.ofNullable(BYTES.get(type))
        .map(bytes -> new TorchType(bytes, Optional.empty(), 1));
  }

  private static TorchType of(ElementType element) {
    return new TorchType(
        element.dtype().toString(), Optional.of(element), Math.toIntExact(element.bytes()));
  }
}
