package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.CameraOrthographic;
import de.javagl.jgltf.impl.v2.CameraPerspective;
import de.javagl.jgltf.impl.v2.Node;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.NamedCamera;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The cameras of a glTF file, in the order of the nodes that place them. */
final class GltfCameras {
  /** How a camera looks, whatever its place. */
  private record Lens(Projection projection, double near, double far) {}

  private GltfCameras() {}

  /** What is wrong with one is said when it is looked through. */
  static List<NamedCamera> of(GltfFile file, GltfNodes nodes, GltfAnimation animation) {
    List<NamedCamera> cameras = new ArrayList<>();
    for (int index : nodes.order()) {
      Node node = nodes.get(index);
      if (node.getCamera() != null) {
        cameras.add(new NamedCamera(name(file, node), view(file, nodes, animation, index)));
      }
    }
    return cameras;
  }

  private static Supplier<Moving<Camera>> view(
      GltfFile file, GltfNodes nodes, GltfAnimation animation, int node) {
    if (animation.seconds() > 0) {
      return () -> Moving.loop(animation.seconds(), time -> at(file, nodes, animation, node, time));
    }
    // So that nothing of the file is kept.
    try {
      Moving<Camera> still = Moving.still(at(file, nodes, animation, node, 0));
      return () -> still;
    } catch (SceneException e) {
      return () -> {
        throw e;
      };
    }
  }

  /** The node's, or else the camera's. */
  private static String name(GltfFile file, Node node) {
    if (node.getName() != null) {
      return node.getName();
    }
    List<de.javagl.jgltf.impl.v2.Camera> all = GltfFile.orEmpty(file.gltf().getCameras());
    int index = node.getCamera();
    String name = index >= 0 && index < all.size() ? all.get(index).getName() : null;
    return name == null ? "" : name;
  }

  private static Camera at(
      GltfFile file, GltfNodes nodes, GltfAnimation animation, int index, double seconds) {
    Lens lens = lens(file, nodes.get(index).getCamera());
    GltfTransform place = nodes.places(animation.pose(animation.start() + seconds))[index];
    Vector3 eye = place.origin();
    try {
      // It looks along its own -z, with y up.
      return new Camera(
          eye,
          eye.minus(place.axis(2).normalized()),
          place.axis(1),
          lens.projection,
          lens.near,
          lens.far);
    } catch (IllegalArgumentException e) {
      throw new SceneException(
          "%s: the camera of node %d: %s".formatted(file.name(), index, e.getMessage()), e);
    }
  }

  private static Lens lens(GltfFile file, int index) {
    de.javagl.jgltf.impl.v2.Camera camera = file.element("camera", file.gltf().getCameras(), index);
    CameraPerspective perspective = camera.getPerspective();
    CameraOrthographic orthographic = camera.getOrthographic();
    if (perspective != null && perspective.getYfov() != null && perspective.getZnear() != null) {
      return new Lens(
          new Projection.Perspective(Math.toDegrees(perspective.getYfov())),
          perspective.getZnear(),
          perspective.getZfar() == null ? Double.POSITIVE_INFINITY : perspective.getZfar());
    }
    if (orthographic != null
        && orthographic.getYmag() != null
        && orthographic.getZnear() != null
        && orthographic.getZfar() != null) {
      return new Lens(
          new Projection.Orthographic(2.0 * orthographic.getYmag()),
          orthographic.getZnear(),
          orthographic.getZfar());
    }
    throw file.bad(
        "camera %d has neither yfov and znear, in perspective, nor ymag, znear and zfar"
            .formatted(index));
  }
}
