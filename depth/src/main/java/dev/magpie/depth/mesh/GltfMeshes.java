package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Node;
import dev.magpie.depth.mesh.GltfPose.Property;
import dev.magpie.depth.mesh.GltfSkin.Bones;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.SceneException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The triangles of glTF 2.0 files, text or binary, placed as the default scene's nodes, skins and
 * morph targets say, at rest or in an animation. Points and lines are not drawn.
 */
final class GltfMeshes {
  private static final int TRIANGLES = 4;
  private static final int STRIP = 5;
  private static final int FAN = 6;

  /** A mesh in a pose, by the places of nodes. */
  @FunctionalInterface
  private interface Posed {
    Mesh at(GltfPose pose, GltfTransform[] places);
  }

  private final GltfFile file;
  private final GltfAccessors accessors;
  private final GltfCutouts cutouts;
  private final GltfNodes nodes;
  private final GltfMorphs morphs;
  private final GltfAnimation animation;
  private final Map<Integer, GltfSkin> skins = new HashMap<>();
  private final List<Posed> parts = new ArrayList<>();
  private final GltfPose start;
  private final GltfTransform[] startPlaces;
  private long triangles;

  private GltfMeshes(GltfFile file, Optional<String> asked) throws IOException {
    this.file = file;
    accessors = new GltfAccessors(file);
    cutouts = new GltfCutouts(file, accessors);
    nodes = new GltfNodes(file);
    morphs = new GltfMorphs(file, accessors, nodes);
    animation = GltfAnimation.of(file, accessors, nodes, morphs, asked);
    start = animation.pose(animation.start());
    startPlaces = nodes.places(start);
    boolean[] moving =
        nodes.below(
            animation.moved(EnumSet.of(Property.TRANSLATION, Property.ROTATION, Property.SCALE)));
    boolean[] weighing = animation.moved(EnumSet.of(Property.WEIGHTS));
    for (int index : nodes.order()) {
      Node node = nodes.get(index);
      if (node.getMesh() != null) {
        GltfSkin skin = node.getSkin() == null ? null : skin(node.getSkin());
        boolean moves = weighing[index] || (skin == null ? moving[index] : skin.isAmong(moving));
        add(index, node.getMesh(), skin, moves);
      }
    }
  }

  /**
   * Reads a file.
   *
   * @param animation its name or number; {@code none} for no motion; empty for the first one
   */
  static MeshFile read(Path path, Optional<String> animation) throws IOException {
    GltfFile file = GltfFile.read(path);
    try {
      GltfMeshes meshes = new GltfMeshes(file, animation);
      return new MeshFile(
          Moving.loop(meshes.animation.seconds(), meshes::at),
          GltfCameras.of(file, meshes.nodes, meshes.animation));
    } catch (NullPointerException | ClassCastException | IndexOutOfBoundsException e) {
      // The library leaves null what the file leaves out.
      throw new SceneException(
          path + ": not a glTF file: something required is missing or of a wrong type", e);
    }
  }

  private GltfSkin skin(int index) {
    return skins.computeIfAbsent(index, n -> GltfSkin.of(file, accessors, nodes, n));
  }

  /** All meshes so many seconds after the first key. */
  private List<Mesh> at(double seconds) {
    GltfPose pose = animation.pose(animation.start() + seconds);
    GltfTransform[] places = nodes.places(pose);
    return parts.stream().map(part -> part.at(pose, places)).toList();
  }

  private void add(int node, int index, @Nullable GltfSkin skin, boolean moves) throws IOException {
    List<MeshPrimitive> primitives =
        file.element("mesh", file.gltf().getMeshes(), index).getPrimitives();
    for (int n = 0; n < primitives.size(); n++) {
      MeshPrimitive primitive = primitives.get(n);
      int mode = primitive.getMode() == null ? TRIANGLES : primitive.getMode();
      Integer position = primitive.getAttributes().get("POSITION");
      if (mode < TRIANGLES || position == null) {
        continue;
      }
      String name = "node %d, mesh %d, primitive %d".formatted(node, index, n);
      String full = "%s, %s".formatted(file.name(), name);
      float[] positions = accessors.positions(position);
      int[] corners =
          primitive.getIndices() == null
              ? IntStream.range(0, positions.length / 3).toArray()
              : accessors.indices(primitive.getIndices());
      int[] indices = triangles(full, corners, mode);
      triangles += indices.length / 3;
      if (triangles > TriangleList.MAX_TRIANGLES) {
        throw file.bad("has more than %,d triangles".formatted(TriangleList.MAX_TRIANGLES));
      }
      List<float[]> changes = morphs.changes(name, primitive, positions.length);
      Bones bones =
          skin == null ? null : skin.bones(file, accessors, name, primitive, positions.length / 3);
      try {
        Mesh mesh = new Mesh(full, positions, indices, cutouts.of(primitive));
        double[] weights = changes.isEmpty() ? new double[0] : morphs.weights(node);
        GltfPart part = new GltfPart(node, mesh, changes, weights, skin, bones);
        Mesh first = part.at(start, startPlaces);
        parts.add(moves ? part::at : (_, _) -> first);
      } catch (IllegalArgumentException e) {
        throw new SceneException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private static int[] triangles(String name, int[] corners, int mode) {
    return switch (mode) {
      case TRIANGLES -> {
        if (corners.length % 3 != 0) {
          throw new SceneException(
              "%s: %d corners are no whole number of triangles".formatted(name, corners.length));
        }
        yield corners;
      }
      case STRIP, FAN -> {
        int[] indices = new int[3 * Math.max(0, corners.length - 2)];
        for (int n = 0; n < indices.length / 3; n++) {
          int odd = mode == STRIP ? n & 1 : 0;
          indices[3 * n] = corners[mode == FAN ? 0 : n];
          indices[3 * n + 1] = corners[n + 1 + odd];
          indices[3 * n + 2] = corners[n + 2 - odd];
        }
        yield indices;
      }
      default -> throw new SceneException("%s: there is no mode %d".formatted(name, mode));
    };
  }
}
