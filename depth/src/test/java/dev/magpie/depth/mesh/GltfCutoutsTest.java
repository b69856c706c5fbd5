package dev.magpie.depth.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.depth.scene.AlphaTexture;
import dev.magpie.depth.scene.Cutout;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GltfCutoutsTest {
  private static final String GLTF =
      """
      {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
       "meshes": [{"primitives": [
         {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
       "materials": [{"alphaMode": "MASK", "alphaCutoff": 0.5,
         "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
       "textures": [{"source": 0, "sampler": 0}], "samplers": [{"wrapS": 33071, "wrapT": 33648}],
       "images": [{"uri": "IMAGE"}],
       "accessors": [
         {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
         {"bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 3, "type": "VEC2"}],
       "bufferViews": [{"buffer": 0, "byteLength": 60}, {"buffer": 0, "byteOffset": 60,
         "byteLength": 2}],
       "buffers": [{"uri": "data:x;base64,DATA", "byteLength": 62}]}
      """;

  @TempDir Path folder;

  private static String data() {
    ByteBuffer bytes = ByteBuffer.allocate(62).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.75f}) {
      bytes.putFloat(value);
    }
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** Alphas of 0, 127, 128 and 255 from left to right; the lower row is there. */
  private static byte[] png() throws IOException {
    BufferedImage image = new BufferedImage(4, 2, BufferedImage.TYPE_INT_ARGB);
    int[] alphas = {0, 127, 128, 255};
    for (int x = 0; x < 4; x++) {
      image.setRGB(x, 0, alphas[x] << 24);
      image.setRGB(x, 1, 0xff << 24);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  private Mesh read(String text) throws IOException {
    Path file = folder.resolve("a.gltf");
    Files.writeString(file, text.replace("DATA", data()));
    return MeshFiles.read(file).getFirst();
  }

  private static String row(AlphaTexture texture, double v) {
    StringBuilder row = new StringBuilder();
    for (double u = -0.375; u < 1.4; u += 0.25) {
      row.append(texture.keeps(u, v) ? '#' : '.');
    }
    return row.toString();
  }

  @Test
  void texelsBelowTheCutOffAreNotThere() throws IOException {
    Files.write(folder.resolve("leaf.png"), png());
    String text = GLTF.replace("IMAGE", "leaf.png");
    Cutout cutout = read(text).cutout().orElseThrow();
    assertThat(cutout.coordinates()).containsExactly(0, 0, 1, 0, 0, 0.75f);
    assertThat(row(cutout.texture(), 0.25)).isEqualTo("....####");
    assertThat(row(cutout.texture(), 0.75)).isEqualTo("########");
    assertThat(row(cutout.texture(), -0.25)).isEqualTo("....####");
    assertThat(row(cutout.texture(), 1.25)).isEqualTo("########");
    Cutout repeated =
        read(text.replace("33071", "10497").replace("33648", "10497")).cutout().orElseThrow();
    assertThat(row(repeated.texture(), 1.25)).isEqualTo("##..##..");
    Cutout all = read(text.replace("0.5,", "0,")).cutout().orElseThrow();
    assertThat(row(all.texture(), 0.25)).isEqualTo("########");
    String half = "\"baseColorFactor\": [1, 1, 1, 0.5], \"baseColorTexture\"";
    Cutout factor = read(text.replace("\"baseColorTexture\"", half)).cutout().orElseThrow();
    assertThat(row(factor.texture(), 0.25)).isEqualTo(".....###");
  }

  @Test
  void imagesMayLieInTheFile() throws IOException {
    String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
    assertThat(read(GLTF.replace("IMAGE", uri)).cutout()).isPresent();
  }

  /** Scaled, turned counter-clockwise on an image whose v runs downwards, and shifted. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{}' | 0, 0, 1, 0, 0, 0.75",
        "'{\"offset\": [0.5, 0.25]}' | 0.5, 0.25, 1.5, 0.25, 0.5, 1",
        "'{\"scale\": [2, 4]}' | 0, 0, 2, 0, 0, 3",
        "'{\"rotation\": 1.5707963267948966}' | 0, 0, 0, -1, 0.75, 0",
        "'{\"rotation\": 1.5707963267948966, \"scale\": [2, 4], \"offset\": [1, 1]}' | 1, 1, 1, -1, 4, 1",
        "'{\"texCoord\": 1, \"scale\": [2, 2]}' | 0, 0, 2, 0, 0, 1.5",
      })
  void coordinatesAreTransformed(String transform, String expected) throws IOException {
    Files.write(folder.resolve("leaf.png"), png());
    String extended =
        "{\"index\": 0, \"extensions\": {\"KHR_texture_transform\": %s}}".formatted(transform);
    String text = GLTF.replace("IMAGE", "leaf.png").replace("{\"index\": 0}", extended);
    if (transform.contains("texCoord")) {
      text = text.replace("\"TEXCOORD_0\"", "\"TEXCOORD_1\"");
    }
    float[] coordinates = read(text).cutout().orElseThrow().coordinates();
    double[] wanted =
        Arrays.stream(expected.split(", ", -1)).mapToDouble(Double::parseDouble).toArray();
    assertThat(coordinates).hasSize(6);
    for (int n = 0; n < 6; n++) {
      assertThat(coordinates[n]).isCloseTo((float) wanted[n], within(1e-6f));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"MASK\"' | '\"BLEND\"'",
        "'\"MASK\"' | '\"OPAQUE\"'",
        "', \"TEXCOORD_0\": 1' | ''",
        "', \"material\": 0' | ''",
        "'{\"baseColorTexture\": {\"index\": 0}}' | '{}'",
      })
  void otherMaterialsCutNothingOut(String from, String to) throws IOException {
    assertThat(GLTF).contains(from);
    assertThat(read(GLTF.replace(from, to == null ? "" : to)).cutout()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "IMAGE | none.png | image 0 has the URI 'none.png': there is no such file",
        "IMAGE | ../x.png | which lies outside the file's folder",
        "IMAGE | data:;base64,AAAA | image 0 is of no format that Java reads, such as PNG",
        "IMAGE | data:;base64,iVBORw0KGgo= | image 0 cannot be read: ",
        "'\"source\": 0' | '\"source\": 7' | there is no image 7",
        "'\"sampler\": 0' | '\"sampler\": 7' | there is no sampler 7",
        "'{\"index\": 0}' | '{\"index\": 7}' | there is no texture 7",
        "'{\"index\": 0}' | '{\"index\": 0, \"extensions\": {\"KHR_texture_transform\": {\"scale\": 2}}}'"
            + " | material 0: KHR_texture_transform: scale is two numbers",
        "'{\"index\": 0}' | '{\"index\": 0, \"extensions\": {\"KHR_texture_transform\": 3}}'"
            + " | material 0: KHR_texture_transform: is no object",
        "'{\"index\": 0}' | '{\"index\": 0, \"extensions\": {\"KHR_texture_transform\":"
            + " {\"offset\": [0, \"x\"]}}}' | KHR_texture_transform: offset has what is no number",
        "'\"material\": 0' | '\"material\": 7' | there is no material 7",
        "'{\"uri\": \"IMAGE\"}' | '{\"bufferView\": 7}' | image 0: there is no bufferView 7",
        "'{\"uri\": \"IMAGE\"}' | '{\"bufferView\": 1}' | image 0 is of no format",
        "5126, \"count\": 3, \"type\": \"VEC2 | 5126, \"count\": 3, \"type\": \"VEC3 | accessor 1",
      })
  void brokenTexturesAreToldInOneLine(String from, String to, String message) throws IOException {
    assertThat(GLTF).contains(from);
    String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
    String text = GLTF.replace(from, to).replace("IMAGE", uri);
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }
}
