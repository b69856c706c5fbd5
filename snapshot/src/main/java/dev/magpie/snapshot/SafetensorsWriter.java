package dev.magpie.snapshot;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes {@code .safetensors} files. */
public final class SafetensorsWriter {
  /** What the format asks the header's end to be aligned to. */
  private static final int ALIGNMENT = 8;

  /** What no tensor can be called: the format keeps it for itself. */
  public static final String RESERVED_NAME = "__metadata__";

  /** Under which {@link #RESERVED_NAME} has the name of the program whose memory it is. */
  static final String PROGRAM = "magpie.program";

  private SafetensorsWriter() {}

  /**
   * Writes a file, whole or not at all. Header and data hold the tensors in the map's order, those
   * with the widest elements first, so that each is aligned to its elements.
   *
   * @throws java.io.UncheckedIOException if it cannot be written
   * @throws IllegalArgumentException if elements are big-endian, which the format does not know, or
   *     a tensor is called {@code __metadata__}, which it keeps for itself
   */
  public static void write(Path file, Map<String, Tensor> tensors) {
    writeNamed(file, tensors, null);
  }

  /**
   * Writes the memory of a program, which {@link Snapshot#program} then names.
   *
   * @param program its name
   * @see #write(Path, Map)
   */
  public static void write(Path file, Map<String, Tensor> tensors, String program) {
    writeNamed(file, tensors, program);
  }

  private static void writeNamed(Path file, Map<String, Tensor> tensors, @Nullable String program) {
    List<Map.Entry<String, Tensor>> entries = new ArrayList<>(tensors.entrySet());
    if (tensors.containsKey(RESERVED_NAME)) {
      throw new IllegalArgumentException(
          "no tensor of .safetensors can be called " + RESERVED_NAME);
    }
    entries.sort(Comparator.comparingInt(entry -> -entry.getValue().dtype().bytes()));
    tensors.forEach(SafetensorsWriter::requireLittleEndian);
    byte[] header = header(entries, program);
    WrittenFile.write(
        file,
        out -> {
          ByteBuffer length = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
          length.putLong(0, header.length);
          WrittenFile.writeFully(out, MemorySegment.ofBuffer(length));
          WrittenFile.writeFully(out, MemorySegment.ofArray(header));
          for (Map.Entry<String, Tensor> entry : entries) {
            WrittenFile.writeFully(out, entry.getValue().memory());
          }
        });
  }

  private static void requireLittleEndian(String name, Tensor tensor) {
    if (tensor.order().equals(ByteOrder.BIG_ENDIAN) && tensor.dtype().bytes() > 1) {
      throw new IllegalArgumentException(
          "tensor '%s' is big-endian; .safetensors is little-endian only".formatted(name));
    }
  }

  private static byte[] header(List<Map.Entry<String, Tensor>> entries, @Nullable String program) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json =
        new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      if (program != null) {
        json.writeObjectPropertyStart(RESERVED_NAME);
        json.writeStringProperty(PROGRAM, program);
        json.writeEndObject();
      }
      long offset = 0;
      for (Map.Entry<String, Tensor> entry : entries) {
        Tensor tensor = entry.getValue();
        long end = offset + tensor.memory().byteSize();
        json.writeObjectPropertyStart(entry.getKey());
        json.writeStringProperty("dtype", tensor.dtype().name());
        writeNumbers(json, "shape", tensor.shape());
        writeNumbers(json, "data_offsets", List.of(offset, end));
        json.writeEndObject();
        offset = end;
      }
      json.writeEndObject();
    }
    while (bytes.size() % ALIGNMENT != 0) {
      bytes.write(' ');
    }
    return bytes.toByteArray();
  }

  private static void writeNumbers(JsonGenerator json, String name, List<Long> numbers) {
    json.writeArrayPropertyStart(name);
    numbers.forEach(json::writeNumber);
    json.writeEndArray();
  }
}
