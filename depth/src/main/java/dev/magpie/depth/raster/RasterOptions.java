package dev.magpie.depth.raster;

import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.raster.DepthState.Writes;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Scene;
import dev.magpie.settings.Records;
import java.util.List;
import java.util.Locale;

/**
 * How the front end draws.
 *
 * @param format the format that planes have to fit
 * @param faceCulling which triangles are not drawn
 * @param culling how hierarchical depths cull and accept lines
 * @param culled what becomes of tiles of which all is culled
 * @param range whether depths grow with the distance
 * @param prepass whether everything is drawn twice
 * @param state what a draw does to the depth buffer, where the draw itself does not say
 * @param tessellation the longest edge in pixels that is not halved, or infinite
 */
public record RasterOptions(
    PlaneFormat format,
    FaceCulling faceCulling,
    Culling culling,
    Culled culled,
    DepthRange range,
    Prepass prepass,
    DepthState state,
    double tessellation) {
  /**
   * What the paper does, where it says so: no back-face culling, hierarchical depths, triangles as
   * they are.
   */
  public static final RasterOptions DEFAULT =
      new RasterOptions(
          PlaneFormat.FIXED,
          FaceCulling.NONE,
          Culling.HIERARCHICAL,
          Culled.LEFT_OUT,
          DepthRange.NORMAL,
          Prepass.OFF,
          DepthState.DEFAULT,
          Scene.UNTESSELLATED);

  /** What becomes of lines whose depths are known to be nearer or farther. */
  public enum Culling {
    /** They are culled, or accepted without a test. */
    HIERARCHICAL,
    /**
     * The same by bounds of 16 bits that are updated late, as hardware keeps them; what is drawn
     * does not depend on it.
     */
    COARSE,
    /** There are no bounds, so every covered line is tested. */
    OFF;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether all is drawn for its depths first. */
  public enum Prepass {
    /** All is drawn once. */
    OFF,
    /**
     * All is drawn, and then once more where depths are equal, without writes: {@link
     * DepthState#AFTER_PREPASS}, with the same bias.
     */
    ON;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What becomes of tiles of which a triangle has no line left after culling. */
  public enum Culled {
    /** They are no event, as no depth is read. */
    LEFT_OUT,
    /** They are an event without a line, for the headers that culling reads. */
    RECORDED
  }

  /**
   * Checks the edge length.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public RasterOptions {
    if (!(tessellation > 0)) {
      throw new IllegalArgumentException(
          "edges are halved above a length of %s pixels, which is not positive"
              .formatted(tessellation));
    }
  }

  /** As the scene says; otherwise the default. */
  public static RasterOptions of(Scene scene) {
    return DEFAULT.with(scene.faceCulling()).withTessellation(scene.tessellation());
  }

  /**
   * The same with another part of these or of the state, such as a format, in place of the one of
   * its class.
   */
  public RasterOptions with(Object part) {
    return part instanceof DepthTest || part instanceof Writes || part instanceof DepthBias
        ? Records.with(this, state.with(part))
        : Records.with(this, part);
  }

  /** The states in which all meshes are drawn, one after another: with a prepass, two. */
  public List<DepthState> states() {
    return prepass == Prepass.ON
        ? List.of(state, DepthState.AFTER_PREPASS.with(state.bias()))
        : List.of(state);
  }

  /** The same with another edge length. */
  public RasterOptions withTessellation(double pixels) {
    return new RasterOptions(format, faceCulling, culling, culled, range, prepass, state, pixels);
  }
}
