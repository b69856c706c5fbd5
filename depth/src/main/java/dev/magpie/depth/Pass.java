package dev.magpie.depth;

import dev.magpie.depth.draws.DrawPass;
import dev.magpie.depth.draws.DrawStream;
import dev.magpie.depth.draws.DrawTarget;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.Draw;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.raster.RecordedDraw;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Scene;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A pass of a frame. Passes of one target that follow each other draw to the same depth buffer, one
 * over another.
 *
 * @param name how results call it
 * @param target where it draws to
 * @param scene what it draws, and from where
 * @param state the same for all of it
 * @param stencil what all stencil values become before it, if they are cleared; when a frame begins
 *     they are 0
 * @param recorded the pass of a stream of draws, which is drawn in place of the scene's meshes, and
 *     whose draws have a state each
 */
public record Pass(
    String name,
    Target target,
    Scene scene,
    DepthState state,
    OptionalInt stencil,
    Optional<DrawPass> recorded) {
  /** The name of the target that is as large as the frame. */
  public static final String FRAME = "frame";

  /**
   * A depth buffer.
   *
   * @param name of it
   * @param width pixels across, or 0 if it is as large as the frame
   * @param height pixels down, or 0
   * @param range whether its depths grow with the distance, which says what it is cleared to
   * @param format what its depths are, if not as the frame's
   * @param samples of a pixel, if not as many as the frame's
   */
  public record Target(
      String name,
      int width,
      int height,
      DepthRange range,
      Optional<DepthFormat> format,
      Optional<Multisampling> samples) {
    /** One with depths as the frame's. */
    public Target(String name, int width, int height, DepthRange range) {
      this(name, width, height, range, Optional.empty(), Optional.empty());
    }

    private Target smaller(int factor) {
      return width == 0
          ? this
          : new Target(
              name,
              Math.max(1, width / factor),
              Math.max(1, height / factor),
              range,
              format,
              samples);
    }

    /**
     * How it is cut into tiles, beside a frame of some size.
     *
     * @throws IllegalArgumentException if it has too many samples, or lines do not divide its tiles
     */
    public FrameShape shape(FrameShape frame) {
      TileShape tile = samples.map(frame.tile()::with).orElse(frame.tile());
      FrameShape sized =
          width == 0
              ? FrameShape.ofPixels(frame.pixelsAcross(), frame.pixelsDown(), tile)
              : FrameShape.ofPixels(width, height, tile);
      return sized.with(format.orElse(tile.format()));
    }
  }

  /** A pass of meshes. */
  public Pass(String name, Target target, Scene scene, DepthState state) {
    this(name, target, scene, state, OptionalInt.empty(), Optional.empty());
  }

  /**
   * The passes of a frame of a stream. The target of the last one is as large as the frame; the
   * others are as they were.
   *
   * @param scene whose view pictures have
   */
  static List<Pass> of(DrawStream stream, int frame, Scene scene) {
    return stream.frames().get(frame).stream()
        .map(pass ->
            new Pass(
                pass.name(),
                target(pass.target(), stream.shown(frame)),
                scene.withCamera(RecordedView.of(pass)),
                DepthState.DEFAULT,
                pass.stencil(),
                Optional.of(pass)))
        .toList();
  }

  private static Target target(DrawTarget target, DrawTarget shown) {
    boolean sized = !target.equals(shown);
    return new Target(
        target.name(),
        sized ? target.width() : 0,
        sized ? target.height() : 0,
        target.range(),
        Optional.of(target.format()),
        Optional.of(target.samples()));
  }

  /** The passes of a frame that is drawn as options say: one, or with a prepass two. */
  public static List<Pass> of(Scene scene, RasterOptions options) {
    Target target = new Target(FRAME, 0, 0, options.range());
    Scene drawn = scene.withFaceCulling(options.faceCulling());
    List<DepthState> states = options.states();
    List<Pass> passes = new ArrayList<>();
    for (DepthState state : states) {
      passes.add(
          new Pass(passes.size() < states.size() - 1 ? "prepass" : "all", target, drawn, state));
    }
    return List.copyOf(passes);
  }

  /** The states that draws of it have: of meshes, one. */
  public Set<DepthState> states() {
    return recorded
        .map(pass ->
            pass.draws().stream()
                .map(RecordedDraw::state)
                .collect(Collectors.<DepthState, Set<DepthState>>toCollection(LinkedHashSet::new)))
        .orElse(Set.of(state));
  }

  /** Whether it clears stencil values, or a draw of it uses them. */
  public boolean usesStencil() {
    return stencil.isPresent() || states().stream().anyMatch(each -> !each.stencil().isOff());
  }

  /** Which faces its draws leave out: of meshes, one kind. */
  public Set<FaceCulling> culling() {
    return recorded
        .map(pass ->
            pass.draws().stream()
                .map(RecordedDraw::culling)
                .collect(
                    Collectors.<FaceCulling, Set<FaceCulling>>toCollection(LinkedHashSet::new)))
        .orElse(Set.of(scene.faceCulling()));
  }

  /** Triangles of its meshes or draws. */
  public long triangles() {
    return recorded.map(DrawPass::triangles).orElseGet(scene::triangles);
  }

  /** The same of another scene, or from elsewhere. */
  Pass with(Scene other) {
    return new Pass(name, target, other, state, stencil, recorded);
  }

  /** The same on a target that is smaller by a factor on both sides, for quick looks. */
  public Pass smaller(int factor) {
    return new Pass(name, target.smaller(factor), scene, state, stencil, recorded);
  }

  /** Draws it over what was drawn since the front end's depth buffer was cleared. */
  Frame draw(FrontEnd frontEnd, int frame, int frames) {
    stencil.ifPresent(frontEnd::clearStencil);
    return recorded
        .map(pass ->
            frontEnd.drawRecorded(pass.draws(), pass.target().width(), pass.target().height()))
        .orElseGet(() ->
            frontEnd.drawPass(
                draws(frame, frames), scene.camera(frame, frames), scene.faceCulling()));
  }

  /** What it draws in a frame. */
  List<Draw> draws(int frame, int frames) {
    return scene.meshes(frame, frames).stream().map(mesh -> new Draw(mesh, state)).toList();
  }

  private boolean keeps() {
    return recorded.map(pass -> pass.start() == DrawPass.Start.KEPT).orElse(true);
  }

  /**
   * Those that draw over one another, together, by whose last one comes first: those of a target,
   * from where it is cleared on.
   */
  public static List<List<Pass>> byTarget(List<Pass> passes) {
    List<List<Pass>> groups = new ArrayList<>();
    Map<Target, List<Pass>> open = new HashMap<>();
    for (Pass pass : passes) {
      List<Pass> group = open.get(pass.target());
      if (group == null || !pass.keeps()) {
        group = new ArrayList<>();
        open.put(pass.target(), group);
        groups.add(group);
      }
      group.add(pass);
    }
    groups.sort(Comparator.comparingInt(group -> passes.indexOf(group.getLast())));
    return groups;
  }
}
