package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code .onnx}: the initialisers of a model's graph, which are its weights, and the tensors
 * of its constant nodes, where some exporters put those, and the same of graphs within nodes. They
 * stand in the file, or in others that it names, which lie in its folder or below.
 */
final class OnnxReader {
  private static final int GRAPH = 7;
  private static final int OPERATOR_SETS = 8;
  private static final int NODE = 1;
  private static final int INITIALIZER = 5;
  private static final int SPARSE_INITIALIZER = 15;
  private static final int OUTPUT_OF_NODE = 2;
  private static final int OPERATOR = 4;
  private static final String CONSTANT = "Constant";
  private static final int ATTRIBUTE = 5;
  private static final int NAME_OF_ATTRIBUTE = 1;
  private static final int TENSOR_OF_ATTRIBUTE = 5;
  private static final int GRAPH_OF_ATTRIBUTE = 6;
  private static final int FLOATS_OF_ATTRIBUTE = 7;
  private static final int INTS_OF_ATTRIBUTE = 8;
  private static final int SPARSE_OF_ATTRIBUTE = 22;
  private static final int MOST_GRAPHS_DEEP = 32;

  private final Bytes file;
  private final FileArrays arrays;
  private final Decoded decoded;
  private final Set<String> names = new HashSet<>();

  /** Other files, by where they are from this one. */
  private final Map<String, Bytes> outside = new HashMap<>();

  private OnnxReader(Bytes file, FileArrays arrays, Decoded decoded) {
    this.file = file;
    this.arrays = arrays;
    this.decoded = decoded;
  }

  static void read(Bytes file, FileArrays arrays, Decoded decoded) {
    new OnnxReader(file, arrays, decoded).read();
  }

  private void read() {
    boolean hasGraph = false;
    boolean hasOperators = false;
    ProtobufFields model = new ProtobufFields(file, 0, file.size());
    while (model.next()) {
      if (model.field() == GRAPH) {
        hasGraph = true;
        readGraph(model.message(), "", 0);
      }
      // Behind the graph, and what every model has to have.
      hasOperators |= model.field() == OPERATOR_SETS;
    }
    if (!hasGraph || !hasOperators) {
      throw file.at(
          file.size(),
          "the file ends without a graph and its operator sets; it is cut short or of another"
              + " kind");
    }
  }

  /**
   * Reads a graph.
   *
   * @param prefix of the names in one within a node
   * @param depth of such graphs
   */
  private void readGraph(ProtobufFields graph, String prefix, int depth) {
    if (depth > MOST_GRAPHS_DEEP) {
      throw file.fail("graph " + prefix, "graphs within graphs, %d deep".formatted(depth));
    }
    while (graph.next()) {
      if (graph.field() == NODE) {
        readNode(graph.message(), prefix, depth);
      } else if (graph.field() == INITIALIZER) {
        OnnxTensor tensor = OnnxTensor.read(file, graph.message());
        add(tensor.named(prefix + tensor.name()));
      } else if (graph.field() == SPARSE_INITIALIZER) {
        arrays.skip(prefix, "a sparse initialiser");
      }
    }
  }

  /** A node that has a tensor is a constant, which is called as what it puts out. */
  private void readNode(ProtobufFields node, String prefix, int depth) {
    String output = "";
    String operator = "";
    boolean numbers = false;
    while (node.next()) {
      switch (node.field()) {
        case OUTPUT_OF_NODE -> output = OnnxTensor.text(file, node);
        case OPERATOR -> operator = OnnxTensor.text(file, node);
        case ATTRIBUTE -> numbers |= readAttribute(node.message(), prefix + output, depth);
        default -> {}
      }
    }
    if (numbers && operator.equals(CONSTANT)) {
      arrays.skip(prefix + output, "a list of numbers, or sparse");
    }
  }

  /** Reads an attribute of a node, and says whether it is a list of numbers. */
  private boolean readAttribute(ProtobufFields attribute, String output, int depth) {
    String name = "";
    boolean numbers = false;
    while (attribute.next()) {
      switch (attribute.field()) {
        case NAME_OF_ATTRIBUTE -> name = OnnxTensor.text(file, attribute);
        case TENSOR_OF_ATTRIBUTE -> add(OnnxTensor.read(file, attribute.message()).named(output));
        case GRAPH_OF_ATTRIBUTE ->
            readGraph(attribute.message(), output + "." + name + ".", depth + 1);
        case FLOATS_OF_ATTRIBUTE, INTS_OF_ATTRIBUTE, SPARSE_OF_ATTRIBUTE -> numbers = true;
        default -> {}
      }
    }
    return numbers;
  }

  private void add(OnnxTensor tensor) {
    if (!names.add(tensor.name())) {
      throw tensor.fail("is in the file twice");
    }
    if (OnnxType.isStrings(tensor.type())) {
      arrays.skip(tensor.name(), "texts");
      return;
    }
    OnnxType type =
        OnnxType.of(tensor.type())
            .orElseThrow(() -> tensor.fail("has the unknown type %d".formatted(tensor.type())));
    MemorySegment memory =
        tensor.isOutside() ? outside(tensor, type) : tensor.memory(type, decoded);
    if (type.element().isPresent()) {
      arrays.add(tensor.name(), type.element().get(), tensor.shape(), memory);
    } else {
      arrays.add(tensor.name(), type.name(), tensor.shape(), memory);
    }
  }

  private MemorySegment outside(OnnxTensor tensor, OnnxType type) {
    Bytes other = outside.computeIfAbsent(tensor.location(), _ -> open(tensor));
    return tensor.outside(type, other);
  }

  /** A stranger's model must not make anybody read other files than its own. */
  private Bytes open(OnnxTensor tensor) {
    Path place;
    try {
      place = Path.of(tensor.location()).normalize();
    } catch (InvalidPathException e) {
      throw tensor.fail(
          "its numbers are in '%s', which is no file name: %s"
              .formatted(tensor.location(), e.getReason()));
    }
    if (place.isAbsolute() || place.toString().isEmpty() || place.startsWith("..")) {
      throw tensor.fail(
          "its numbers are in '%s', which is no file of the model's folder; what is elsewhere is not"
                  .formatted(tensor.location())
              + " read");
    }
    Bytes other = arrays.beside(place, decoded);
    if (other == null) {
      throw tensor.fail(
          "its numbers are in '%s', and there is no such file beside the model"
              .formatted(tensor.location()));
    }
    return other;
  }
}
