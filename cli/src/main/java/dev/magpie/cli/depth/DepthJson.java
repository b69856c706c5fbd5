package dev.magpie.cli.depth;

import dev.magpie.cli.Json;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.event.TileShape;
import java.io.OutputStream;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** The result as JSON, {@code magpie.depth/1}. */
final class DepthJson {
  private static final String SCHEMA = "magpie.depth/1";

  private final DepthResult result;
  private final JsonGenerator json;

  private DepthJson(DepthResult result, JsonGenerator json) {
    this.result = result;
    this.json = json;
  }

  static void write(DepthResult result, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new DepthJson(result, json).document();
      json.writeRaw('\n');
    }
  }

  private void document() {
    json.writeStartObject();
    json.writeStringProperty("schema", SCHEMA);
    scene();
    json.writeArrayPropertyStart("runs");
    result.runs().forEach(this::run);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void scene() {
    SceneStatistics drawn = result.drawn();
    TileShape tile = result.shape().tile();
    json.writeObjectPropertyStart("scene");
    json.writeStringProperty("name", result.scene().name());
    json.writeNumberProperty("width", result.shape().width());
    json.writeNumberProperty("height", result.shape().height());
    json.writeStringProperty("tile", result.tile());
    json.writeNumberProperty("lineBytes", tile.lineBytes());
    json.writeStringProperty("lines", result.lines());
    json.writeStringProperty("cull", result.cull());
    json.writeStringProperty("culling", result.culling());
    json.writeStringProperty("depthTest", result.depthTest());
    json.writeStringProperty("planeFormat", result.planeFormat());
    number("tessellate", result.options().tessellation());
    json.writeNumberProperty("frames", drawn.frames());
    json.writeNumberProperty("meshTriangles", result.scene().triangles());
    json.writeNumberProperty("triangles", drawn.triangles());
    json.writeNumberProperty("events", drawn.events());
    json.writeNumberProperty("coveredSamples", drawn.coveredSamples());
    json.writeNumberProperty("culledLines", drawn.culledLines());
    number("pixelsPerTriangle", drawn.pixelsPerTriangle());
    json.writeEndObject();
  }

  private void run(DepthResult.Run run) {
    json.writeStartObject();
    json.writeStringProperty("placement", run.placement());
    json.writeStringProperty("codec", run.codec());
    json.writeStringProperty("references", run.references());
    json.writeNumberProperty("referenceBits", run.configuration().referenceBits());
    json.writeStringProperty("planeSlots", run.planeSlots());
    json.writeStringProperty("partialWrites", run.partialWrites());
    json.writeNumberProperty("cacheBytes", run.cacheBytes());
    json.writeNumberProperty("ways", run.configuration().cache().ways());
    json.writeStringProperty("index", run.index());
    json.writeNumberProperty("bytesRead", run.count(Count.BYTES_READ));
    json.writeNumberProperty("bytesWritten", run.count(Count.BYTES_WRITTEN));
    json.writeNumberProperty("bytes", run.traffic().bytes());
    number("relativeToRaw", run.relativeToRaw());
    json.writeNumberProperty("compressions", run.count(Count.COMPRESSIONS));
    json.writeNumberProperty("decompressions", run.count(Count.DECOMPRESSIONS));
    number("oneReferenceShare", run.traffic().oneReferenceShare());
    tiles("tilesByMode", run.traffic().finalTiles());
    tiles("encodedTilesByMode", run.traffic().encodedTiles());
    json.writeNumberProperty("hits", run.count(Count.HITS));
    json.writeNumberProperty("misses", run.count(Count.MISSES));
    json.writeEndObject();
  }

  private void tiles(String name, Map<String, Long> tiles) {
    json.writeObjectPropertyStart(name);
    tiles.forEach(json::writeNumberProperty);
    json.writeEndObject();
  }

  /** Null where nothing was drawn, or nothing is set. */
  private void number(String name, double value) {
    json.writeName(name);
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }
}
