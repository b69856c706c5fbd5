package dev.magpie.snapshot;

import io.jhdf.object.datatype.ArrayDataType;
import io.jhdf.object.datatype.BitField;
import io.jhdf.object.datatype.CompoundDataType;
import io.jhdf.object.datatype.CompoundDataType.CompoundDataMember;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.OpaqueDataType;
import io.jhdf.object.datatype.OrderedDataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HDF5's element types. */
final class Hdf5Type {
  /** Bits of the exponent that tell bf16 from f16. */
  private static final int BF16_EXPONENT_BITS = 8;

  private Hdf5Type() {}

  /** The element type, or null for one whose elements are not numbers in place. */
  static @Nullable ElementType of(DataType type) {
    return switch (type) {
      case FixedPoint number -> ordered(number, integer(number.isSigned() ? "i" : "u", type));
      case BitField bits -> ordered(bits, integer("u", type));
      case FloatingPoint number -> floating(number);
      case EnumDataType names ->
          // h5py and NetCDF keep booleans so.
          names.getBaseType().getSize() == 1 ? ElementType.of(Dtype.U8) : of(names.getBaseType());
      case OpaqueDataType _ -> bytes(type);
      case ArrayDataType array -> array(array);
      case CompoundDataType compound -> complex(compound);
      default -> null;
    };
  }

  private static ElementType ordered(OrderedDataType type, ElementType element) {
    return element.in(type.getByteOrder());
  }

  private static ElementType integer(String kind, DataType type) {
    return switch (type.getSize()) {
      case 1, 2, 4, 8 -> ElementType.of(Dtype.parse(kind + 8 * type.getSize()));
      default -> bytes(type);
    };
  }

  private static ElementType floating(FloatingPoint type) {
    ElementType element =
        switch (type.getSize()) {
          case 2 ->
              ElementType.of(type.getExponentSize() == BF16_EXPONENT_BITS ? Dtype.BF16 : Dtype.F16);
          case 4 -> ElementType.of(Dtype.F32);
          case 8 -> ElementType.of(Dtype.F64);
          default -> bytes(type);
        };
    return ordered(type, element);
  }

  private static ElementType bytes(DataType type) {
    return ElementType.vector(Dtype.U8, type.getSize());
  }

  private static @Nullable ElementType array(ArrayDataType type) {
    ElementType base = of(type.getBaseType());
    return base == null || base.bytes() == 0 || type.getSize() % base.bytes() != 0
        ? null
        : ElementType.vector(base.dtype(), type.getSize() / base.dtype().bytes()).in(base.order());
  }

  /** Two floats of one type side by side, as h5py and others keep complex numbers. */
  private static @Nullable ElementType complex(CompoundDataType type) {
    List<CompoundDataMember> parts = type.getMembers();
    if (parts.size() == 2
        && parts.get(0).getDataType() instanceof FloatingPoint real
        && parts.get(1).getDataType() instanceof FloatingPoint imaginary
        && real.getSize() == imaginary.getSize()
        && real.getByteOrder().equals(imaginary.getByteOrder())
        && type.getSize() == 2 * real.getSize()) {
      ElementType part = floating(real);
      return part.vector() ? bytes(type) : ElementType.vector(part.dtype(), 2).in(part.order());
    }
    return null;
  }
}
