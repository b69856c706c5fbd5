package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code .onnx}: the initialisers of a model's graph, which are its weights, and the tensors
 * of its constant nodes, where some exporters put those. They stand in the file, or in others that
 * it names, which lie in its folder or below.
 */
final class OnnxReader {
  private static final int GRAPH = 7;
  private static final int OPERATOR_SETS = 8;
  private static final int NODE = 1;
  private static final int INITIALIZER = 5;
  private static final int SPARSE_INITIALIZER = 15;
  private static final int OUTPUT_OF_NODE = 2;
  private static final int ATTRIBUTE = 5;
  private static final int TENSOR_OF_ATTRIBUTE = 5;

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
        readGraph(model.message());
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

  private void readGraph(ProtobufFields graph) {
    while (graph.next()) {
      if (graph.field() == NODE) {
        readNode(graph.message());
      } else if (graph.field() == INITIALIZER) {
        add(OnnxTensor.read(file, graph.message()));
      } else if (graph.field() == SPARSE_INITIALIZER) {
        arrays.skip();
      }
    }
  }

  /** A node that has a tensor is a constant, which is called as what it puts out. */
  private void readNode(ProtobufFields node) {
    String output = "";
    while (node.next()) {
      if (node.field() == OUTPUT_OF_NODE) {
        output = OnnxTensor.text(file, node);
      } else if (node.field() == ATTRIBUTE) {
        ProtobufFields attribute = node.message();
        while (attribute.next()) {
          if (attribute.field() == TENSOR_OF_ATTRIBUTE) {
            add(OnnxTensor.read(file, attribute.message()).named(output));
          }
        }
      }
    }
  }

  private void add(OnnxTensor tensor) {
    if (!names.add(tensor.name())) {
      throw tensor.fail("is in the file twice");
    }
    if (OnnxType.isStrings(tensor.type())) {
      arrays.skip();
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
    Path folder = arrays.source().toAbsolutePath().resolveSibling("").normalize();
    Path place = folder.resolve(tensor.location()).normalize();
    if (tensor.location().isEmpty() || place.equals(folder) || !place.startsWith(folder)) {
      throw tensor.fail(
          "its numbers are in '%s', which is no file of the model's folder; what is elsewhere is not"
                  .formatted(tensor.location())
              + " read");
    }
    if (!Files.isRegularFile(place)) {
      throw tensor.fail(
          "its numbers are in '%s', and there is no such file beside the model"
              .formatted(tensor.location()));
    }
    return new Bytes(file.label() + ": " + tensor.location(), decoded.map(place));
  }
}
