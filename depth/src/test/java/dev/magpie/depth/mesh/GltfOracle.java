package dev.magpie.depth.mesh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where the vertices of a glTF file are at a time, worked out once more from the words of the
 * specification: matrices of 16 numbers, all in doubles, nothing kept.
 */
final class GltfOracle {
  private final JsonNode root;
  private final ByteBuffer data;
  private final JsonNode animation;
  private final double time;

  GltfOracle(String text, int animation, double time) {
    root = JsonMapper.builder().build().readTree(text);
    String uri = root.get("buffers").get(0).get("uri").asString();
    data =
        ByteBuffer.wrap(Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1)))
            .order(ByteOrder.LITTLE_ENDIAN);
    this.animation = root.path("animations").path(animation);
    this.time = time;
  }

  /** By primitive in the order of nodes, x, y and z of each vertex. */
  List<double[]> positions() {
    List<double[]> all = new ArrayList<>();
    for (JsonNode node : root.get("scenes").get(0).get("nodes")) {
      visit(node.asInt(), all);
    }
    return all;
  }

  private void visit(int index, List<double[]> all) {
    JsonNode node = root.get("nodes").get(index);
    if (node.has("mesh")) {
      JsonNode mesh = root.get("meshes").get(node.get("mesh").asInt());
      for (JsonNode primitive : mesh.get("primitives")) {
        all.add(primitive(index, node, mesh, primitive));
      }
    }
    for (JsonNode child : node.path("children")) {
      visit(child.asInt(), all);
    }
  }

  private double[] primitive(int index, JsonNode node, JsonNode mesh, JsonNode primitive) {
    double[] at = accessor(primitive.get("attributes").get("POSITION").asInt());
    JsonNode targets = primitive.path("targets");
    double[] weights = new double[targets.size()];
    JsonNode given = node.has("weights") ? node.get("weights") : mesh.path("weights");
    for (int k = 0; k < given.size(); k++) {
      weights[k] = given.get(k).asDouble();
    }
    double[] animated = animated(index, "weights", weights.length);
    weights = animated == null ? weights : animated;
    for (int k = 0; k < weights.length; k++) {
      if (targets.get(k).has("POSITION")) {
        double[] change = accessor(targets.get(k).get("POSITION").asInt());
        for (int n = 0; n < at.length; n++) {
          at[n] += weights[k] * change[n];
        }
      }
    }
    double[] out = new double[at.length];
    for (int v = 0; v < at.length / 3; v++) {
      double[] matrix = node.has("skin") ? skinned(node, primitive, v) : global(index);
      for (int row = 0; row < 3; row++) {
        out[3 * v + row] = matrix[12 + row];
        for (int column = 0; column < 3; column++) {
          out[3 * v + row] += matrix[4 * column + row] * at[3 * v + column];
        }
      }
    }
    return out;
  }

  /** The weighted sum of jointMatrix[j] = globalTransformOfJoint[j] * inverseBindMatrix[j]. */
  private double[] skinned(JsonNode node, JsonNode primitive, int vertex) {
    JsonNode skin = root.get("skins").get(node.get("skin").asInt());
    double[] sum = new double[16];
    for (int set = 0; primitive.get("attributes").has("JOINTS_" + set); set++) {
      double[] joints = raw(primitive.get("attributes").get("JOINTS_" + set).asInt());
      double[] weights = accessor(primitive.get("attributes").get("WEIGHTS_" + set).asInt());
      for (int n = 4 * vertex; n < 4 * vertex + 4; n++) {
        if (weights[n] > 0) {
          int joint = (int) joints[n];
          double[] inverse = identity();
          if (skin.has("inverseBindMatrices")) {
            double[] all = accessor(skin.get("inverseBindMatrices").asInt());
            System.arraycopy(all, 16 * joint, inverse, 0, 16);
          }
          double[] matrix = times(global(skin.get("joints").get(joint).asInt()), inverse);
          for (int k = 0; k < 16; k++) {
            sum[k] += weights[n] * matrix[k];
          }
        }
      }
    }
    return sum;
  }

  private double[] global(int index) {
    for (int parent = 0; parent < root.get("nodes").size(); parent++) {
      for (JsonNode child : root.get("nodes").get(parent).path("children")) {
        if (child.asInt() == index) {
          return times(global(parent), local(index));
        }
      }
    }
    return local(index);
  }

  private double[] local(int index) {
    JsonNode node = root.get("nodes").get(index);
    if (node.has("matrix")) {
      return given(node.get("matrix"), 16);
    }
    double[] t = trs(index, node, "translation", 0, 0, 0);
    double[] q = trs(index, node, "rotation", 0, 0, 0, 1);
    double[] s = trs(index, node, "scale", 1, 1, 1);
    double[] move = identity();
    double[] size = identity();
    for (int n = 0; n < 3; n++) {
      move[12 + n] = t[n];
      size[5 * n] = s[n];
    }
    return times(times(move, turn(q[0], q[1], q[2], q[3])), size);
  }

  private double[] trs(int index, JsonNode node, String path, double... usual) {
    double[] animated = animated(index, path, usual.length);
    if (animated != null) {
      return animated;
    }
    return node.has(path) ? given(node.get(path), usual.length) : usual;
  }

  private static double[] given(JsonNode list, int count) {
    double[] values = new double[count];
    for (int n = 0; n < count; n++) {
      values[n] = (float) list.get(n).asDouble();
    }
    return values;
  }

  /** Null if the animation leaves it alone. */
  private double @Nullable [] animated(int index, String path, int width) {
    for (JsonNode channel : animation.path("channels")) {
      JsonNode target = channel.get("target");
      if (target.path("node").asInt(-1) == index && target.get("path").asString().equals(path)) {
        return sample(
            animation.get("samplers").get(channel.get("sampler").asInt()),
            width,
            path.equals("rotation"));
      }
    }
    return null;
  }

  private double[] sample(JsonNode sampler, int width, boolean rotation) {
    double[] times = accessor(sampler.get("input").asInt());
    double[] output = accessor(sampler.get("output").asInt());
    String how = sampler.path("interpolation").asString("LINEAR");
    int last = times.length - 1;
    int k = 0;
    while (k < last && times[k + 1] <= time) {
      k++;
    }
    double td = k < last ? times[k + 1] - times[k] : 1;
    double t = time < times[0] || k == last ? 0 : (time - times[k]) / td;
    double[] value = new double[width];
    boolean spline = how.equals("CUBICSPLINE");
    for (int n = 0; n < width; n++) {
      double v0 = output[spline ? (3 * k + 1) * width + n : k * width + n];
      if (t == 0 || how.equals("STEP")) {
        value[n] = v0;
      } else if (spline) {
        double b0 = output[(3 * k + 2) * width + n];
        double a1 = output[(3 * k + 3) * width + n];
        double v1 = output[(3 * k + 4) * width + n];
        value[n] =
            (2 * t * t * t - 3 * t * t + 1) * v0
                + td * (t * t * t - 2 * t * t + t) * b0
                + (-2 * t * t * t + 3 * t * t) * v1
                + td * (t * t * t - t * t) * a1;
      } else if (!rotation) {
        value[n] = (1 - t) * v0 + t * output[(k + 1) * width + n];
      }
    }
    if (rotation && how.equals("LINEAR") && t != 0) {
      double[] v0 = unit(part(output, 4 * k));
      double[] v1 = unit(part(output, 4 * k + 4));
      double d = v0[0] * v1[0] + v0[1] * v1[1] + v0[2] * v1[2] + v0[3] * v1[3];
      double a = Math.acos(Math.min(1, Math.abs(d)));
      double s = d < 0 ? -1 : 1;
      for (int n = 0; n < 4; n++) {
        value[n] =
            a < 1e-6
                ? (1 - t) * v0[n] + s * t * v1[n]
                : Math.sin(a * (1 - t)) / Math.sin(a) * v0[n]
                    + s * Math.sin(a * t) / Math.sin(a) * v1[n];
      }
    }
    return rotation ? unit(value) : value;
  }

  private static double[] part(double[] values, int from) {
    return new double[] {values[from], values[from + 1], values[from + 2], values[from + 3]};
  }

  private static double[] unit(double[] q) {
    double length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return new double[] {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
  }

  /** The matrix of q v q*, column by column. */
  private static double[] turn(double x, double y, double z, double w) {
    double[] matrix = identity();
    for (int column = 0; column < 3; column++) {
      double[] v = {column == 0 ? 1 : 0, column == 1 ? 1 : 0, column == 2 ? 1 : 0};
      // v + 2 w (q x v) + 2 q x (q x v)
      double[] once = {y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]};
      double[] twice = {
        y * once[2] - z * once[1], z * once[0] - x * once[2], x * once[1] - y * once[0]
      };
      for (int row = 0; row < 3; row++) {
        matrix[4 * column + row] = v[row] + 2 * w * once[row] + 2 * twice[row];
      }
    }
    return matrix;
  }

  private static double[] identity() {
    double[] matrix = new double[16];
    for (int n = 0; n < 4; n++) {
      matrix[5 * n] = 1;
    }
    return matrix;
  }

  private static double[] times(double[] one, double[] other) {
    double[] product = new double[16];
    for (int column = 0; column < 4; column++) {
      for (int row = 0; row < 4; row++) {
        for (int k = 0; k < 4; k++) {
          product[4 * column + row] += one[4 * k + row] * other[4 * column + k];
        }
      }
    }
    return product;
  }

  private double[] raw(int index) {
    JsonNode accessor = root.get("accessors").get(index);
    int components = GltfBuilder.components(accessor.get("type").asString());
    int type = accessor.get("componentType").asInt();
    double[] values = new double[components * accessor.get("count").asInt()];
    if (accessor.has("bufferView")) {
      fill(values, accessor.get("bufferView").asInt(), type);
    }
    JsonNode sparse = accessor.path("sparse");
    if (sparse.has("count")) {
      double[] places = new double[sparse.get("count").asInt()];
      JsonNode indices = sparse.get("indices");
      fill(places, indices.get("bufferView").asInt(), indices.get("componentType").asInt());
      double[] some = new double[components * places.length];
      fill(some, sparse.get("values").get("bufferView").asInt(), type);
      for (int n = 0; n < some.length; n++) {
        int element = (int) places[n / components];
        values[element * components + n % components] = some[n];
      }
    }
    return values;
  }

  private void fill(double[] values, int view, int type) {
    int at = root.get("bufferViews").get(view).path("byteOffset").asInt(0);
    for (int n = 0; n < values.length; n++) {
      values[n] =
          switch (type) {
            case GltfBuilder.BYTE -> data.get(at + n);
            case GltfBuilder.UNSIGNED_BYTE -> data.get(at + n) & 0xff;
            case GltfBuilder.SHORT -> data.getShort(at + 2 * n);
            case GltfBuilder.UNSIGNED_SHORT -> data.getShort(at + 2 * n) & 0xffff;
            default -> data.getFloat(at + 4 * n);
          };
    }
  }

  private double[] accessor(int index) {
    double[] values = raw(index);
    int type = root.get("accessors").get(index).get("componentType").asInt();
    for (int n = 0; n < values.length; n++) {
      values[n] =
          switch (type) {
            case GltfBuilder.BYTE -> Math.max(values[n] / 127, -1);
            case GltfBuilder.UNSIGNED_BYTE -> values[n] / 255;
            case GltfBuilder.SHORT -> Math.max(values[n] / 32_767, -1);
            case GltfBuilder.UNSIGNED_SHORT -> values[n] / 65_535;
            default -> values[n];
          };
    }
    return values;
  }
}
