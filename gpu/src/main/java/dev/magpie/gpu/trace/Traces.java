package dev.magpie.gpu.trace;

import dev.magpie.gpu.dram.AddressMap;
import dev.magpie.gpu.dram.DramConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Opens traces. */
public final class Traces {
  /** Enough for the comments before the first request. */
  private static final int HEAD_BYTES = 1 << 16;

  private Traces() {}

  /**
   * What a file looks like: binary if its first bytes are no text, else what its first request is.
   *
   * @throws TraceException if it is empty, or text that is no trace
   * @throws IOException if it cannot be read
   */
  public static TraceFormat detect(Path file) throws IOException {
    byte[] head = head(file);
    for (byte each : head) {
      if (each < ' ' && each != '\t' && each != '\r' && each != '\n') {
        return TraceFormat.BINARY;
      }
    }
    List<String> lines = new String(head, StandardCharsets.US_ASCII).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && line.charAt(0) != '#') {
        return format(file, i + 1, line);
      }
    }
    throw new TraceException(file + ": holds no requests");
  }

  private static byte[] head(Path file) throws IOException {
    byte[] head = new byte[HEAD_BYTES];
    int length = 0;
    try (RequestStream in = new RequestStream(file)) {
      int got = 0;
      while (got >= 0 && length < head.length) {
        length += got;
        got = in.read(head, length, head.length - length);
      }
    }
    return Arrays.copyOf(head, length);
  }

  private static TraceFormat format(Path file, int number, String line) {
    return Arrays.stream(TraceFormat.values())
        .filter(format -> format.accepts(line))
        .findFirst()
        .orElseThrow(() ->
            new TraceException(
                "%s:%d: '%s' is no request; a trace has lines of one of %s, or is binary"
                    .formatted(file, number, TextTrace.shortened(line), shapes())));
  }

  private static String shapes() {
    return Arrays.stream(TraceFormat.values())
        .filter(format -> format != TraceFormat.BINARY)
        .map(format -> "'" + format.shape() + "'")
        .collect(Collectors.joining(", "));
  }

  /**
   * Opens a trace.
   *
   * @param config whose levels the places of a {@link TraceFormat#READ_WRITE} trace name
   * @param map which makes addresses of them
   * @param channels how many there are
   * @throws TraceException if it is not as it should be
   * @throws IOException if it cannot be read
   */
  public static RequestTrace open(
      Path file, TraceFormat format, DramConfig config, AddressMap map, int channels)
      throws IOException {
    return switch (format) {
      case BINARY -> new BinaryTrace(file);
      case READ_WRITE -> new TextTrace(file, new PlaceLine(config, map, channels));
      case LOAD_STORE -> new TextTrace(file, TextTrace::loadStore);
      case RAMULATOR -> new TextTrace(file, TextTrace::ramulator);
      case DRAMSIM3 -> new TextTrace(file, TextTrace::dramsim3);
    };
  }
}
