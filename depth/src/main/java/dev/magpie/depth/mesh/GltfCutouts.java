package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.MaterialPbrMetallicRoughness;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Sampler;
import de.javagl.jgltf.impl.v2.Texture;
import de.javagl.jgltf.impl.v2.TextureInfo;
import dev.magpie.depth.scene.AlphaTexture;
import dev.magpie.depth.scene.AlphaTexture.Wrap;
import dev.magpie.depth.scene.Cutout;
import dev.magpie.depth.scene.SceneException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What glTF materials cut out: those with alphaMode MASK and a texture of the base colour, in
 * images that Java reads, such as PNG.
 */
final class GltfCutouts {
  /** Texels of an image, so that none takes all memory. */
  private static final long MAX_TEXELS = 1L << 26;

  private static final float USUAL_CUTOFF = 0.5f;
  private static final int CLAMP = 33_071;
  private static final int MIRROR = 33_648;

  private final GltfFile file;
  private final GlTF gltf;
  private final GltfAccessors accessors;
  private final Map<Integer, AlphaTexture> byMaterial = new HashMap<>();

  GltfCutouts(GltfFile file, GltfAccessors accessors) {
    this.file = file;
    this.gltf = file.gltf();
    this.accessors = accessors;
  }

  /** What is cut out of a primitive, if anything is. */
  Optional<Cutout> of(MeshPrimitive primitive) throws IOException {
    if (primitive.getMaterial() == null) {
      return Optional.empty();
    }
    int index = primitive.getMaterial();
    Material material = file.element("material", gltf.getMaterials(), index);
    MaterialPbrMetallicRoughness colour = material.getPbrMetallicRoughness();
    if (!"MASK".equals(material.getAlphaMode())
        || colour == null
        || colour.getBaseColorTexture() == null) {
      return Optional.empty();
    }
    TextureInfo info = colour.getBaseColorTexture();
    Optional<GltfTextureTransform> transform = transform(info, index);
    int usual = info.getTexCoord() == null ? 0 : info.getTexCoord();
    int set = transform.flatMap(GltfTextureTransform::set).orElse(usual);
    Integer coordinates = primitive.getAttributes().get("TEXCOORD_" + set);
    if (coordinates == null) {
      return Optional.empty();
    }
    AlphaTexture texture = byMaterial.get(index);
    if (texture == null) {
      float cutoff = material.getAlphaCutoff() == null ? USUAL_CUTOFF : material.getAlphaCutoff();
      float[] factor = colour.getBaseColorFactor();
      float alpha = factor == null || factor.length < 4 ? 1 : factor[3];
      texture = texture(info.getIndex(), alpha, cutoff);
      byMaterial.put(index, texture);
    }
    float[] read = accessors.textureCoordinates(coordinates);
    return Optional.of(new Cutout(texture, transform.map(each -> each.apply(read)).orElse(read)));
  }

  private Optional<GltfTextureTransform> transform(TextureInfo info, int material) {
    Object extension = orNone(info.getExtensions()).get(GltfTextureTransform.EXTENSION);
    if (extension == null) {
      return Optional.empty();
    }
    try {
      if (extension instanceof Map<?, ?> values) {
        return Optional.of(GltfTextureTransform.of(values));
      }
      throw new IllegalArgumentException("is no object");
    } catch (IllegalArgumentException e) {
      throw file.bad(
          "material %d: %s: %s"
              .formatted(material, GltfTextureTransform.EXTENSION, e.getMessage()));
    }
  }

  private AlphaTexture texture(int index, float factor, float cutoff) throws IOException {
    Texture texture = file.element("texture", gltf.getTextures(), index);
    if (texture.getSource() == null) {
      throw file.bad("texture %d has no image that can be read".formatted(index));
    }
    int source = texture.getSource();
    BufferedImage image =
        decode(
            source, file.buffers().image(source, file.element("image", gltf.getImages(), source)));
    Sampler sampler =
        texture.getSampler() == null
            ? new Sampler()
            : file.element("sampler", gltf.getSamplers(), texture.getSampler());
    BitSet kept = new BitSet();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        float alpha = (image.getRGB(x, y) >>> 24) / 255f;
        if (alpha * factor >= cutoff) {
          kept.set(y * image.getWidth() + x);
        }
      }
    }
    return new AlphaTexture(
        image.getWidth(),
        image.getHeight(),
        kept,
        wrap(sampler.getWrapS()),
        wrap(sampler.getWrapT()));
  }

  private BufferedImage decode(int index, byte[] bytes) throws IOException {
    ImageIO.setUseCache(false);
    try (ImageInputStream input = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(input);
      if (!readers.hasNext()) {
        throw file.bad("image %d is of no format that Java reads, such as PNG".formatted(index));
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(input);
        long texels = (long) reader.getWidth(0) * reader.getHeight(0);
        if (texels > MAX_TEXELS) {
          throw file.bad(
              "image %d has %,d texels, and at most %,d are read"
                  .formatted(index, texels, MAX_TEXELS));
        }
        return reader.read(0);
      } finally {
        reader.dispose();
      }
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new SceneException(
          "%s: image %d cannot be read: %s"
              .formatted(
                  file.name(),
                  index,
                  String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  private static Wrap wrap(@Nullable Integer mode) {
    int number = mode == null ? 0 : mode;
    return number == CLAMP ? Wrap.CLAMP : number == MIRROR ? Wrap.MIRROR : Wrap.REPEAT;
  }

  /** The library has null for what is not there. */
  @SuppressWarnings("NullAway")
  private static Map<String, Object> orNone(Map<String, Object> map) {
    return map == null ? Map.of() : map;
  }
}
