package dev.magpie.snapshot;

import dev.magpie.snapshot.ZarrArray.Keys;
import dev.magpie.snapshot.ZarrArray.Shards;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Understands {@code .zarray} of Zarr 2 and {@code zarr.json} of Zarr 3. */
final class ZarrMetadata {
  private static final String NAME = "name";
  private static final String CONFIGURATION = "configuration";
  private static final String SEPARATOR = "separator";

  private ZarrMetadata() {}

  /**
   * The array that metadata describe.
   *
   * @return empty if its elements have no bytes of their own in chunks, as texts
   * @throws IllegalArgumentException if they describe none that is read
   */
  static Optional<ZarrArray> parse(JsonNode json) {
    return switch (json.path("zarr_format").asInt(0)) {
      case 2 -> version2(json);
      case 3 -> version3(json);
      default -> throw new IllegalArgumentException("'zarr_format' is neither 2 nor 3");
    };
  }

  private static Optional<ZarrArray> version2(JsonNode json) {
    Object description = plain(json.path("dtype"));
    if ("|O".equals(description)) {
      return Optional.empty();
    }
    ElementType element = NumpyType.parse(description);
    List<Long> shape = shape(json.path("shape"));
    List<Integer> order = IntStream.range(0, shape.size()).boxed().toList();
    if (json.path("order").asString("C").equals("F")) {
      order = order.reversed();
    }
    List<ChunkCodec> codecs = new ArrayList<>();
    for (JsonNode filter : json.path("filters")) {
      codecs.add(ChunkCodec.of(filter.path("id").asString(""), filter));
    }
    JsonNode compressor = json.path("compressor");
    if (compressor.isObject()) {
      codecs.add(ChunkCodec.of(compressor.path("id").asString(""), compressor));
    }
    return Optional.of(
        new ZarrArray(
            inOrder(shape, order),
            chunk(inOrder(shape(json.path("chunks")), order)),
            order,
            element,
            Optional.empty(),
            MemorySegment.ofArray(ZarrFill.of(json.path("fill_value"), element)),
            new Keys("", json.path("dimension_separator").asString(".")),
            codecs.reversed(),
            Optional.empty()));
  }

  private static Optional<ZarrArray> version3(JsonNode json) {
    JsonNode named = json.path("data_type");
    String type = named.isObject() ? named.path(NAME).asString("") : named.asString("");
    Optional<ElementType> known = type(type);
    if (known.isEmpty()) {
      return Optional.empty();
    }
    ElementType element = known.get();
    List<Long> shape = shape(json.path("shape"));
    Codecs codecs = codecs(json.path("codecs"), shape.size());
    List<Integer> order = codecs.order();
    JsonNode grid = json.path("chunk_grid");
    if (!grid.path(NAME).asString("").equals("regular")) {
      throw new IllegalArgumentException("its chunks are no regular grid");
    }
    JsonNode keys = json.path("chunk_key_encoding");
    boolean asVersion2 = keys.path(NAME).asString("").equals("v2");
    String separator = keys.path(CONFIGURATION).path(SEPARATOR).asString(asVersion2 ? "." : "/");
    element = codecs.bigEndian() ? element.in(ByteOrder.BIG_ENDIAN) : element;
    List<Long> chunk = shape(grid.path(CONFIGURATION).path("chunk_shape"));
    return Optional.of(
        new ZarrArray(
            inOrder(shape, order),
            chunk(inOrder(chunk, order)),
            order,
            element,
            type.startsWith("float8") ? Optional.of(float8(type)) : Optional.empty(),
            MemorySegment.ofArray(ZarrFill.of(json.path("fill_value"), element)),
            new Keys(asVersion2 ? "" : "c", separator),
            codecs.ofBytes().reversed(),
            codecs.shards()));
  }

  /**
   * The codecs of an array: what turns its dimensions, what makes bytes of it, and then of those.
   */
  private record Codecs(
      List<Integer> order, boolean bigEndian, List<ChunkCodec> ofBytes, Optional<Shards> shards) {}

  private static Codecs codecs(JsonNode all, int dimensions) {
    List<Integer> unturned = IntStream.range(0, dimensions).boxed().toList();
    List<Integer> order = unturned;
    boolean bigEndian = false;
    Optional<Shards> shards = Optional.empty();
    List<ChunkCodec> ofBytes = new ArrayList<>();
    for (JsonNode each : all) {
      String name = each.isObject() ? each.path(NAME).asString("") : each.asString("");
      JsonNode settings = each.path(CONFIGURATION);
      switch (name) {
        case "transpose" -> order = turned(order, shape(settings.path("order")));
        case "bytes", "endian" ->
            bigEndian = settings.path("endian").asString("little").equals("big");
        case "sharding_indexed" -> {
          Codecs inner = codecs(settings.path("codecs"), dimensions);
          if (!inner.order().equals(unturned)) {
            throw new IllegalArgumentException("chunks of its shards are transposed; not read");
          }
          bigEndian = inner.bigEndian();
          shards = Optional.of(shards(settings, inner, order));
        }
        default -> ofBytes.add(ChunkCodec.of(name, settings));
      }
    }
    return new Codecs(order, bigEndian, ofBytes, shards);
  }

  private static Shards shards(JsonNode settings, Codecs inner, List<Integer> order) {
    boolean checked = false;
    for (JsonNode each : settings.path("index_codecs")) {
      String name = each.path(NAME).asString("");
      checked |= name.equals("crc32c");
      if (!name.equals("bytes") && !name.equals("crc32c")) {
        throw new IllegalArgumentException(
            "the index of its shards is coded by '%s', which is not read".formatted(name));
      }
    }
    if (inner.shards().isPresent()) {
      throw new IllegalArgumentException("it has shards in shards, which are not read");
    }
    return new Shards(
        chunk(inOrder(shape(settings.path("chunk_shape")), order)),
        inner.ofBytes().reversed(),
        settings.path("index_location").asString("end").equals("start"),
        checked);
  }

  private static List<Integer> turned(List<Integer> order, List<Long> by) {
    if (!by.stream().sorted().toList().equals(LongStream.range(0, order.size()).boxed().toList())) {
      throw new IllegalArgumentException("its dimensions cannot be transposed by " + by);
    }
    return by.stream().map(d -> order.get(d.intValue())).toList();
  }

  private static List<Long> inOrder(List<Long> shape, List<Integer> order) {
    if (shape.size() != order.size()) {
      throw new IllegalArgumentException(
          "chunks of %d dimensions in an array of %d".formatted(shape.size(), order.size()));
    }
    return order.stream().map(shape::get).toList();
  }

  private static List<Integer> chunk(List<Long> shape) {
    if (shape.stream().anyMatch(each -> each < 1 || each > Integer.MAX_VALUE)) {
      throw new IllegalArgumentException("chunks of %s elements".formatted(shape));
    }
    return shape.stream().map(Long::intValue).toList();
  }

  private static List<Long> shape(JsonNode json) {
    List<Long> shape = new ArrayList<>();
    for (JsonNode each : json) {
      if (!each.isIntegralNumber() || !each.canConvertToLong()) {
        throw new IllegalArgumentException("a shape of %s".formatted(each));
      }
      shape.add(each.asLong());
    }
    if (!json.isArray()) {
      throw new IllegalArgumentException("the shape of the array or of its chunks is missing");
    }
    return Collections.unmodifiableList(shape);
  }

  /** The types of Zarr 3 and those of its extensions that have a fixed size. */
  private static Optional<ElementType> type(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "bool", "uint8" -> ElementType.of(Dtype.U8);
          case "int8" -> ElementType.of(Dtype.I8);
          case "uint16" -> ElementType.of(Dtype.U16);
          case "int16" -> ElementType.of(Dtype.I16);
          case "uint32" -> ElementType.of(Dtype.U32);
          case "int32" -> ElementType.of(Dtype.I32);
          case "uint64" -> ElementType.of(Dtype.U64);
          case "int64", "numpy.datetime64", "numpy.timedelta64" -> ElementType.of(Dtype.I64);
          case "float16" -> ElementType.of(Dtype.F16);
          case "bfloat16" -> ElementType.of(Dtype.BF16);
          case "float32" -> ElementType.of(Dtype.F32);
          case "float64" -> ElementType.of(Dtype.F64);
          case "complex64" -> ElementType.vector(Dtype.F32, 2);
          case "complex128" -> ElementType.vector(Dtype.F64, 2);
          default -> name.matches("float8_\\w+") ? ElementType.of(Dtype.U8) : raw(name);
        });
  }

  /** As safetensors call the two that GPUs have. */
  private static String float8(String type) {
    return switch (type) {
      case "float8_e4m3fn" -> "f8_e4m3";
      case "float8_e5m2" -> "f8_e5m2";
      default -> type;
    };
  }

  private static @Nullable ElementType raw(String name) {
    if (!name.matches("r[1-9]\\d{0,5}") || Integer.parseInt(name.substring(1)) % 8 != 0) {
      return null;
    }
    return ElementType.vector(Dtype.U8, Integer.parseInt(name.substring(1)) / 8);
  }

  /** What a type of NumPy is written as, with lists and strings as Python has them. */
  private static Object plain(JsonNode json) {
    if (json.isArray()) {
      List<Object> list = new ArrayList<>();
      json.forEach(each -> list.add(plain(each)));
      return list;
    }
    return json.isIntegralNumber() ? (Object) json.asLong() : json.asString("");
  }
}
