package dev.magpie.depth.draws;

import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.raster.ClipTriangles;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.RecordedDraw;
import dev.magpie.depth.raster.Scissor;
import dev.magpie.depth.raster.StencilFace;
import dev.magpie.depth.raster.StencilState;
import dev.magpie.depth.raster.Viewport;
import dev.magpie.depth.scene.FaceCulling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads a pass, behind the number of its frame. */
final class PassSection {
  /** A draw without a name, a note and a triangle. */
  private static final int LEAST_DRAW_BYTES = 71;

  private final SectionReader section;
  private final int version;
  private final List<DrawTarget> targets;
  private final List<ClipTriangles> known;

  /**
   * Takes the section.
   *
   * @param version of the format
   * @param known the triangles of all draws before it, to which its own are added
   */
  PassSection(
      SectionReader section, int version, List<DrawTarget> targets, List<ClipTriangles> known) {
    this.section = section;
    this.version = version;
    this.targets = targets;
    this.known = known;
  }

  DrawPass read() {
    String name = section.text("the pass's name");
    DrawTarget target =
        targets.get(section.number(targets.size() - 1L, "the number of the target"));
    Start start = section.choice(DrawStreamFormat.STARTS, "whether it clears");
    OptionalInt stencil =
        hasStencil() && section.choice(DrawStreamFormat.PRESENCE, "whether it clears stencil")
            ? OptionalInt.of(section.octet("what stencil is cleared to"))
            : OptionalInt.empty();
    int count = section.count(LEAST_DRAW_BYTES, "draws");
    List<RecordedDraw> draws = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      try {
        draws.add(draw(n, target));
      } catch (IllegalArgumentException e) {
        throw DrawStreamReader.wrong(section, "draw %d: ".formatted(n), e);
      }
    }
    return new DrawPass(name, target, start, stencil, draws);
  }

  private boolean hasStencil() {
    return version > DrawStreamFormat.WITHOUT_STENCIL;
  }

  private RecordedDraw draw(int n, DrawTarget target) {
    String of = "draw %d's ".formatted(n);
    String name = section.text(of + "name");
    DepthTest test = section.choice(DrawStreamFormat.TESTS, of + "test");
    DepthState.Writes writes = section.choice(DrawStreamFormat.WRITES, of + "writes");
    DepthBias bias =
        new DepthBias(section.real(of + "bias"), section.real(of + "slope of the bias"));
    FaceCulling culling = section.choice(DrawStreamFormat.CULLING, of + "culling");
    StencilState stencil =
        hasStencil() && section.choice(DrawStreamFormat.PRESENCE, of + "stencil")
            ? new StencilState(stencil(of + "stencil of fronts"), stencil(of + "stencil of backs"))
            : StencilState.OFF;
    Viewport viewport =
        new Viewport(
            section.real(of + "viewport"),
            section.real(of + "viewport"),
            section.real(of + "viewport"),
            section.real(of + "viewport"),
            section.real(of + "near depth"),
            section.real(of + "far depth"));
    Optional<Scissor> scissor =
        section.choice(DrawStreamFormat.PRESENCE, of + "scissor")
            ? Optional.of(scissor(of, target))
            : Optional.empty();
    String note = section.text(of + "note");
    return new RecordedDraw(
        name,
        triangles(of),
        new DepthState(test, writes, bias, stencil),
        culling,
        viewport,
        scissor,
        note);
  }

  private StencilFace stencil(String of) {
    DepthTest test = section.choice(DrawStreamFormat.TESTS, of);
    int readMask = section.octet(of);
    StencilOperation fail = section.choice(DrawStreamFormat.OPERATIONS, of);
    StencilOperation depthFail = section.choice(DrawStreamFormat.OPERATIONS, of);
    StencilOperation pass = section.choice(DrawStreamFormat.OPERATIONS, of);
    return new StencilFace(
        test,
        readMask,
        new StencilUpdate(fail, depthFail, pass, section.octet(of), section.octet(of)));
  }

  private Scissor scissor(String of, DrawTarget target) {
    String what = of + "scissor";
    Scissor scissor =
        new Scissor(
            section.number(target.width(), what),
            section.number(target.height(), what),
            section.number(target.width(), what),
            section.number(target.height(), what));
    if (scissor.left() + scissor.width() > target.width()
        || scissor.top() + scissor.height() > target.height()) {
      throw section.wrong(
          "%s reaches beyond its target of %dx%d pixels"
              .formatted(what, target.width(), target.height()));
    }
    return scissor;
  }

  private ClipTriangles triangles(String of) {
    int back = section.number(known.size(), of + "number of draws back");
    known.add(back == 0 ? ownTriangles(of) : known.get(known.size() - back));
    return known.getLast();
  }

  private ClipTriangles ownTriangles(String of) {
    int size = section.octet(of + "bytes of a coordinate");
    if (size != DrawStreamFormat.FLOATS && size != DrawStreamFormat.DOUBLES) {
      throw section.wrong("%sbytes of a coordinate are 4 or 8, not %d".formatted(of, size));
    }
    int vertices = section.count(4 * size, "vertices");
    int triangles = section.count(3, "triangles");
    int[] indices = new int[3 * triangles];
    int next = 0;
    for (int corner = 0; corner < indices.length; corner++) {
      int index = next - section.number(next, of + "vertex of a triangle");
      if (index >= vertices) {
        throw section.wrong(
            "%striangle %d names a vertex %d, and there are %d"
                .formatted(of, corner / 3, index, vertices));
      }
      indices[corner] = index;
      next = Math.max(next, index + 1);
    }
    if (next != vertices) {
      throw section.wrong("%striangles name %d vertices of %d".formatted(of, next, vertices));
    }
    return new ClipTriangles(vertices(of, size, vertices), indices);
  }

  private double[] vertices(String of, int size, int count) {
    double[] vertices = new double[4 * count];
    for (int axis = 0; axis < 4; axis++) {
      byte[] planes = section.raw(size * count, of + "coordinates");
      long bits = 0;
      for (int v = 0; v < count; v++) {
        long change = 0;
        for (int plane = 0; plane < size; plane++) {
          change |= (planes[plane * count + v] & 0xffL) << (8 * plane);
        }
        bits += change;
        vertices[4 * v + axis] =
            size == DrawStreamFormat.FLOATS
                ? Float.intBitsToFloat((int) bits)
                : Double.longBitsToDouble(bits);
      }
    }
    return vertices;
  }
}
