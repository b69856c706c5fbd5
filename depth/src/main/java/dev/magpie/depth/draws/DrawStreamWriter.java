package dev.magpie.depth.draws;

import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.raster.ClipTriangles;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.RecordedDraw;
import dev.magpie.depth.raster.Scissor;
import dev.magpie.depth.raster.StencilFace;
import dev.magpie.depth.raster.StencilState;
import dev.magpie.depth.raster.Viewport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/** Writes streams of draws. */
public final class DrawStreamWriter {
  /** Bytes of a name in UTF-8, at most. */
  public static final int MOST_NAME_BYTES = DrawStreamFormat.MAX_TEXT_BYTES;

  private final OutputStream out;
  private final Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
  private final byte[] buffer = new byte[1 << 16];

  /** Those written so far, each with the number of the draw that has them first. */
  private final Map<ClipTriangles, Long> known = new HashMap<>();

  private long draws;

  private final int version;

  private DrawStreamWriter(OutputStream out, int version) {
    this.out = out;
    this.version = version;
  }

  /**
   * Writes a stream, in the oldest version that has all of it; the same stream is the same bytes.
   * Vertices that no triangle names are left out, and the others come in the order in which
   * triangles name them.
   *
   * @param out is not closed
   */
  public static void write(DrawStream stream, OutputStream out) throws IOException {
    DrawStreamWriter writer = new DrawStreamWriter(out, DrawStreamFormat.version(stream));
    try {
      writer.write(stream);
    } finally {
      writer.deflater.end();
    }
  }

  private void write(DrawStream stream) throws IOException {
    out.write(DrawStreamFormat.MAGIC);
    out.write(version);
    section(DrawStreamFormat.HEAD, head(stream));
    long passes = 0;
    long triangles = 0;
    for (int frame = 0; frame < stream.frames().size(); frame++) {
      for (DrawPass pass : stream.frames().get(frame)) {
        section(DrawStreamFormat.PASS, pass(frame, pass, stream.targets()));
        passes++;
        triangles += pass.triangles();
      }
    }
    section(
        DrawStreamFormat.END, new SectionBytes().number(passes).number(draws).number(triangles));
  }

  private void section(int kind, SectionBytes section) throws IOException {
    byte[] bytes = section.toArray();
    if (bytes.length > DrawStreamFormat.MAX_SECTION_BYTES) {
      throw new IOException(
          "a pass takes %d bytes, and a stream of draws has no more than %d of one"
              .formatted(bytes.length, DrawStreamFormat.MAX_SECTION_BYTES));
    }
    deflater.reset();
    deflater.setInput(bytes);
    deflater.finish();
    SectionBytes packed = new SectionBytes();
    while (!deflater.finished()) {
      packed.raw(Arrays.copyOf(buffer, deflater.deflate(buffer)));
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    byte[] deflated = packed.toArray();
    out.write(
        ByteBuffer.allocate(DrawStreamFormat.SECTION_HEADER_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(kind)
            .putInt(bytes.length)
            .putInt(deflated.length)
            .putInt((int) crc.getValue())
            .array());
    out.write(deflated);
  }

  private static SectionBytes head(DrawStream stream) {
    SectionBytes head =
        new SectionBytes()
            .text(stream.name())
            .text(stream.origin())
            .octet(DrawStreamFormat.CLIP_DEPTHS.indexOf(stream.clipDepth()))
            .number(stream.frames().size())
            .number(stream.targets().size());
    for (DrawTarget target : stream.targets()) {
      head.text(target.name())
          .number(target.width())
          .number(target.height())
          .octet(DrawStreamFormat.FORMATS.indexOf(target.format()))
          .octet(target.samples().samples())
          .octet(DrawStreamFormat.RANGES.indexOf(target.range()));
    }
    return head;
  }

  private SectionBytes pass(int frame, DrawPass pass, List<DrawTarget> targets) {
    SectionBytes bytes =
        new SectionBytes()
            .number(frame)
            .text(pass.name())
            .number(targets.indexOf(pass.target()))
            .octet(DrawStreamFormat.STARTS.indexOf(pass.start()));
    if (hasStencil()) {
      bytes.octet(DrawStreamFormat.PRESENCE.indexOf(pass.stencil().isPresent()));
      pass.stencil().ifPresent(bytes::octet);
    }
    bytes.number(pass.draws().size());
    pass.draws().forEach(draw -> draw(draw, bytes));
    return bytes;
  }

  private boolean hasStencil() {
    return version > DrawStreamFormat.WITHOUT_STENCIL;
  }

  private void draw(RecordedDraw draw, SectionBytes bytes) {
    DepthState state = draw.state();
    bytes
        .text(draw.name())
        .octet(DrawStreamFormat.TESTS.indexOf(state.test()))
        .octet(DrawStreamFormat.WRITES.indexOf(state.writes()))
        .real(state.bias().constant())
        .real(state.bias().slope())
        .octet(DrawStreamFormat.CULLING.indexOf(draw.culling()));
    if (hasStencil()) {
      StencilState stencil = state.stencil();
      bytes.octet(DrawStreamFormat.PRESENCE.indexOf(!stencil.isOff()));
      if (!stencil.isOff()) {
        stencil(stencil.front(), bytes);
        stencil(stencil.back(), bytes);
      }
    }
    Viewport view = draw.viewport();
    bytes
        .real(view.left())
        .real(view.top())
        .real(view.width())
        .real(view.height())
        .real(view.nearDepth())
        .real(view.farDepth());
    bytes.octet(DrawStreamFormat.PRESENCE.indexOf(draw.scissor().isPresent()));
    if (draw.scissor().isPresent()) {
      Scissor cut = draw.scissor().get();
      bytes.number(cut.left()).number(cut.top()).number(cut.width()).number(cut.height());
    }
    bytes.text(draw.note());
    Long before = known.putIfAbsent(draw.triangles(), draws);
    if (before == null) {
      triangles(draw.triangles(), bytes.number(0));
    } else {
      bytes.number(draws - before);
    }
    draws++;
  }

  private static void stencil(StencilFace face, SectionBytes bytes) {
    StencilUpdate update = face.update();
    bytes
        .octet(DrawStreamFormat.TESTS.indexOf(face.test()))
        .octet(face.readMask())
        .octet(DrawStreamFormat.OPERATIONS.indexOf(update.fail()))
        .octet(DrawStreamFormat.OPERATIONS.indexOf(update.depthFail()))
        .octet(DrawStreamFormat.OPERATIONS.indexOf(update.pass()))
        .octet(update.reference())
        .octet(update.writeMask());
  }

  private static void triangles(ClipTriangles triangles, SectionBytes bytes) {
    int[] indices = triangles.indices();
    int[] numbers = new int[triangles.count()];
    Arrays.fill(numbers, -1);
    int[] named = new int[triangles.count()];
    int next = 0;
    SectionBytes corners = new SectionBytes();
    for (int index : indices) {
      int number = numbers[index] < 0 ? next : numbers[index];
      corners.number(next - number);
      if (number == next) {
        numbers[index] = number;
        named[next++] = index;
      }
    }
    double[] vertices = triangles.vertices();
    boolean floats = Arrays.stream(vertices).allMatch(each -> (float) each == each);
    int size = floats ? DrawStreamFormat.FLOATS : DrawStreamFormat.DOUBLES;
    bytes.octet(size).number(next).number(triangles.triangles()).raw(corners.toArray());
    byte[] planes = new byte[4 * size * next];
    for (int axis = 0; axis < 4; axis++) {
      long before = 0;
      for (int v = 0; v < next; v++) {
        double value = vertices[4 * named[v] + axis];
        long bits =
            floats ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
        for (int plane = 0; plane < size; plane++) {
          planes[(axis * size + plane) * next + v] = (byte) ((bits - before) >>> (8 * plane));
        }
        before = bits;
      }
    }
    bytes.raw(planes);
  }

  /**
   * Whether a stream keeps a name as it is; in others, some characters are replaced or left out.
   */
  public static boolean keeps(String name) {
    return name.chars().noneMatch(Character::isISOControl)
        && name.getBytes(StandardCharsets.UTF_8).length <= MOST_NAME_BYTES;
  }
}
