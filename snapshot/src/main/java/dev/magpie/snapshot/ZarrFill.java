package dev.magpie.snapshot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/** What a Zarr array has where no chunk is stored. */
final class ZarrFill {
  private static final byte[] ZERO = {};

  private ZarrFill() {}

  /**
   * The bytes of one element.
   *
   * @return empty for zeros
   * @throws IllegalArgumentException if the value is none of that type
   */
  static byte[] of(JsonNode value, ElementType element) {
    if (value.isNull() || value.isMissingNode() || element.count() == 0) {
      return ZERO;
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(element.bytes())).order(ByteOrder.LITTLE_ENDIAN);
    if (element.vector() && element.dtype() == Dtype.U8) {
      putBytes(value, bytes);
    } else if (element.vector() && element.dtype() == Dtype.U32 && value.isString()) {
      value.asString().codePoints().limit(element.count()).forEach(bytes::putInt);
    } else if (value.isArray() && value.size() == element.count()) {
      value.forEach(each -> put(each, element.dtype(), bytes));
    } else {
      put(value, element.dtype(), bytes);
    }
    byte[] array = bytes.array();
    for (byte each : array) {
      if (each != 0) {
        return element.order() == ByteOrder.BIG_ENDIAN
            ? reversed(array, element.dtype().bytes())
            : array;
      }
    }
    return ZERO;
  }

  private static byte[] reversed(byte[] array, int bytes) {
    byte[] swapped = new byte[array.length];
    for (int i = 0; i < array.length; i++) {
      swapped[i] = array[i - i % bytes + bytes - 1 - i % bytes];
    }
    return swapped;
  }

  private static void putBytes(JsonNode value, ByteBuffer bytes) {
    byte[] given = new byte[0];
    if (value.isString()) {
      given = Base64.getDecoder().decode(value.asString());
    } else if (value.isArray()) {
      given = new byte[value.size()];
      for (int i = 0; i < given.length; i++) {
        given[i] = (byte) value.get(i).asInt(0);
      }
    }
    bytes.put(given, 0, Math.min(given.length, bytes.remaining()));
  }

  private static void put(JsonNode value, Dtype dtype, ByteBuffer bytes) {
    if (value.isString() && value.asString().startsWith("0x")) {
      byte[] bits = HexFormat.of().parseHex(value.asString().substring(2));
      if (bits.length != dtype.bytes()) {
        throw new IllegalArgumentException(
            "fill_value %s has %d bytes and an element %d"
                .formatted(value, bits.length, dtype.bytes()));
      }
      bytes.put(reversed(bits, Math.max(1, bits.length)));
      return;
    }
    if (dtype == Dtype.I64 && value.isString() && value.asString().equals("NaT")) {
      bytes.putLong(Long.MIN_VALUE);
      return;
    }
    double number = value.isBoolean() ? (value.asBoolean() ? 1 : 0) : number(value);
    long whole = value.isIntegralNumber() ? value.bigIntegerValue().longValue() : (long) number;
    switch (dtype) {
      case U8, I8 -> bytes.put((byte) whole);
      case U16, I16 -> bytes.putShort((short) whole);
      case U32, I32 -> bytes.putInt((int) whole);
      case U64, I64 -> bytes.putLong(whole);
      case F16 -> bytes.putShort(Float.floatToFloat16((float) number));
      case BF16 -> bytes.putShort((short) (Float.floatToIntBits((float) number) >> 16));
      case F32 -> bytes.putFloat((float) number);
      case F64 -> bytes.putDouble(number);
    }
  }

  private static double number(JsonNode value) {
    if (value.isNumber()) {
      return value.asDouble();
    }
    return switch (value.isString() ? value.asString() : "") {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new IllegalArgumentException("fill_value %s".formatted(value));
    };
  }
}
