package dev.magpie.lab.result;

import dev.magpie.lab.data.Sha256;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Objects in JSON with a checksum over the rest of them, which tells a damaged file. */
public final class ChecksummedJson {
  private static final String CHECKSUM = "checksum";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

  private ChecksummedJson() {}

  /** A file's text; the object has its checksum then, too. */
  public static byte[] bytes(ObjectNode json) {
    json.put(CHECKSUM, checksum(json));
    return MAPPER
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(json)
        .concat("\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads one.
   *
   * @return it without its checksum
   * @throws LabException if it is no JSON, no object, or damaged
   */
  public static ObjectNode read(byte[] bytes) {
    JsonNode found;
    try {
      found = MAPPER.readTree(bytes);
    } catch (JacksonException e) {
      throw new LabException("it is no JSON: " + e.getOriginalMessage(), e);
    }
    if (!(found instanceof ObjectNode json)) {
      throw new LabException("it is no object");
    }
    JsonNode checksum = json.remove(CHECKSUM);
    if (checksum == null || !checksum.asString("").equals(checksum(json))) {
      throw new LabException("its checksum is wrong");
    }
    return json;
  }

  private static String checksum(ObjectNode json) {
    return Sha256.of(MAPPER.writeValueAsBytes(json));
  }
}
