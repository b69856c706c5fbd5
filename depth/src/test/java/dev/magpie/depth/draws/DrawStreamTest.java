package dev.magpie.depth.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.raster.ClipTriangles;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.scene.SceneException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Files of streams: what is written comes back, and what nobody has written is refused. */
class DrawStreamTest {
  private static DrawStream read(byte[] file) throws IOException {
    return DrawStreamReader.read("x.draws", new ByteArrayInputStream(file));
  }

  private static String problem(byte[] file) {
    try {
      read(file);
      return "nothing";
    } catch (SceneException e) {
      return String.valueOf(e.getMessage());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everythingComesBack() throws IOException {
    for (DrawStream stream : List.of(SmallStream.stream(), SmallStream.withStencil())) {
      assertThat(read(SmallStream.bytes(stream))).isEqualTo(stream);
    }
  }

  /** So that what has no stencil can be read by older readers. */
  @Test
  void theOldestVersionThatHasAllIsWritten() throws IOException {
    assertThat(SmallStream.bytes(SmallStream.stream())[7]).isEqualTo((byte) 1);
    byte[] file = SmallStream.bytes(SmallStream.withStencil());
    assertThat(file[7]).isEqualTo((byte) 2);
    file[7] = 1;
    assertThat(problem(file)).startsWith("x.draws: ").isNotEqualTo("nothing");
  }

  @Test
  void coordinatesOfAllSizesComeBackToTheLastBit() throws IOException {
    Random random = new Random(2);
    double[] vertices = new double[4 * 300];
    for (int n = 0; n < vertices.length; n++) {
      vertices[n] = Math.scalb(random.nextGaussian(), random.nextInt(200) - 100);
    }
    vertices[1] = -0.0;
    int[] indices = new int[3 * 500];
    for (int n = 0; n < indices.length; n++) {
      indices[n] = n < 300 ? n : random.nextInt(300);
    }
    for (boolean floats : new boolean[] {false, true}) {
      double[] some = vertices.clone();
      for (int n = 0; floats && n < some.length; n++) {
        some[n] = (float) some[n];
      }
      ClipTriangles triangles = new ClipTriangles(some, indices);
      DrawStream stream =
          SmallStream.of(
              new DrawPass(
                  "all",
                  SmallStream.SUN,
                  Start.CLEARED,
                  List.of(SmallStream.draw("a", triangles, DepthState.DEFAULT))));
      byte[] file = SmallStream.bytes(stream);
      assertThat(read(file)).isEqualTo(stream);
      assertThat(file.length > 4 * 8 * 300).isEqualTo(!floats);
    }
  }

  @Test
  void trianglesThatAreDrawnAgainAreStoredOnce() throws IOException {
    double[] vertices = new Random(3).doubles(4 * 3000, 0.1, 1).toArray();
    int[] indices = new int[3000];
    Arrays.setAll(indices, n -> n);
    ClipTriangles one = new ClipTriangles(vertices, indices);
    ClipTriangles same = new ClipTriangles(vertices.clone(), indices.clone());
    byte[] once = SmallStream.bytes(SmallStream.of(pass(one)));
    byte[] twice = SmallStream.bytes(SmallStream.of(pass(one, same)));
    assertThat(twice.length - once.length).isLessThan(40);
    DrawPass pass = read(twice).frames().getFirst().getFirst();
    assertThat(pass.draws().get(1).triangles()).isSameAs(pass.draws().get(0).triangles());
  }

  /** Names of files may have characters that streams do not. */
  @Test
  void namesAreMadeFit() throws IOException {
    DrawPass odd =
        new DrawPass("a\u0000b\n" + "ä".repeat(5000), SmallStream.SUN, Start.CLEARED, List.of());
    String name =
        read(SmallStream.bytes(SmallStream.of(odd))).frames().getFirst().getFirst().name();
    assertThat(name).startsWith("a\uFFFDb\uFFFDää");
    assertThat(DrawStreamWriter.keeps(name)).isTrue();
    assertThat(DrawStreamWriter.keeps(odd.name())).isFalse();
  }

  private static DrawPass pass(ClipTriangles... draws) {
    return new DrawPass(
        "all",
        SmallStream.SUN,
        Start.CLEARED,
        Arrays.stream(draws).map(each -> SmallStream.draw("a", each, DepthState.DEFAULT)).toList());
  }

  /** The file that docs/draw-streams.md shows, byte by byte. */
  @Test
  void theDocumentedFileIsThatOfItsTriangle() throws IOException {
    DrawTarget target =
        new DrawTarget("frame", 8, 8, DepthFormat.D24, Multisampling.X1, DepthRange.NORMAL);
    DrawPass pass =
        new DrawPass(
            "all",
            target,
            Start.CLEARED,
            List.of(SmallStream.draw("one", SmallStream.TRIANGLE, DepthState.DEFAULT)));
    DrawStream stream =
        new DrawStream(
            "triangle", "by hand", ClipDepth.ZERO_TO_ONE, List.of(target), List.of(List.of(pass)));
    String documented = Files.readString(Path.of("..", "docs", "draw-streams.md"));
    StringBuilder hex = new StringBuilder();
    documented
        .lines()
        .filter(line -> line.matches("    [0-9a-f]{4}  .*"))
        .forEach(line -> hex.append(line.substring(10).replaceAll("  .*| ", "")));
    assertThat(read(HexFormat.of().parseHex(hex))).isEqualTo(stream);
  }

  @Test
  void noFileThatIsCutShortOrChangedIsTaken() throws IOException {
    noneIsTaken(SmallStream.stream());
    noneIsTaken(SmallStream.withStencil());
  }

  private static void noneIsTaken(DrawStream stream) throws IOException {
    byte[] file = SmallStream.bytes(stream);
    for (int length = 0; length < file.length; length++) {
      assertThat(problem(Arrays.copyOf(file, length))).startsWith("x.draws: ");
    }
    Random random = new Random(4);
    int unseen = 0;
    for (int n = 0; n < 2000; n++) {
      byte[] changed = file.clone();
      int at = random.nextInt(file.length);
      changed[at] ^= (byte) (1 << random.nextInt(8));
      String problem = problem(changed);
      // A byte that deflation ends in has bits that nobody looks at.
      if (problem.equals("nothing")) {
        assertThat(read(changed)).isEqualTo(stream);
        unseen++;
      } else {
        assertThat(problem).as("byte %d", at).startsWith("x.draws: ");
      }
    }
    assertThat(unseen).isLessThan(40);
    byte[] longer = Arrays.copyOf(file, file.length + 3);
    assertThat(problem(longer))
        .isEqualTo("x.draws: byte %d: 3 bytes follow the end".formatted(file.length));
  }

  @Test
  void sizesThatLieTakeNoMemory() throws IOException {
    byte[] file = SmallStream.bytes(SmallStream.stream());
    ByteBuffer lengths = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int length = lengths.getInt(12);
    lengths.putInt(12, 1 << 28);
    assertThat(problem(file)).contains("byte 24: a section of").contains("268435456 once");
    lengths.putInt(12, length).putInt(16, Integer.MAX_VALUE);
    assertThat(problem(file)).contains("a section of 2147483647 bytes is longer than what is left");
  }

  /** A file of sections with right checksums. */
  private static byte[] file(SectionBytes... sections) {
    SectionBytes file = new SectionBytes().raw(DrawStreamFormat.MAGIC).octet(1);
    for (int n = 0; n < sections.length; n++) {
      byte[] bytes = sections[n].toArray();
      byte[] packed = new byte[bytes.length + 100];
      int count;
      try (Deflater deflater = new Deflater(9, true)) {
        deflater.setInput(bytes);
        deflater.finish();
        count = deflater.deflate(packed);
      }
      CRC32C crc = new CRC32C();
      crc.update(bytes);
      int kind = n == 0 ? DrawStreamFormat.HEAD : DrawStreamFormat.PASS;
      file.raw(
          ByteBuffer.allocate(16)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(n > 0 && n == sections.length - 1 ? DrawStreamFormat.END : kind)
              .putInt(bytes.length)
              .putInt(count)
              .putInt((int) crc.getValue())
              .array());
      file.raw(Arrays.copyOf(packed, count));
    }
    return file.toArray();
  }

  private static SectionBytes head(int width, int samples) {
    return new SectionBytes()
        .text("a")
        .text("b")
        .octet(0)
        .number(1)
        .number(1)
        .text("t")
        .number(width)
        .number(8)
        .octet(1)
        .octet(samples)
        .octet(0);
  }

  private static SectionBytes draw(int start, double bias, double farDepth) {
    return new SectionBytes()
        .number(0)
        .text("p")
        .number(0)
        .octet(start)
        .number(1)
        .text("d")
        .octet(1)
        .octet(1)
        .real(bias)
        .real(0)
        .octet(0)
        .real(0)
        .real(0)
        .real(8)
        .real(8)
        .real(0)
        .real(farDepth)
        .octet(0)
        .text("")
        .number(0);
  }

  private static SectionBytes triangle(SectionBytes draw, int vertices, float w) {
    draw.octet(4).number(vertices).number(1).number(0).number(0).number(0);
    for (int axis = 0; axis < 4; axis++) {
      byte[] planes = new byte[12];
      int bits = Float.floatToRawIntBits(axis == 3 ? w : 0);
      for (int plane = 0; plane < 4; plane++) {
        planes[3 * plane] = (byte) (bits >>> (8 * plane));
      }
      draw.raw(planes);
    }
    return draw;
  }

  private static SectionBytes end() {
    return new SectionBytes().number(1).number(1).number(1);
  }

  @Test
  void whatContradictsItselfIsRefusedWithItsPlace() throws IOException {
    SectionBytes good = triangle(draw(1, 0, 1), 3, 1);
    assertThat(problem(file(head(8, 1), good, end()))).isEqualTo("nothing");
    assertThat(problem(file(head(9000, 1), good, end())))
        .isEqualTo(
            "x.draws: the section at byte 8, its byte 11: target 0's width is 9000, more than 8192");
    assertThat(problem(file(head(8, 3), good, end())))
        .contains("target 0's samples are 1, 2, 4 or 8, not 3");
    assertThat(problem(file(head(8, 1), triangle(draw(0, 0, 1), 3, 1), end())))
        .contains(
            "pass 'p' of frame 0 keeps what target 't' has, but no pass of the frame clears it");
    assertThat(problem(file(head(8, 1), triangle(draw(1, 1e9, 1), 3, 1), end())))
        .contains("draw 0: a depth bias has a constant within");
    assertThat(problem(file(head(8, 1), triangle(draw(1, Double.NaN, 1), 3, 1), end())))
        .contains("draw 0's bias is NaN, which is not finite");
    assertThat(problem(file(head(8, 1), triangle(draw(1, 0, 2), 3, 1), end())))
        .contains("draw 0: a viewport's depths are within 0 and 1, not 0.0 and 2.0");
    assertThat(problem(file(head(8, 1), triangle(draw(1, 0, 1), 3, Float.NaN), end())))
        .contains("draw 0: vertex 0 (counted from 0) has the coordinate NaN");
    assertThat(problem(file(head(8, 1), triangle(draw(1, 0, 1), 3, 0), end())))
        .contains("draw 0: vertex 0 (counted from 0) is nowhere: its x, y, z and w are 0");
    assertThat(problem(file(head(8, 1), triangle(draw(1, 0, 1), 1 << 20, 1), end())))
        .contains("1048576 vertices take 16777216 bytes or more, and");
    assertThat(problem(file(head(8, 1), triangle(draw(1, 0, 1), 2, 1), end())))
        .contains("draw 0's triangle 0 names a vertex 2, and there are 2");
    assertThat(problem(file(head(8, 1), end()))).contains("it counts 1 passes, and there are 0");
    assertThat(problem(file(head(8, 1), good, good, end()))).contains("it counts 1 passes");
  }

  @Test
  void otherFilesAndVersionsAreTold() throws IOException {
    byte[] file = SmallStream.bytes(SmallStream.stream());
    file[7] = 9;
    assertThat(problem(file)).contains("has version 9 of the format of streams of draws");
    assertThat(problem("solid".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("x.draws: is no stream of draws");
  }

  @Test
  void aStreamWithoutSenseCannotBeMade() {
    DrawPass pass = pass(SmallStream.TRIANGLE);
    assertThatThrownBy(() -> SmallStream.of(pass, pass)).hasMessage("frame 0 has two passes 'all'");
    assertThatThrownBy(SmallStream::of).hasMessage("frame 0 has no pass");
  }
}
