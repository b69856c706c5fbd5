package dev.magpie.depth.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A glTF file in which all that moves moves at random: nodes, joints and morph targets. */
final class RandomGltf {
  private static final int NODES = 7;
  private static final int VERTICES = 12;

  private final Random random;
  private final GltfBuilder builder = new GltfBuilder();
  private double start = Double.POSITIVE_INFINITY;
  private final String text;

  RandomGltf(Random random) {
    this.random = random;
    int meshes = 3;
    List<String> nodes = new ArrayList<>();
    List<List<Integer>> children = new ArrayList<>();
    List<Integer> roots = new ArrayList<>();
    int[] targets = random.ints(meshes, 0, 4).toArray();
    for (int n = 0; n < NODES; n++) {
      children.add(new ArrayList<>());
      int parent = random.nextInt(n + 1) - 1;
      (parent < 0 ? roots : children.get(parent)).add(n);
    }
    List<String> channels = new ArrayList<>();
    List<String> samplers = new ArrayList<>();
    for (int n = 0; n < NODES; n++) {
      boolean matrix = random.nextInt(5) == 0;
      StringBuilder node = new StringBuilder("{'name':'n%d'".formatted(n));
      if (matrix) {
        float[] m = vector(16);
        m[3] = 0;
        m[7] = 0;
        m[11] = 0;
        m[15] = 1;
        node.append(",'matrix':").append(GltfBuilder.list(m));
      } else {
        node.append(",'translation':").append(GltfBuilder.list(vector(3)));
        node.append(",'rotation':").append(GltfBuilder.list(quaternion()));
        node.append(",'scale':").append(GltfBuilder.list(vector(3)));
        animate(n, "translation", 3, channels, samplers);
        animate(n, "rotation", 4, channels, samplers);
        animate(n, "scale", 3, channels, samplers);
      }
      if (random.nextInt(2) == 0 || n == 0) {
        int mesh = random.nextInt(meshes);
        node.append(",'mesh':").append(mesh);
        if (mesh == 2) {
          node.append(",'skin':0");
        }
        if (targets[mesh] > 0) {
          if (random.nextBoolean()) {
            node.append(",'weights':").append(GltfBuilder.list(vector(targets[mesh])));
          }
          animate(n, "weights", targets[mesh], channels, samplers);
        }
      }
      if (!children.get(n).isEmpty()) {
        node.append(",'children':").append(children.get(n));
      }
      nodes.add(node.append('}').toString());
    }
    animate(0, channels.isEmpty() ? "translation" : "none", 3, channels, samplers);
    List<String> made = new ArrayList<>();
    for (int mesh = 0; mesh < meshes; mesh++) {
      made.add(mesh(mesh == 2, targets[mesh]));
    }
    int[] joints = random.ints(5, 0, NODES).distinct().toArray();
    List<Integer> listed = new ArrayList<>();
    for (int joint : joints) {
      listed.add(joint);
    }
    while (listed.size() < 5) {
      listed.add(listed.getFirst());
    }
    String inverses = "";
    if (random.nextBoolean()) {
      float[] matrices = vector(16 * 5);
      for (int n = 0; n < 5; n++) {
        matrices[16 * n + 3] = 0;
        matrices[16 * n + 7] = 0;
        matrices[16 * n + 11] = 0;
        matrices[16 * n + 15] = 1;
      }
      inverses = ",'inverseBindMatrices':" + builder.floats("MAT4", matrices);
    }
    text =
        builder.text(
            "'scene':0,'scenes':[{'nodes':%s}],'nodes':[%s],'meshes':[%s],'skins':[{'joints':%s%s}],"
                    .formatted(
                        roots, String.join(",", nodes), String.join(",", made), listed, inverses)
                + "'animations':[{'channels':[%s],'samplers':[%s]}]"
                    .formatted(String.join(",", channels), String.join(",", samplers)));
  }

  String text() {
    return text;
  }

  /** When the first key is. */
  double start() {
    return start;
  }

  private float[] vector(int length) {
    float[] values = new float[length];
    for (int n = 0; n < length; n++) {
      values[n] = (float) random.nextGaussian();
    }
    return values;
  }

  private float[] quaternion() {
    float[] values = vector(4);
    double length = 0;
    for (float value : values) {
      length += (double) value * value;
    }
    for (int n = 0; n < 4; n++) {
      values[n] = (float) (values[n] / Math.sqrt(length));
    }
    return values;
  }

  private void animate(
      int node, String path, int width, List<String> channels, List<String> samplers) {
    if (path.equals("none") || random.nextInt(3) == 0) {
      return;
    }
    String how = new String[] {"STEP", "LINEAR", "CUBICSPLINE"}[random.nextInt(3)];
    int keys = 1 + random.nextInt(5);
    float[] times = new float[keys];
    for (int n = 0; n < keys; n++) {
      times[n] = (n == 0 ? 0 : times[n - 1]) + 0.01f + random.nextFloat();
    }
    start = Math.min(start, times[0]);
    int parts = how.equals("CUBICSPLINE") ? 3 : 1;
    float[] values = vector(keys * parts * width);
    for (int key = 0; key < keys && path.equals("rotation"); key++) {
      System.arraycopy(quaternion(), 0, values, 4 * (key * parts + parts / 2), 4);
    }
    String type = path.equals("weights") ? "SCALAR" : width == 4 ? "VEC4" : "VEC3";
    int output;
    if (path.equals("translation") || path.equals("scale") || parts == 3 || random.nextBoolean()) {
      output = builder.floats(type, values);
    } else {
      int component =
          new int[] {
                GltfBuilder.BYTE,
                GltfBuilder.UNSIGNED_BYTE,
                GltfBuilder.SHORT,
                GltfBuilder.UNSIGNED_SHORT
              }
              [path.equals("weights") ? random.nextInt(4) : 2 * random.nextInt(2)];
      for (int n = 0; n < values.length; n++) {
        values[n] =
            switch (component) {
              case GltfBuilder.BYTE -> Math.round(Math.clamp(values[n], -1, 1) * 127);
              case GltfBuilder.UNSIGNED_BYTE -> random.nextInt(256);
              case GltfBuilder.SHORT -> Math.round(Math.clamp(values[n], -1, 1) * 32_767);
              default -> random.nextInt(1 << 16);
            };
      }
      output = builder.numbers(type, component, true, values);
    }
    channels.add(
        "{'sampler':%d,'target':{'node':%d,'path':'%s'}}".formatted(samplers.size(), node, path));
    samplers.add(
        "{'input':%d,'output':%d%s}"
            .formatted(
                builder.floats("SCALAR", times),
                output,
                how.equals("LINEAR") && random.nextBoolean()
                    ? ""
                    : ",'interpolation':'%s'".formatted(how)));
  }

  private String mesh(boolean skinned, int targets) {
    StringBuilder attributes =
        new StringBuilder("'POSITION':" + builder.floats("VEC3", vector(3 * VERTICES)));
    if (skinned) {
      int sets = 1 + random.nextInt(2);
      for (int set = 0; set < sets; set++) {
        float[] joints = new float[4 * VERTICES];
        float[] weights = new float[4 * VERTICES];
        for (int n = 0; n < joints.length; n++) {
          joints[n] = random.nextInt(5);
          // Eighths make one exactly.
          weights[n] = (sets == 1 ? 2 : 1) / 8f;
        }
        attributes.append(
            ",'JOINTS_%d':%d,'WEIGHTS_%d':%d"
                .formatted(
                    set,
                    builder.numbers(
                        "VEC4",
                        random.nextBoolean()
                            ? GltfBuilder.UNSIGNED_BYTE
                            : GltfBuilder.UNSIGNED_SHORT,
                        false,
                        joints),
                    set,
                    builder.floats("VEC4", weights)));
      }
    }
    List<String> all = new ArrayList<>();
    for (int k = 0; k < targets; k++) {
      boolean sparse = random.nextBoolean();
      all.add(
          random.nextInt(6) == 0
              ? "{'NORMAL':0}"
              : "{'POSITION':%d}"
                  .formatted(
                      sparse
                          ? builder.sparse(
                              "VEC3",
                              VERTICES,
                              random.nextBoolean()
                                  ? ""
                                  : "\"bufferView\":%d,"
                                      .formatted(
                                          builder.view(
                                              3 * VERTICES,
                                              GltfBuilder.FLOAT,
                                              vector(3 * VERTICES))),
                              new float[] {2, 5, 11},
                              vector(9))
                          : builder.floats("VEC3", vector(3 * VERTICES))));
    }
    return "{'primitives':[{'attributes':{%s}%s}]%s}"
        .formatted(
            attributes,
            all.isEmpty() ? "" : ",'targets':[%s]".formatted(String.join(",", all)),
            all.isEmpty() || random.nextBoolean()
                ? ""
                : ",'weights':" + GltfBuilder.list(vector(targets)));
  }
}
