package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads {@code .safetensors}: eight bytes of header length, a JSON header that gives type, shape
 * and place of each tensor, and the tensors' bytes. The tensors keep the header's order.
 */
final class SafetensorsReader {
  /** The limit of the format's own library. */
  static final long MAX_HEADER_BYTES = 100_000_000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(8)
                  .maxDocumentLength(MAX_HEADER_BYTES)
                  .maxNameLength(1 << 16)
                  .maxNumberLength(20)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final Bytes file;
  private final FileArrays arrays;
  private final long headerBytes;
  private final MemorySegment data;
  private final DisjointRanges ranges = new DisjointRanges();

  private SafetensorsReader(Bytes file, FileArrays arrays) {
    this.file = file;
    this.arrays = arrays;
    headerBytes = file.u64(0);
    if (headerBytes < 0 || headerBytes > MAX_HEADER_BYTES) {
      throw file.at(
          0,
          "a header of %s bytes; %d are the most: the file is damaged or of another kind"
              .formatted(Long.toUnsignedString(headerBytes), MAX_HEADER_BYTES));
    }
    file.slice(8, headerBytes, "the header");
    long begin = 8 + headerBytes;
    data = file.array(begin, file.size() - begin, "the data");
  }

  static void read(Bytes file, FileArrays arrays) {
    SafetensorsReader reader = new SafetensorsReader(file, arrays);
    reader.readHeader();
    reader.ranges.check(file);
  }

  private void readHeader() {
    try (JsonParser json =
        JSON.createParser(
            ObjectReadContext.empty(),
            new SegmentInputStream(file.slice(8, headerBytes, "the header")))) {
      expect(json, json.nextToken(), JsonToken.START_OBJECT, "header");
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        if (name.equals(SafetensorsWriter.RESERVED_NAME)) {
          expect(json, json.nextToken(), JsonToken.START_OBJECT, name);
          readMetadata(json);
        } else {
          readTensor(json, name);
        }
      }
      expect(json, json.currentToken(), JsonToken.END_OBJECT, "header");
      if (json.nextToken() != null) {
        throw file.fail("header", "something follows the JSON object");
      }
    } catch (JacksonException e) {
      long offset = 8 + Math.max(0, e.getLocation() == null ? 0 : e.getLocation().getByteOffset());
      throw file.at(offset, "the JSON header is damaged: " + e.getOriginalMessage());
    }
  }

  /** Values may be anything but the one that we write. */
  private void readMetadata(JsonParser json) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isProgram = json.currentName().equals(SafetensorsWriter.PROGRAM);
      if (json.nextToken() == JsonToken.VALUE_STRING && isProgram) {
        arrays.setProgram(json.getString());
      }
      json.skipChildren();
    }
  }

  private void readTensor(JsonParser json, String name) {
    String place = "tensor '" + name + "'";
    expect(json, json.nextToken(), JsonToken.START_OBJECT, place);
    String dtype = null;
    List<Long> shape = null;
    List<Long> offsets = null;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      switch (json.currentName()) {
        case "dtype" -> {
          expect(json, json.nextToken(), JsonToken.VALUE_STRING, place + ", dtype");
          dtype = json.getString();
        }
        case "shape" -> shape = numbers(json, place + ", shape");
        case "data_offsets" -> offsets = numbers(json, place + ", data_offsets");
        default -> throw file.fail(place, "unknown field '%s'".formatted(json.currentName()));
      }
    }
    if (dtype == null || shape == null || offsets == null) {
      throw file.fail(place, "dtype, shape or data_offsets is missing");
    }
    addTensor(name, place, dtype, shape, offsets);
  }

  private void addTensor(
      String name, String place, String dtype, List<Long> shape, List<Long> offsets) {
    ElementType element = element(dtype);
    if (element == null && bits(dtype) == 0) {
      throw file.fail(
          place,
          "unknown dtype '%s'; known are BOOL, U8 to U64, I8 to I64, F16, BF16, F32, F64, C64, F4 and the F6_ and F8_ types"
              .formatted(dtype));
    }
    if (offsets.size() != 2 || offsets.get(0) < 0 || offsets.get(1) < offsets.get(0)) {
      throw file.fail(place, "data_offsets %s are not a begin and an end".formatted(offsets));
    }
    long begin = offsets.get(0);
    long end = offsets.get(1);
    if (end > data.byteSize()) {
      throw file.fail(
          place,
          "ends at byte %d of the data, which has %d; the file is cut short or damaged: copy it again"
              .formatted(end, data.byteSize()));
    }
    long bytes =
        element != null
            ? FileArrays.bytes(file, place, element, shape)
            : packedBytes(
                place, FileArrays.bytes(file, place, ElementType.of(Dtype.U8), shape), bits(dtype));
    if (bytes != end - begin) {
      throw file.fail(
          place,
          "%s%s takes %d bytes, and data_offsets give %d"
              .formatted(dtype, shape, bytes, end - begin));
    }
    ranges.add(name, begin, end);
    MemorySegment memory = data.asSlice(begin, bytes);
    if (element == null) {
      arrays.add(name, dtype.toLowerCase(Locale.ROOT), shape, memory);
    } else {
      arrays.add(name, element, shape, memory);
    }
  }

  private long packedBytes(String place, long elements, int bits) {
    long groups = elements / 8;
    if (elements % 8 * bits % 8 != 0 || groups > Long.MAX_VALUE / bits - 1) {
      throw file.fail(
          place, "%d elements of %d bits are not whole bytes".formatted(elements, bits));
    }
    return groups * bits + elements % 8 * bits / 8;
  }

  private static @Nullable ElementType element(String dtype) {
    return switch (dtype) {
      case "BOOL", "U8" -> ElementType.of(Dtype.U8);
      case "I8" -> ElementType.of(Dtype.I8);
      case "U16" -> ElementType.of(Dtype.U16);
      case "I16" -> ElementType.of(Dtype.I16);
      case "U32" -> ElementType.of(Dtype.U32);
      case "I32" -> ElementType.of(Dtype.I32);
      case "U64" -> ElementType.of(Dtype.U64);
      case "I64" -> ElementType.of(Dtype.I64);
      case "F16" -> ElementType.of(Dtype.F16);
      case "BF16" -> ElementType.of(Dtype.BF16);
      case "F32" -> ElementType.of(Dtype.F32);
      case "F64" -> ElementType.of(Dtype.F64);
      case "C64" -> ElementType.vector(Dtype.F32, 2);
      default -> null;
    };
  }

  /** Bits of a type that is none of ours, 0 if there is no such type. */
  private static int bits(String dtype) {
    return switch (dtype) {
      case "F8_E4M3", "F8_E5M2", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ" -> 8;
      case "F4" -> 4;
      case "F6_E2M3", "F6_E3M2" -> 6;
      default -> 0;
    };
  }

  private List<Long> numbers(JsonParser json, String place) {
    expect(json, json.nextToken(), JsonToken.START_ARRAY, place);
    List<Long> numbers = new ArrayList<>();
    while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      numbers.add(json.getLongValue());
      if (numbers.size() > FileArrays.MAX_DIMENSIONS) {
        throw file.fail(place, "more than %d numbers".formatted(FileArrays.MAX_DIMENSIONS));
      }
    }
    expect(json, json.currentToken(), JsonToken.END_ARRAY, place);
    return numbers;
  }

  private void expect(JsonParser json, @Nullable JsonToken found, JsonToken wanted, String place) {
    if (found != wanted) {
      throw file.fail(
          place,
          "expected %s at byte %d of the JSON header"
              .formatted(
                  switch (wanted) {
                    case START_OBJECT -> "an object";
                    case START_ARRAY -> "an array";
                    case END_ARRAY -> "a whole number";
                    case VALUE_STRING -> "a string";
                    default -> "a name";
                  },
                  json.currentTokenLocation().getByteOffset()));
    }
  }
}
