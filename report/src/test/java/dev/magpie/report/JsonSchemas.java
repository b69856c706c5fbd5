package dev.magpie.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schema (draft 2020-12) of what a {@link DocumentType} writes, read from its record. */
public final class JsonSchemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Set<Class<?>> WHOLE =
      Set.of(
          int.class,
          long.class,
          Integer.class,
          Long.class,
          BigInteger.class,
          OptionalInt.class,
          OptionalLong.class);
  private static final Set<Class<?>> REAL =
      Set.of(double.class, Double.class, float.class, Float.class, OptionalDouble.class);

  private JsonSchemas() {}

  /** The schema as text, as it is published. */
  public static String text(DocumentType<?> type) {
    return JsonMapper.builder()
            .build()
            .writerWithDefaultPrettyPrinter()
            .writeValueAsString(of(type))
            .replace("\r\n", "\n")
        + "\n";
  }

  static ObjectNode of(DocumentType<?> type) {
    ObjectNode schema = NODES.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", type.schema());
    ObjectNode record = record(type.content());
    ObjectNode name = NODES.objectNode();
    name.set("schema", NODES.objectNode().put("const", type.schema()));
    record.set("properties", name.setAll((ObjectNode) record.get("properties")));
    record.set(
        "required", NODES.arrayNode().add("schema").addAll((ArrayNode) record.get("required")));
    return schema.setAll(record);
  }

  /**
   * What a document by the newer schema no longer has, or has as something else: nothing if the
   * schema was only added to.
   */
  public static List<String> breaks(JsonNode older, JsonNode newer) {
    List<String> breaks = new ArrayList<>();
    compare("", older, newer, breaks);
    return breaks;
  }

  private static void compare(String at, JsonNode older, JsonNode newer, List<String> breaks) {
    for (String keyword : List.of("type", "const")) {
      if (older.has(keyword) && !older.get(keyword).equals(newer.get(keyword))) {
        breaks.add("%s was %s, is %s".formatted(at, older.get(keyword), newer.get(keyword)));
      }
    }
    for (String keyword : List.of("required", "enum")) {
      for (JsonNode value : older.path(keyword)) {
        if (newer.path(keyword).valueStream().noneMatch(value::equals)) {
          breaks.add("%s: %s is not %s any more".formatted(at, value, keyword));
        }
      }
    }
    for (Map.Entry<String, JsonNode> property : older.path("properties").properties()) {
      String name = at + "/" + property.getKey();
      JsonNode still = newer.path("properties").path(property.getKey());
      if (still.isMissingNode()) {
        breaks.add(name + " is gone");
      } else {
        compare(name, property.getValue(), still, breaks);
      }
    }
    for (String keyword : List.of("items", "additionalProperties")) {
      if (older.has(keyword)) {
        compare(at + "/*", older.get(keyword), newer.path(keyword), breaks);
      }
    }
  }

  private static ObjectNode record(Class<?> type) {
    ObjectNode properties = NODES.objectNode();
    ArrayNode required = NODES.arrayNode();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        ObjectNode inner = record(component.getType());
        properties.setAll((ObjectNode) inner.get("properties"));
        required.addAll((ArrayNode) inner.get("required"));
        continue;
      }
      String name = DocumentType.property(component.getName());
      properties.set(name, schema(component.getAnnotatedType()));
      if (component.getType() != Optional.class) {
        required.add(name);
      }
    }
    ObjectNode schema = NODES.objectNode().put("type", "object");
    schema.set("properties", properties);
    return schema.set("required", required);
  }

  private static ObjectNode schema(AnnotatedType annotated) {
    Class<?> type = raw(annotated.getType());
    boolean nullable =
        annotated.isAnnotationPresent(Nullable.class)
            || REAL.contains(type)
            || type == OptionalInt.class
            || type == OptionalLong.class;
    if (type == Object.class) {
      return NODES.objectNode();
    }
    if (type == Optional.class) {
      return schema(argument(annotated, 0));
    }
    if (type.isArray() || Collection.class.isAssignableFrom(type)) {
      AnnotatedType item =
          annotated instanceof AnnotatedArrayType array
              ? array.getAnnotatedGenericComponentType()
              : argument(annotated, 0);
      return typed("array", nullable).set("items", schema(item));
    }
    if (Map.class.isAssignableFrom(type)) {
      return typed("object", nullable).set("additionalProperties", schema(argument(annotated, 1)));
    }
    if (type.isRecord()) {
      ObjectNode record = record(type);
      return nullable ? typed("object", true).setAll(record.without("type")) : record;
    }
    if (type.isEnum()) {
      ObjectNode words = typed("string", nullable);
      ArrayNode names = words.putArray("enum");
      Arrays.stream(type.getEnumConstants()).map(Object::toString).forEach(names::add);
      return nullable ? words.set("enum", names.addNull()) : words;
    }
    if (type == boolean.class || type == Boolean.class) {
      return typed("boolean", nullable);
    }
    if (WHOLE.contains(type)) {
      return typed("integer", nullable);
    }
    return typed(REAL.contains(type) ? "number" : "string", nullable);
  }

  private static ObjectNode typed(String type, boolean nullable) {
    ObjectNode schema = NODES.objectNode();
    if (nullable) {
      schema.putArray("type").add(type).add("null");
      return schema;
    }
    return schema.put("type", type);
  }

  private static AnnotatedType argument(AnnotatedType type, int index) {
    return ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[index];
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      default -> throw new IllegalArgumentException(type + " has no place in a document");
    };
  }
}
