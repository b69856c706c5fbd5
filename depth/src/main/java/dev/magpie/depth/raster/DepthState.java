package dev.magpie.depth.raster;

import dev.magpie.settings.Records;
import java.util.Locale;

/**
 * What a draw does to the depth buffer.
 *
 * @param test which samples pass
 * @param writes whether those that pass are written
 * @param bias what is added to depths before the test
 * @param stencil what it does to the stencil values beside it, before the test and after it
 */
public record DepthState(DepthTest test, Writes writes, DepthBias bias, StencilState stencil) {
  /** Nearer samples are written. */
  public static final DepthState DEFAULT =
      new DepthState(DepthTest.LESS, Writes.ON, DepthBias.NONE);

  /** What follows a prepass: samples that it has left visible pass, and nothing is written. */
  public static final DepthState AFTER_PREPASS =
      new DepthState(DepthTest.EQUAL, Writes.OFF, DepthBias.NONE);

  /** A state without stencil. */
  public DepthState(DepthTest test, Writes writes, DepthBias bias) {
    this(test, writes, bias, StencilState.OFF);
  }

  /** Whether samples that pass are written. */
  public enum Writes {
    /** They are. */
    ON,
    /** The depth buffer is only read. */
    OFF;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The same with another part of these in place of the one of its class. */
  public DepthState with(Object part) {
    return Records.with(this, part);
  }
}
