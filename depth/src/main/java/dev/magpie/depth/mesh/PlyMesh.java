package dev.magpie.depth.mesh;

import dev.magpie.depth.mesh.PlyHeader.Element;
import dev.magpie.depth.mesh.PlyHeader.Property;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads PLY files, ascii and binary: vertices with x, y and z, and faces with a list of vertices,
 * which become fans. All else is skipped, except strips of triangles, which are refused.
 *
 * <p>The one PLY library on Maven Central, jPLY, has had no release since 2012, so this is ours.
 */
final class PlyMesh {
  private static final List<String> FACE_LISTS = List.of("vertex_indices", "vertex_index");

  /** Without them a mesh would show nothing. */
  private static final String STRIPS = "tristrips";

  private final String file;
  private final PlyHeader header;
  private final PlyValues values;
  private final TriangleList triangles;

  private PlyMesh(String file, PlyHeader header, PlyValues values) {
    this.file = file;
    this.header = header;
    this.values = values;
    this.triangles = new TriangleList(file);
  }

  static Mesh read(Path path) throws IOException {
    String file = path.toString();
    ByteBuffer bytes = MeshFiles.map(path);
    PlyHeader header = PlyHeader.read(file, bytes);
    return new PlyMesh(file, header, PlyValues.of(header.binary(), bytes)).read();
  }

  private Mesh read() {
    for (Element element : header.elements()) {
      if (element.count() > 0 && element.properties().isEmpty()) {
        throw new SceneException(
            "%s: the element '%s' has no properties".formatted(file, element.name()));
      }
      if (element.count() > 0 && element.name().equals(STRIPS)) {
        throw new SceneException(
            "%s: holds strips of triangles ('%s'), which are not read; store it with faces"
                .formatted(file, STRIPS));
      }
      long record = 0;
      try {
        for (; record < element.count(); record++) {
          switch (element.name()) {
            case "vertex" -> vertex(element);
            case "face" -> face(element);
            default -> skip(element);
          }
        }
      } catch (PlyValues.TruncatedException e) {
        throw new SceneException(
            "%s: ends within %s %d (counted from 0) of %d"
                .formatted(file, element.name(), record, element.count()),
            e);
      } catch (NumberFormatException e) {
        throw new SceneException(
            "%s: %s %d (counted from 0) holds %s"
                .formatted(file, element.name(), record, e.getMessage()),
            e);
      }
    }
    return triangles.mesh(file);
  }

  private void vertex(Element element) {
    double x = Double.NaN;
    double y = Double.NaN;
    double z = Double.NaN;
    for (Property property : element.properties()) {
      if (property.length() != null) {
        skip(property);
        continue;
      }
      double value = values.next(property.type());
      switch (property.name()) {
        case "x" -> x = value;
        case "y" -> y = value;
        case "z" -> z = value;
        default -> {}
      }
    }
    triangles.vertex((float) x, (float) y, (float) z);
  }

  private void face(Element element) {
    for (Property property : element.properties()) {
      if (property.length() != null && FACE_LISTS.contains(property.name())) {
        long corners = length(property);
        if (corners < 3) {
          throw new NumberFormatException("a list of %d corners".formatted(corners));
        }
        int first = 0;
        int last = 0;
        for (long n = 0; n < corners; n++) {
          int vertex = vertexNumber(values.next(property.type()));
          if (n == 0) {
            first = vertex;
          } else if (n >= 2) {
            triangles.triangle(first, last, vertex);
          }
          last = vertex;
        }
      } else {
        skip(property);
      }
    }
  }

  private static int vertexNumber(double value) {
    if (value != Math.rint(value) || value < 0 || value > Integer.MAX_VALUE) {
      throw new NumberFormatException("'%s', which is no vertex".formatted(value));
    }
    return (int) value;
  }

  private void skip(Element element) {
    element.properties().forEach(this::skip);
  }

  private void skip(Property property) {
    long count = property.length() == null ? 1 : length(property);
    for (long n = 0; n < count; n++) {
      values.next(property.type());
    }
  }

  private long length(Property property) {
    PlyHeader.Type type = property.length();
    double length = type == null ? 1 : values.next(type);
    if (length < 0 || length != Math.rint(length)) {
      throw new NumberFormatException("a list of %s values".formatted(length));
    }
    return (long) length;
  }
}
