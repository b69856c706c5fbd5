package dev.magpie.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.snapshot.SnapshotException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphFileTest {
  private static final Graph TRIANGLE =
      new Graph(new int[] {0, 2, 3, 3}, new int[] {1, 2, 2}, new int[] {5, 700, 9});

  @TempDir Path directory;

  @Test
  void galoisFilesHoldEndsOfRowsPaddedTargetsAndWeights() {
    assertThat(GraphFile.read(write("g.gr", galois(1, 4, 3, 3)))).isEqualTo(TRIANGLE);
    Graph unweighted = GraphFile.read(write("g.gr", galois(1, 0, 3, 3)));
    assertThat(unweighted.targets()).containsExactly(1, 2, 2);
    assertThat(unweighted.weights()).containsOnly(1);
  }

  @Test
  void dimacsFilesCountFromOne() throws IOException {
    String text =
        """
        c a triangle
        p sp 3 3
        a 1 2 5
        a 1 3 700

        a 2 3 9
        """;
    assertThat(read(text)).isEqualTo(TRIANGLE);
  }

  @Test
  void linesEndAsAnySystemEndsThemAndCommentsHaveAnyEncoding() throws IOException {
    String text = "c M\u00fcller\np sp 3 3\na 1 2 5\na 1 3 700\na 2 3 9";
    Path file = directory.resolve("graph.txt");
    for (String lineEnd : List.of("\n", "\r\n", "\r")) {
      for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8)) {
        Files.writeString(file, text.replace("\n", lineEnd), charset);
        assertThat(GraphFile.read(file)).isEqualTo(TRIANGLE);
      }
      assertThatThrownBy(() -> read("p sp 1 0" + lineEnd + lineEnd + "a" + lineEnd))
          .hasMessageContaining(":3: ");
    }
  }

  @Test
  void aLineWithoutEndIsRefusedBeforeItFillsMemory() {
    Reader endless =
        new Reader() {
          @Override
          public int read(char[] characters, int from, int length) {
            Arrays.fill(characters, from, from + length, '0');
            return length;
          }

          @Override
          public void close() {}
        };
    GraphLines lines = new GraphLines(Path.of("zeros.gr"), endless);
    assertThatThrownBy(lines::next)
        .isInstanceOf(SnapshotException.class)
        .hasMessage("zeros.gr:1: the line has more than 65536 characters");
  }

  @Test
  void compressedFilesAreToBeUnpacked() throws IOException {
    Path file = directory.resolve("graph.gr.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write("p sp 3 0\n".getBytes(StandardCharsets.US_ASCII));
    }
    assertThatThrownBy(() -> GraphFile.read(file))
        .isInstanceOf(SnapshotException.class)
        .hasMessageEndingWith("graph.gr.gz: is compressed; unpack it first");
  }

  @Test
  void matrixMarketFilesGoFromRowToColumn() throws IOException {
    String whole =
        """
        %%MatrixMarket matrix coordinate integer general
        % comment
        3 3 3
        1 2 5
        1 3 700
        2 3 9
        """;
    String real =
        """
        %%MatrixMarket matrix coordinate real general
        3 3 3
        1 2 5.4
        1 3 7e2
        2 3 9
        """;
    String mirrored =
        """
        %%MatrixMarket matrix coordinate pattern symmetric
        3 3 2
        2 1
        3 3
        """;
    assertThat(read(whole)).isEqualTo(TRIANGLE);
    assertThat(read(real)).isEqualTo(TRIANGLE);
    assertThat(read(mirrored))
        .isEqualTo(new Graph(new int[] {0, 1, 2, 3}, new int[] {1, 0, 2}, new int[] {1, 1, 1}));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p sp 3 1\\na 1 4 5 | :2: the node 4 is not from 1 to 3",
        "p sp 3 1\\na 1 x 5 | :2: 'x' is no node; it is a number from 1 to 3",
        "p sp 3 2\\na 1 2 5 | :2: the file has 1 arcs and announced 2",
        "p sp 3 1\\na 1 2 -5 | :2: the weight -5 is not from 0 to 2147483647",
        "a 1 2 5 | :1: an arc before the problem line 'p sp NODES ARCS'",
        "p sp 200000000 0 | :1: 200000000 nodes, and only 0 edges between them",
        "hello | :1: expected a line of DIMACS (c, p or a); Galois .gr (binary, version 1) and"
            + " Matrix Market are read too",
        "%%MatrixMarket matrix array real general | :1: expected '%%MatrixMarket matrix coordinate"
            + " FIELD SYMMETRY'",
        "%%MatrixMarket matrix coordinate pattern general\\n2 3 0 | :2: a matrix of 2 rows and 3"
            + " columns is no graph; square ones are",
        "%%MatrixMarket matrix coordinate complex general | :1: 'complex' is no field with weights;"
            + " pattern, integer and real are",
        "%%MatrixMarket matrix coordinate real general\\n2 2 1\\n1 1 NaN | :3: the value NaN is no"
            + " weight from 0 to 2^31 - 1",
      })
  void badTextIsRefusedWithItsLine(String text, String message) {
    String lines = text.replace("\\n", "\n");
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(SnapshotException.class)
        .hasMessageStartingWith(directory.toString())
        .hasMessageEndingWith(message);
  }

  @Test
  void galoisFilesThatLieAreRefused() {
    assertThatThrownBy(() -> GraphFile.read(write("g.gr", galois(1, 4, 1L << 40, 3))))
        .hasMessageContaining("do not fit into");
    assertThatThrownBy(() -> GraphFile.read(write("g.gr", galois(1, 8, 3, 3))))
        .hasMessageContaining("edges have 8 bytes of data; 0 or 4 can be read");
    assertThatThrownBy(() -> GraphFile.read(write("g.gr", galois(2, 4, 3, 3))))
        .hasMessageContaining("version 2, and only version 1 is read");
    ByteBuffer far = galois(1, 4, 3, 3);
    far.putInt(56, 3);
    assertThatThrownBy(() -> GraphFile.read(write("g.gr", far)))
        .hasMessageContaining("byte 56: edge 0 leads to node 3 of 3");
  }

  @Test
  void damagedFilesEndInAMessageOrAGraph() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = galois(1, 4, 3, 3).array().clone();
      int changes = random.nextInt(1, 4);
      for (int j = 0; j < changes; j++) {
        bytes[random.nextInt(8, bytes.length)] = (byte) random.nextInt();
      }
      ByteBuffer cut = ByteBuffer.wrap(bytes, 0, random.nextInt(9, bytes.length + 1)).slice();
      Path file = write("g.gr", cut);
      try {
        GraphFile.read(file);
      } catch (SnapshotException e) {
        assertThat(e).hasMessageStartingWith(file.toString());
      }
    }
  }

  private Graph read(String text) throws IOException {
    Path file = directory.resolve("graph.txt");
    Files.writeString(file, text);
    return GraphFile.read(file);
  }

  private Path write(String name, ByteBuffer bytes) {
    Path file = directory.resolve(name);
    byte[] content = new byte[bytes.limit()];
    bytes.get(0, content);
    try {
      Files.write(file, content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return file;
  }

  private static ByteBuffer galois(long version, long edgeBytes, long nodes, long edges) {
    ByteBuffer bytes = ByteBuffer.allocate(84).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(version).putLong(edgeBytes).putLong(nodes).putLong(edges);
    bytes.putLong(2).putLong(3).putLong(3);
    bytes.putInt(1).putInt(2).putInt(2).putInt(0);
    bytes.putInt(5).putInt(700).putInt(9);
    return bytes;
  }
}
