package dev.magpie.depth.mesh;

import static dev.magpie.depth.mesh.GltfFile.orEmpty;

import de.javagl.jgltf.impl.v2.Animation;
import de.javagl.jgltf.impl.v2.AnimationChannel;
import de.javagl.jgltf.impl.v2.AnimationSampler;
import dev.magpie.depth.mesh.GltfAccessors.Numbers;
import dev.magpie.depth.mesh.GltfPose.Property;
import dev.magpie.depth.mesh.GltfSampler.Interpolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** One of a glTF file's animations: what it moves, and how. */
final class GltfAnimation {
  /** The word for the file as it stands. */
  private static final String NONE = "none";

  /** A value of a node that changes with time. */
  private record Channel(int node, Property property, GltfSampler sampler) {}

  private final GltfFile file;
  private final GltfAccessors accessors;
  private final GltfNodes nodes;
  private final GltfMorphs morphs;
  private final String name;
  private final List<Channel> channels = new ArrayList<>();

  private GltfAnimation(
      GltfFile file, GltfAccessors accessors, GltfNodes nodes, GltfMorphs morphs, String name) {
    this.file = file;
    this.accessors = accessors;
    this.nodes = nodes;
    this.morphs = morphs;
    this.name = name;
  }

  /**
   * The one that is asked for.
   *
   * @param asked its name or its number, from 0 on; {@code none} for no motion; empty for the first
   *     one, if there is any
   */
  static GltfAnimation of(
      GltfFile file,
      GltfAccessors accessors,
      GltfNodes nodes,
      GltfMorphs morphs,
      Optional<String> asked) {
    List<Animation> all = orEmpty(file.gltf().getAnimations());
    if (asked.isEmpty() ? all.isEmpty() : asked.get().equals(NONE)) {
      return new GltfAnimation(file, accessors, nodes, morphs, NONE);
    }
    int index = asked.map(each -> index(file, all, each)).orElse(0);
    GltfAnimation animation =
        new GltfAnimation(file, accessors, nodes, morphs, "animation %d".formatted(index));
    animation.read(all.get(index));
    return animation;
  }

  private static int index(GltfFile file, List<Animation> all, String asked) {
    for (int n = 0; n < all.size(); n++) {
      if (asked.equals(all.get(n).getName())) {
        return n;
      }
    }
    if (asked.matches("\\d{1,9}") && Integer.parseInt(asked) < all.size()) {
      return Integer.parseInt(asked);
    }
    List<String> names =
        IntStream.range(0, all.size())
            .mapToObj(n -> "%d '%s'".formatted(n, all.get(n).getName()).replace(" 'null'", ""))
            .toList();
    throw file.bad(
        all.isEmpty()
            ? "has no animation '%s', nor any other".formatted(asked)
            : "has no animation '%s'; it has %s".formatted(asked, String.join(", ", names)));
  }

  private void read(Animation animation) {
    Set<List<Object>> seen = new HashSet<>();
    List<AnimationChannel> all = animation.getChannels();
    for (int n = 0; n < all.size(); n++) {
      String where = "%s, channel %d".formatted(name, n);
      Integer node = all.get(n).getTarget().getNode();
      Optional<Property> property = property(all.get(n).getTarget().getPath());
      if (node == null || property.isEmpty()) {
        // What extensions animate.
        continue;
      }
      file.element("node", file.gltf().getNodes(), node);
      if (!seen.add(List.of(node, property.get()))) {
        throw file.bad(
            "%s: another one has the %s of node %d, too"
                .formatted(where, word(property.get()), node));
      }
      if (nodes.get(node).getMatrix() != null && property.get() != Property.WEIGHTS) {
        throw file.bad(
            "%s moves node %d, which has a matrix; nodes that move have a translation, a rotation"
                    .formatted(where, node)
                + " and a scale");
      }
      AnimationSampler sampler =
          file.element("sampler of " + name, animation.getSamplers(), all.get(n).getSampler());
      GltfSampler made = sampler(where, node, property.get(), sampler);
      if (nodes.has(node)) {
        channels.add(new Channel(node, property.get(), made));
      }
    }
  }

  private static Optional<Property> property(String path) {
    return Arrays.stream(Property.values()).filter(each -> word(each).equals(path)).findFirst();
  }

  private static String word(Property property) {
    return property.name().toLowerCase(Locale.ROOT);
  }

  private GltfSampler sampler(String where, int node, Property property, AnimationSampler sampler) {
    float[] times =
        accessors.finite(sampler.getInput(), "SCALAR", 1, Numbers.FLOATS, "times of keys");
    if (times.length == 0) {
      throw file.bad(where + " has no key");
    }
    for (int n = 0; n < times.length; n++) {
      if (times[n] < 0 || (n > 0 && times[n] <= times[n - 1])) {
        throw file.bad(
            "%s: key %d is at %s s, which is not after %s"
                .formatted(where, n, times[n], n == 0 ? "0" : times[n - 1] + " s, the one before"));
      }
    }
    Interpolation interpolation = interpolation(where, sampler.getInterpolation());
    int width =
        switch (property) {
          case TRANSLATION, SCALE -> 3;
          case ROTATION -> 4;
          case WEIGHTS -> morphs.targets(node);
        };
    float[] values =
        switch (property) {
          case TRANSLATION, SCALE ->
              accessors.finite(
                  sampler.getOutput(),
                  "VEC3",
                  3,
                  Numbers.FLOATS,
                  "a " + word(property) + "'s keys");
          case ROTATION ->
              accessors.finite(
                  sampler.getOutput(), "VEC4", 4, Numbers.FLOATS_OR_INTEGERS, "rotations");
          case WEIGHTS ->
              accessors.finite(
                  sampler.getOutput(), "SCALAR", 1, Numbers.FLOATS_OR_INTEGERS, "weights");
        };
    long parts = interpolation == Interpolation.CUBICSPLINE ? 3 : 1;
    long expected = parts * width * times.length;
    if (values.length != expected) {
      throw file.bad(
          "%s: %d keys take %d numbers, but accessor %d has %d"
              .formatted(where, times.length, expected, sampler.getOutput(), values.length));
    }
    boolean rotations = property == Property.ROTATION;
    if (rotations) {
      checkRotations(where, values, (int) parts);
    }
    return new GltfSampler(times, values, width, interpolation, rotations);
  }

  private Interpolation interpolation(String where, String word) {
    if (word == null) {
      return Interpolation.LINEAR;
    }
    return Arrays.stream(Interpolation.values())
        .filter(each -> each.name().equals(word))
        .findFirst()
        .orElseThrow(() ->
            file.bad(
                "%s: interpolation is LINEAR, STEP or CUBICSPLINE, not '%s'"
                    .formatted(where, word.lines().findFirst().orElse(""))));
  }

  /** Of tangents nothing is asked; the value is in the middle. */
  private void checkRotations(String where, float[] values, int parts) {
    for (int key = 0; key < values.length / 4 / parts; key++) {
      double squared = 0;
      for (int n = 0; n < 4; n++) {
        double value = values[(key * parts + parts / 2) * 4 + n];
        squared += value * value;
      }
      if (!(squared > 0.5 && squared < 2)) {
        throw file.bad(
            "%s: key %d has a quaternion of length %.3f; those of rotations have 1"
                .formatted(where, key, Math.sqrt(squared)));
      }
    }
  }

  /** When its first key is. */
  double start() {
    return channels.stream().mapToDouble(each -> each.sampler.start()).min().orElse(0);
  }

  /** From the first key to the last. */
  double seconds() {
    return channels.stream().mapToDouble(each -> each.sampler.end()).max().orElse(0) - start();
  }

  /** By node, whether a value of it changes. */
  boolean[] moved(Set<Property> properties) {
    boolean[] moved = new boolean[nodes.count()];
    for (Channel channel : channels) {
      moved[channel.node] |= properties.contains(channel.property);
    }
    return moved;
  }

  /** Where all is at a time of the keys. */
  GltfPose pose(double time) {
    GltfPose pose = new GltfPose(nodes);
    for (Channel channel : channels) {
      pose.set(channel.node, channel.property, channel.sampler.at(time));
    }
    return pose;
  }
}
