package dev.magpie.workload.graph;

import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.snapshot.SnapshotException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads graphs from files: Galois {@code .gr} (binary, version 1), the 9th DIMACS challenge's
 * {@code .gr} (text) and Matrix Market coordinate matrices. The kind is told by the first bytes. No
 * maintained Java library reads these formats.
 *
 * <p>Edges of Matrix Market files lead from row to column; a pattern's edges weigh 1, and other
 * values are rounded to whole weights of at least 0. Symmetric files give every edge both ways.
 */
public final class GraphFile {
  private static final long GALOIS_VERSION = 1;
  private static final String MATRIX_MARKET = "%%MatrixMarket";

  /** How files of gzip, bzip2, xz, Zstandard and zip begin. */
  private static final List<String> COMPRESSED =
      List.of("\u001f\u008b", "BZh", "\u00fd7zXZ", "(\u00b5/\u00fd", "PK\u0003\u0004");

  private GraphFile() {}

  /**
   * The graph in a file.
   *
   * @throws SnapshotException if the file cannot be read or is no graph; the message names the
   *     place
   */
  public static Graph read(Path file) {
    try (FileChannel channel = InputFiles.channel(file)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new SnapshotException(
            "%s: has %d bytes; graphs of up to 2 GiB are read".formatted(file, channel.size()));
      }
      ByteBuffer first = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
      while (first.hasRemaining() && channel.read(first) >= 0) {
        // Until the first bytes are there or the file ends.
      }
      first.flip();
      if (first.remaining() >= 8 && first.getLong(0) == GALOIS_VERSION) {
        return new GaloisReader(file, channel).read();
      }
      if (first.remaining() >= 8 && first.getLong(0) == GALOIS_VERSION + 1) {
        throw new SnapshotException(
            file + ": is a Galois .gr file of version 2, and only version 1 is read");
      }
      String start = StandardCharsets.ISO_8859_1.decode(first).toString();
      if (COMPRESSED.stream().anyMatch(start::startsWith)) {
        throw new SnapshotException(file + ": is compressed; unpack it first");
      }
      // Names of authors in comments are in all kinds of encodings, and nothing else is beyond
      // ASCII.
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(InputFiles.stream(file), StandardCharsets.ISO_8859_1))) {
        return start.startsWith(MATRIX_MARKET)
            ? new MatrixMarketReader(file, lines).read()
            : new DimacsReader(file, lines).read();
      }
    } catch (NoSuchFileException e) {
      throw new SnapshotException(file + ": no such file", e);
    } catch (IOException e) {
      throw new SnapshotException("%s: cannot be read: %s".formatted(file, IoReason.of(e)), e);
    }
  }

  /** 64-bit version, edge bytes, nodes, edges; ends of rows; 32-bit targets, padded; weights. */
  private record GaloisReader(Path file, FileChannel channel) {
    private static final int HEADER = 32;

    Graph read() throws IOException {
      long size = channel.size();
      if (size < HEADER) {
        throw new SnapshotException(
            "%s: ends within its header of %d bytes".formatted(file, HEADER));
      }
      ByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, size).order(ByteOrder.LITTLE_ENDIAN);
      long edgeBytes = bytes.getLong(8);
      long nodes = bytes.getLong(16);
      long edges = bytes.getLong(24);
      if (edgeBytes != 0 && edgeBytes != 4) {
        throw new SnapshotException(
            "%s: edges have %d bytes of data; 0 or 4 can be read".formatted(file, edgeBytes));
      }
      if (nodes < 0 || edges < 0 || nodes > size / 8 || edges > size / 4) {
        throw new SnapshotException(
            "%s: byte 16: %d nodes and %d edges do not fit into the %d bytes of the file"
                .formatted(file, nodes, edges, size));
      }
      long targetsAt = HEADER + 8 * nodes;
      long weightsAt = targetsAt + 4 * (edges + edges % 2);
      if (weightsAt + edgeBytes * edges > size) {
        throw new SnapshotException(
            "%s: %d nodes and %d edges take %d bytes, and the file has %d"
                .formatted(file, nodes, edges, weightsAt + edgeBytes * edges, size));
      }
      int[] offsets = new int[(int) nodes + 1];
      for (int node = 0; node < nodes; node++) {
        long end = bytes.getLong(HEADER + 8 * node);
        if (end < offsets[node] || end > edges) {
          throw new SnapshotException(
              "%s: byte %d: the row of node %d ends at edge %d, after %d and of %d"
                  .formatted(file, HEADER + 8L * node, node, end, offsets[node], edges));
        }
        offsets[node + 1] = (int) end;
      }
      if (offsets[(int) nodes] != edges) {
        throw new SnapshotException(
            "%s: the rows hold %d edges of %d".formatted(file, offsets[(int) nodes], edges));
      }
      int[] targets = new int[(int) edges];
      int[] weights = new int[(int) edges];
      for (int edge = 0; edge < edges; edge++) {
        int at = (int) targetsAt + 4 * edge;
        targets[edge] = bytes.getInt(at);
        if (targets[edge] < 0 || targets[edge] >= nodes) {
          throw new SnapshotException(
              "%s: byte %d: edge %d leads to node %d of %d"
                  .formatted(file, at, edge, Integer.toUnsignedLong(targets[edge]), nodes));
        }
        weights[edge] = edgeBytes == 0 ? 1 : bytes.getInt((int) weightsAt + 4 * edge);
        if (weights[edge] < 0) {
          throw new SnapshotException(
              "%s: byte %d: edge %d weighs 2^31 or more"
                  .formatted(file, weightsAt + 4L * edge, edge));
        }
      }
      return new Graph(offsets, targets, weights);
    }
  }
}
