package dev.magpie.lab.sweep;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.lab.result.ChecksummedJson;
import dev.magpie.lab.result.LabException;
import dev.magpie.report.DocumentType;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The file of a point, whose checksum tells a damaged one. */
final class PointFile {
  /** A result takes some hundred KiB. */
  private static final int MOST_BYTES = 64 << 20;

  private static final String SCHEMA = "magpie.sweep-point/1";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final DocumentType<Content> TYPE = new DocumentType<>(SCHEMA, Content.class);

  /**
   * What it holds.
   *
   * @param remarks what was to be told of the run
   * @param error in place of a result
   */
  private record Content(
      String version,
      String key,
      Map<String, String> axes,
      List<String> remarks,
      @Nullable String error,
      @Nullable SimulationResult result) {}

  private PointFile() {}

  /** Times a point. */
  @FunctionalInterface
  interface Timing {
    PointTimer.Timed time() throws IOException;
  }

  /**
   * What a point's file has, be it timed or failed.
   *
   * @throws IOException if it is the machine that fails, and not the point
   */
  static byte[] bytes(String version, SweepPoint point, Timing timing) throws IOException {
    SimulationResult result = null;
    String error = null;
    List<String> remarks = List.of();
    try {
      PointTimer.Timed timed = timing.time();
      result = timed.result();
      remarks = timed.remark().lines().toList();
    } catch (IOException | RuntimeException e) {
      if (isOfTheMachine(e)) {
        throw e;
      }
      error = why(e);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TYPE.write(new Content(version, point.key(), point.axes(), remarks, error, result), bytes);
    return ChecksummedJson.bytes((ObjectNode) MAPPER.readTree(bytes.toByteArray()));
  }

  private static String why(Exception e) {
    return switch (e) {
      case IOException io -> IoReason.withFile(io);
      case UncheckedIOException unchecked when unchecked.getCause() != null ->
          IoReason.withFile(unchecked.getCause());
      default -> e.getMessage() == null ? e.toString() : e.getMessage();
    };
  }

  /** Another try, on a better machine or with a store that answers, may do: no point keeps it. */
  private static boolean isOfTheMachine(Throwable e) {
    return e instanceof OutOfMemoryError
        || (e instanceof IOException io && (IoReason.isFull(io) || IoReason.isBroken(io)))
        || (e instanceof FileSystemException about
            && about.getFile() != null
            && FileAddress.isOne(about.getFile())
            && !(e instanceof NoSuchFileException))
        || (e.getCause() != null && isOfTheMachine(e.getCause()));
  }

  /** Writes the file of a point, whole. */
  static SweptPoint write(Path directory, SweepPoint point, byte[] content) {
    Path file = directory.resolve(point.file());
    try {
      WholeFile.write(file, content);
    } catch (IOException e) {
      throw IoReason.unwritten(file, e);
    }
    return swept(point.file(), ChecksummedJson.read(content));
  }

  /**
   * Reads the file of a point.
   *
   * @param key of the point
   * @param complaints is told if the file is none
   * @return empty if it is not there, or not whole
   */
  static Optional<SweptPoint> read(Path file, String key, Consumer<String> complaints) {
    try {
      ObjectNode json = verified(InputFiles.bytes(file, MOST_BYTES));
      if (!json.path("key").asString("").equals(key)) {
        throw new LabException("it is another point's");
      }
      return Optional.of(swept(String.valueOf(file.getFileName()), json));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      complaints.accept(IoReason.withFile(e));
    } catch (LabException e) {
      complaints.accept("%s: damaged (%s)".formatted(file, e.getMessage()));
    }
    return Optional.empty();
  }

  private static ObjectNode verified(byte[] bytes) {
    ObjectNode json = ChecksummedJson.read(bytes);
    if (!json.path("schema").asString("").equals(SCHEMA)) {
      throw new LabException("it is no point of a sweep");
    }
    return json;
  }

  private static SweptPoint swept(String file, ObjectNode json) {
    JsonNode result = json.path("result");
    JsonNode error = json.path("error");
    return new SweptPoint(
        file,
        PlanFile.texts(json.path("axes")),
        result.isObject() ? SweptPoint.State.DONE : SweptPoint.State.FAILED,
        error.isString() ? error.asString().lines().findFirst().orElse("") : null,
        whole(result.path("cycles")),
        number(result.path("seconds")),
        number(result.path("ipc")),
        whole(result.at("/dram/bytes")),
        number(result.at("/dram/bandwidth")),
        number(result.at("/blocks/effectiveRatio")),
        number(result.at("/l2/hitRate")),
        number(result.at("/joules/total")));
  }

  private static @Nullable Long whole(JsonNode node) {
    return node.isNumber() ? Long.valueOf(node.asLong()) : null;
  }

  private static @Nullable Double number(JsonNode node) {
    return node.isNumber() ? Double.valueOf(node.asDouble()) : null;
  }
}
