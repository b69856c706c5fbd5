package dev.magpie.depth.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeshFilesTest {
  private static final float[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5f};
  private static final String OBJ =
      "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvn 0 0 1\nv 0 1 0.5\nf 1/1/1 2/1/1 -2 4//1\n";
  private static final String PLY_BODY = "0 0 0 9\n1 0 0 9\n1 1 0 9\n0 1 0.5 9\n4 0 1 2 3 7\n";

  @TempDir private Path folder;

  @Test
  void polygonsOfAnObjBecomeFans() throws IOException {
    square(write("a.obj", OBJ));
  }

  @Test
  void allThreeKindsOfPlyHoldTheSame() throws IOException {
    square(write("a.ply", plyHeader("ascii") + PLY_BODY));
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      square(write("b.ply", binaryPly(order)));
    }
  }

  @Test
  void gltfIsReadFromTextFromBinaryAndWithItsBufferBeside() throws IOException {
    byte[] data = gltfData();
    Files.write(folder.resolve("beside it.bin"), data);
    square(write("a.gltf", gltf("beside%20it.bin", data.length)));
    square(
        write(
            "b.gltf",
            gltf(
                "data:application/octet-stream;base64," + Base64.getEncoder().encodeToString(data),
                data.length)));
    square(write("c.glb", glb(gltf("", data.length).replace("\"uri\":\"\",", ""), data)));
  }

  @Test
  void nodesPlaceMeshesAndMirrorsKeepTheirFronts() throws IOException {
    byte[] data = gltfData();
    Files.write(folder.resolve("d.bin"), data);
    String text =
        gltf("d.bin", data.length)
            .replace(
                "\"nodes\":[{\"mesh\":0}]",
                "\"nodes\":[{\"children\":[1],\"translation\":[10,0,0]},"
                    + "{\"mesh\":0,\"scale\":[-2,1,1],\"rotation\":[0,0,0,1]}]");
    Mesh mesh = MeshFiles.read(write("a.gltf", text)).getFirst();
    assertThat(mesh.positions()).startsWith(10, 0, 0, 8, 0, 0);
    assertThat(mesh.indices()).containsExactly(0, 2, 1, 0, 3, 2);
  }

  @Test
  void aByteOrderMarkIsNoPartOfAnObjFile() throws IOException {
    List<Mesh> meshes =
        MeshFiles.read(write("a.obj", "\ufeffv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    assertThat(meshes.getFirst().positions()).hasSize(9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v 0 0 0; f 1 2 3 | :2: a face names vertex 2, but there are 1 so far",
        "v 0 0 0; f 1 1 4294967297 | :2: a face names a vertex beyond the last",
        "v 0 0 0; f 1 1 \\\\; 4294967297 | :3: a face names a vertex beyond the last",
        "v 0 0 0; f -9 1 1 | :2: a face names a vertex before the first",
        "v 0 nan 0 | :1: not an OBJ file: \"nan\" is no number",
        "v 0 NaN 0 | :1: a vertex at 0.0, NaN, 0.0 is not finite",
        "v 0 1e99 0 | not finite",
        "v 0 0 | :1: a vertex has 2 coordinates, not 3",
        "v 0 0 0; f 1 1 | :2: a face has 2 corners",
        "v | :1: not an OBJ file",
        "v 0 0 0; f 1 x | :2",
      })
  void brokenObjFilesSayWhere(String lines, String message) throws IOException {
    refused(write("a.obj", lines.replace("; ", "\n")), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 0 1 2 3 7 | 4 0 1 2 4 7 | triangle 1 (counted from 0) names vertex 4, but there are 4",
        "4 0 1 2 3 7 | 4 0 1 2 | ends within face 0 (counted from 0) of 1",
        "4 0 1 2 3 7 | 4 0 1 -2 3 7 | face 0 (counted from 0) holds '-2.0', which is no vertex",
        "4 0 1 2 3 7 | -4 0 1 2 3 7 | a list of -4.0 values",
        "0 1 0.5 | 0 nan 0.5 | vertex 3 (counted from 0) holds 'nan', which is no number",
        "0 1 0.5 | 0 NaN 0.5 | vertex 3 (counted from 0) has the coordinate NaN",
        "vertex 4 | vertex 4000000000000 | ends within",
        "vertex 4 | vertex x | :3: 'element vertex x' is no line of a PLY header",
        "float x | flout x | :4: 'property flout x' is no line of a PLY header",
        "ascii | utf8 | :2",
        "element face | element tristrips | holds strips of triangles ('tristrips'), which are not",
        "4 0 1 2 3 7 | 2 0 99 7 | face 0 (counted from 0) holds a list of 2 corners",
        "0.5 9 | 0.5%s1 9 | a number of more than 100 characters",
        "end_header | ended | is no line of a PLY header",
        "ply | plx | not a PLY file",
      })
  void brokenPlyFilesSayWhere(String from, String to, String message) throws IOException {
    String text = (plyHeader("ascii") + PLY_BODY).replace(from, to.replace("%s", "0".repeat(100)));
    refused(write("a.ply", text), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"uri\":\"d.bin\" | \"uri\":\"../d.bin\" | which lies outside the file's folder",
        "\"uri\":\"d.bin\" | \"uri\":\"/etc/passwd\" | which lies outside the file's folder",
        "\"uri\":\"d.bin\" | \"uri\":\"file:///etc/passwd\" | lies outside the file's folder",
        "\"uri\":\"d.bin\" | \"uri\":\"https://example.org/d.bin\" | outside the file's folder",
        "\"uri\":\"d.bin\" | \"uri\":\"link.bin\" | which lies outside the file's folder",
        "\"uri\":\"d.bin\" | \"uri\":\"gone.bin\" | there is no such file",
        "\"count\":6 | \"count\":7 | accessor 1 reaches beyond bufferView 1 of 12 bytes",
        "\"count\":6 | \"count\":-1 | not a glTF file",
        "\"count\":6 | \"count\":5 | 5 corners are no whole number of triangles",
        "\"count\":4 | \"count\":3 | names vertex 3, but there are 3",
        "\"count\":4 | \"count\":2147483647 | accessor 0 reaches beyond",
        "\"count\":4 | \"count\":\"x\" | not a glTF file",
        "\"byteOffset\":48 | \"byteOffset\":2147483647 | reaches beyond buffer 0",
        "\"byteOffset\":48 | \"byteOffset\":-48 | bufferViews.byteOffset: byteOffset < 0",
        "\"byteOffset\":48 | \"byteStride\":3 | bufferViews.byteStride: byteStride < 4",
        "\"count\":4 | \"count\":4,\"byteOffset\":-4 | accessors.byteOffset: byteOffset < 0",
        "\"indices\":1 | \"indices\":1,\"mode\":7 | meshes.primitives.mode: Invalid value",
        "\"mesh\":0 | \"mesh\":0,\"scale\":[1,2] | nodes.scale",
        "\"version\":\"2.0\" | \"version\":\"1.0\" | is glTF 1.0; only 2.0 is read",
        "\"version\":\"2.0\" | \"generator\":\"x\" | does not say which version it is",
        "5126 | 5121 | positions are vectors of three floats",
        "5123 | 5122 | indices are unsigned integers",
        "\"bufferView\":1 | \"bufferView\":9 | there is no bufferView 9",
        "\"mesh\":0 | \"mesh\":3 | there is no mesh 3",
        "\"mesh\":0 | \"mesh\":0,\"children\":[0] | node 0 is its own descendant",
        "\"mesh\":0 | \"mesh\":0,\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1] | the matrix of node 0 is not affine: its last row is 1.0 0.0 0.0 1.0",
        "\"mesh\":0 | \"mesh\":0,\"scale\":[2,2,2],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1] | node 0 has a matrix, and a translation, rotation or scale besides",
        "\"mesh\":0 | \"mesh\":0,\"rotation\":[0,0,0,0] | the rotation of node 0 is no quaternion",
        "{\"mesh\":0} | {\"children\":[1]},{\"children\":[0]} | node 0 is its own descendant",
        "{\"mesh\":0} | {\"children\":[1,2]},{\"children\":[2]},{} | node 2 has two parents",
        "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{ | \"nodes\":[{\"children\":[0], | every node is"
            + " its",
        "\"byteLength\":60 | \"byteLength\":61 | has 60 bytes, but its byteLength is 61",
        "\"2.0\"} | \"2.0\"},\"extensionsRequired\":[\"EXT_x\"] | requires the extension EXT_x",
        "\"2.0\"} | \"2.0\" | not a glTF file",
      })
  void brokenGltfFilesSayWhere(String from, String to, String message) throws IOException {
    Path inner = Files.createDirectories(folder.resolve("inner"));
    Files.write(folder.resolve("d.bin"), gltfData());
    Files.write(inner.resolve("d.bin"), gltfData());
    Files.createSymbolicLink(inner.resolve("link.bin"), folder.resolve("d.bin"));
    String text = gltf("d.bin", 60);
    assertThat(text).contains(from);
    refused(write("inner/a.gltf", text.replace(from, to)), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.obj", "a.ply", "b.ply", "a.gltf", "a.glb", "moving.gltf"})
  void damagedFilesAreReadOrRefused(String name) throws IOException {
    byte[] data = gltfData();
    byte[] whole =
        switch (name) {
          case "a.obj" -> OBJ.getBytes(StandardCharsets.UTF_8);
          case "a.ply" -> (plyHeader("ascii") + PLY_BODY).getBytes(StandardCharsets.UTF_8);
          case "b.ply" -> binaryPly(ByteOrder.LITTLE_ENDIAN);
          case "a.gltf" ->
              gltf("data:x;base64," + Base64.getEncoder().encodeToString(data), data.length)
                  .getBytes(StandardCharsets.UTF_8);
          case "moving.gltf" ->
              new RandomGltf(new Random(6)).text().getBytes(StandardCharsets.UTF_8);
          default -> glb(gltf("", data.length).replace("\"uri\":\"\",", ""), data);
        };
    Random random = new Random(1);
    for (int n = 0; n < 400; n++) {
      byte[] damaged = n < whole.length ? java.util.Arrays.copyOf(whole, n) : whole.clone();
      for (int hits = n < whole.length ? 0 : 1 + random.nextInt(4); hits > 0; hits--) {
        damaged[random.nextInt(damaged.length)] =
            random.nextBoolean() ? (byte) random.nextInt() : (byte) ('0' + random.nextInt(10));
      }
      Path file = write(name, damaged);
      try {
        MeshFile read = MeshFiles.open(file, Optional.empty());
        read.meshes().at(0.7 * read.meshes().seconds());
      } catch (SceneException e) {
        assertThat(e).hasMessageStartingWith(file.toString());
        assertThat(e.getMessage()).doesNotContain("\n");
      } catch (RuntimeException e) {
        fail("damage %d of %s".formatted(n, name), e);
      }
    }
  }

  @Test
  void whatIsNoTextAndWhatIsNothingAreRefused() throws IOException {
    refused(write("a.obj", "v 0 0 0\n\0\n"), ":2: not an OBJ file: it is not text");
    refused(write("a.glb", ""), "is empty");
    refused(write("a.ply", ""), "the PLY header does not end");
    byte[] data = gltfData();
    String json = gltf("", data.length).replace("\"uri\":\"\",", "");
    data[48] = -1;
    data[49] = -1;
    data[50] = -1;
    data[51] = -1;
    refused(
        write("a.glb", glb(json.replace("5123,\"count\":6", "5125,\"count\":3"), data)),
        "names vertex 4294967295, but there are 4");
  }

  @Test
  void linesThatContinueForEverEnd() throws IOException {
    refused(write("a.obj", "v 0 \\\n".repeat(200_000)), "continues more than");
  }

  @Test
  void binaryFilesThatEndEarlyAreCutShort() throws IOException {
    byte[] data = gltfData();
    byte[] whole = glb(gltf("", data.length).replace("\"uri\":\"\",", ""), data);
    refused(write("a.glb", java.util.Arrays.copyOf(whole, whole.length - 8)), "is cut short");
    refused(
        write("a.glb", java.util.Arrays.copyOf(whole, 4)),
        "is cut short: the header of binary glTF has 12 bytes, but there are 4");
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putInt(12, 0x7fffffff);
    refused(write("a.glb", whole), "the chunk at byte 12 reaches beyond the end");
  }

  private static void refused(Path file, String message) {
    assertThatThrownBy(() -> MeshFiles.read(file))
        .isInstanceOf(SceneException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  private static void square(Path file) throws IOException {
    List<Mesh> meshes = MeshFiles.read(file);
    assertThat(meshes).hasSize(1);
    assertThat(meshes.getFirst().positions()).containsExactly(SQUARE);
    assertThat(meshes.getFirst().indices()).containsExactly(0, 1, 2, 0, 2, 3);
  }

  private Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static String plyHeader(String format) {
    return "ply\nformat %s 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
            .formatted(format)
        + "property double z\nproperty uchar red\nelement face 1\n"
        + "property list uchar int vertex_indices\nproperty short flags\nend_header\n";
  }

  private static byte[] binaryPly(ByteOrder order) {
    byte[] header =
        plyHeader(order == ByteOrder.BIG_ENDIAN ? "binary_big_endian" : "binary_little_endian")
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(header.length + 4 * 17 + 19).order(order).put(header);
    for (int v = 0; v < 4; v++) {
      bytes.putFloat(SQUARE[3 * v]).putFloat(SQUARE[3 * v + 1]).putDouble(SQUARE[3 * v + 2]);
      bytes.put((byte) 9);
    }
    bytes.put((byte) 4).putInt(0).putInt(1).putInt(2).putInt(3).putShort((short) 7);
    return bytes.array();
  }

  private static byte[] gltfData() {
    ByteBuffer bytes = ByteBuffer.allocate(60).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : SQUARE) {
      bytes.putFloat(value);
    }
    for (int index : new int[] {0, 1, 2, 0, 2, 3}) {
      bytes.putShort((short) index);
    }
    return bytes.array();
  }

  private static String gltf(String uri, int bytes) {
    return """
    {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],\
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],\
    "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},\
    {"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],\
    "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],\
    "buffers":[{"uri":"%s","byteLength":%d}]}\
    """
        .formatted(uri, bytes);
  }

  private static byte[] glb(String json, byte[] data) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    int padded = (text.length + 3) / 4 * 4;
    ByteBuffer bytes =
        ByteBuffer.allocate(12 + 8 + padded + 8 + data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0x46546c67).putInt(2).putInt(bytes.capacity());
    bytes.putInt(padded).putInt(0x4e4f534a).put(text);
    while (bytes.position() < 20 + padded) {
      bytes.put((byte) ' ');
    }
    bytes.putInt(data.length).putInt(0x004e4942).put(data);
    return bytes.array();
  }
}
