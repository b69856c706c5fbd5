package dev.magpie.depth.mesh;

import de.javagl.obj.AbstractWritableObj;
import de.javagl.obj.FloatTuple;
import de.javagl.obj.ObjFace;
import de.javagl.obj.ObjReader;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Reads the faces of Wavefront OBJ files; polygons become fans. */
final class ObjMesh extends AbstractWritableObj {
  private static final String NO_NUMBER = "For input string: ";

  private final String file;
  private final Lines lines;
  private final TriangleList triangles;

  private ObjMesh(String file, Lines lines) {
    this.file = file;
    this.lines = lines;
    this.triangles = new TriangleList(file);
  }

  static Mesh read(Path path) throws IOException {
    try (Lines lines =
        new Lines(
            path.toString(),
            // Comments are in any encoding.
            new InputStreamReader(InputFiles.stream(path), StandardCharsets.ISO_8859_1))) {
      ObjMesh mesh = new ObjMesh(path.toString(), lines);
      try {
        ObjReader.read(lines, mesh);
      } catch (IOException | RuntimeException e) {
        if (e instanceof SceneException || e instanceof FileSystemException) {
          throw e;
        }
        throw new SceneException(
            "%s:%d: not an OBJ file: %s".formatted(path, lines.getLineNumber(), inWords(e)), e);
      }
      return mesh.triangles.mesh(mesh.file);
    }
  }

  /** The library passes on what Java says about a number. */
  private static String inWords(Exception e) {
    String message = String.valueOf(e.getMessage());
    int number = message.indexOf(NO_NUMBER);
    return number < 0 ? message : message.substring(number + NO_NUMBER.length()) + " is no number";
  }

  @Override
  public void addVertex(FloatTuple vertex) {
    if (vertex.getDimensions() < 3) {
      throw new SceneException(
          "%s: a vertex has %d coordinates, not 3".formatted(place(), vertex.getDimensions()));
    }
    float x = vertex.getX();
    float y = vertex.getY();
    float z = vertex.getZ();
    if (!(Float.isFinite(x) && Float.isFinite(y) && Float.isFinite(z))) {
      throw new SceneException(
          "%s: a vertex at %s, %s, %s is not finite".formatted(place(), x, y, z));
    }
    triangles.vertex(x, y, z);
  }

  @Override
  public void addFace(ObjFace face) {
    int corners = face.getNumVertices();
    if (corners < 3) {
      throw new SceneException("%s: a face has %d corners".formatted(place(), corners));
    }
    for (int n = 0; n < corners; n++) {
      int vertex = face.getVertexIndex(n);
      if (vertex < 0 || vertex >= triangles.vertices()) {
        throw new SceneException(
            vertex < 0
                ? "%s: a face names a vertex before the first".formatted(place())
                : "%s: a face names vertex %d, but there are %d so far"
                    .formatted(place(), vertex + 1L, triangles.vertices()));
      }
    }
    for (int n = 2; n < corners; n++) {
      triangles.triangle(
          face.getVertexIndex(0), face.getVertexIndex(n - 1), face.getVertexIndex(n));
    }
  }

  private String place() {
    return "%s:%d".formatted(file, lines.getLineNumber());
  }

  /**
   * Knows the line, ends continued lines, which the library joins one by one, and refuses what is
   * no text, which it would skip, and vertices that it would take for others, modulo 2^32.
   */
  private static final class Lines extends LineNumberReader {
    private static final int MAX_CONTINUED = 10_000;

    /** That of UTF-8, as Latin-1 has it. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    /** Digits of a number that is in the range of int whatever they are. */
    private static final int MAX_DIGITS = 9;

    private final String file;
    private int continued;
    private boolean face;

    Lines(String file, Reader reader) {
      super(reader);
      this.file = file;
    }

    @Override
    public String readLine() throws IOException {
      String line = super.readLine();
      if (line != null && getLineNumber() == 1 && line.startsWith(BYTE_ORDER_MARK)) {
        line = line.substring(BYTE_ORDER_MARK.length());
      }
      face = line != null && (continued > 0 ? face : line.stripLeading().startsWith("f"));
      if (face && hasLongNumber(line)) {
        throw bad("a face names a vertex beyond the last");
      }
      continued = line != null && line.stripTrailing().endsWith("\\") ? continued + 1 : 0;
      if (continued > MAX_CONTINUED) {
        throw bad("continues more than %,d lines".formatted(MAX_CONTINUED));
      }
      if (line != null && line.indexOf('\0') >= 0) {
        throw bad("not an OBJ file: it is not text");
      }
      return line;
    }

    private SceneException bad(String what) {
      return new SceneException("%s:%d: %s".formatted(file, getLineNumber(), what));
    }

    private static boolean hasLongNumber(String line) {
      int digits = 0;
      for (int n = 0; n < line.length() && digits <= MAX_DIGITS; n++) {
        char c = line.charAt(n);
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
      }
      return digits > MAX_DIGITS;
    }
  }
}
