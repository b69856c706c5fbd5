package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The compressed modes that a tile's header can name. Those with a number take that share of an
 * uncompressed tile's lines, in percent; the others take one line.
 */
public enum TileMode {
  /** Planes from the rasteriser; not a {@link TileCodec}, since depths alone do not give them. */
  PLANE,
  /** Depth offset. */
  DO25,
  /** Depth offset. */
  DO50,
  /** Depth offset. */
  DO75,
  /** Differential differential pulse-code modulation with one plane. */
  DDPCM1,
  /** Differential differential pulse-code modulation with two planes. */
  DDPCM2,
  /** Anchor encoding. */
  ANCHOR25,
  /** Anchor encoding. */
  ANCHOR50,
  /** Differential anchor encoding. */
  DANCHOR25,
  /** Differential anchor encoding. */
  DANCHOR50,
  /** Golomb-Rice coded residuals of floating-point depths. */
  FLOAT25,
  /** Golomb-Rice coded residuals of floating-point depths. */
  FLOAT50;

  /** The mode with a name, such as {@code do50}. */
  static TileMode named(String name) {
    return Arrays.stream(values())
        .filter(mode -> mode.toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no mode of a tile is called '%s'; there are %s"
                    .formatted(
                        name,
                        Arrays.stream(values())
                            .map(TileMode::toString)
                            .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is depth offset of any size. */
  public boolean isDepthOffset() {
    return this == DO25 || this == DO50 || this == DO75;
  }

  /**
   * Additions, comparisons and shifts that an attempt to encode takes for each sample, those that a
   * codec does only where a tile fits left out. Depth offset subtracts and compares with each of
   * two references. Planes choose a slot. DDPCM takes two differences and compares, from each
   * corner that it grows from. The anchors predict, subtract and compare, once for each way to find
   * slopes. Floats are predicted and subtracted, sized and compared, on one surface and on two.
   */
  public int attemptOperations() {
    return switch (this) {
      case PLANE -> 1;
      case DO25, DO50, DO75 -> 4;
      case DDPCM1 -> 3;
      case DDPCM2 -> 12;
      case ANCHOR25, ANCHOR50 -> 8;
      case DANCHOR25, DANCHOR50 -> 5;
      case FLOAT25, FLOAT50 -> 10;
    };
  }

  /**
   * The same to decode: depth offset shifts and adds, planes are two additions and a shift, DDPCM
   * adds twice, the anchors predict and add, floats are unpacked, predicted and added.
   */
  public int decodeOperations() {
    return switch (this) {
      case DO25, DO50, DO75, DDPCM1, DDPCM2 -> 2;
      case PLANE, ANCHOR25, ANCHOR50 -> 3;
      case DANCHOR25, DANCHOR50, FLOAT25, FLOAT50 -> 4;
    };
  }

  /** The lines of a tile in this mode; 0 if the shape has no such mode. */
  public int lines(TileShape shape) {
    int lines =
        switch (this) {
          case PLANE, DDPCM1, DDPCM2 -> 1;
          case DO25, ANCHOR25, DANCHOR25, FLOAT25 -> share(shape, 1);
          case DO50, ANCHOR50, DANCHOR50, FLOAT50 -> share(shape, 2);
          case DO75 -> share(shape, 3);
        };
    return lines < shape.lines() && fits(shape, lines) ? lines : 0;
  }

  /**
   * Whether samples are decoded one after another, as each needs the one before and where its code
   * ends; others are decoded at once, or in as many steps as the tile has rows.
   */
  public boolean isSerial() {
    return this == FLOAT25 || this == FLOAT50;
  }

  private static int share(TileShape shape, int quarters) {
    int lines = shape.lines() * quarters;
    return lines % 4 == 0 ? lines / 4 : 0;
  }

  private boolean fits(TileShape shape, int lines) {
    int bits = 8 * lines * shape.lineBytes();
    return lines > 0
        && bits % Long.SIZE == 0
        && switch (this) {
          case PLANE -> bits >= PlaneFormat.PLANE_BITS;
          case DO25, DO50, DO75 -> bits / shape.samples() > 3;
          case FLOAT25, FLOAT50 -> true;
          case DDPCM1 -> suitsDifferences(shape) && Ddpcm.bits(shape) <= bits;
          case DDPCM2 -> suitsDifferences(shape) && TwoPlaneDdpcm.bits(shape) <= bits;
          case ANCHOR25, ANCHOR50 ->
              suitsDifferences(shape) && Anchor.residualBits(shape, lines) > 1;
          case DANCHOR25, DANCHOR50 ->
              DifferentialAnchor.suits(shape.width(), shape.height())
                  && DifferentialAnchor.residualBits(shape, lines) > 1;
        };
  }

  private static boolean suitsDifferences(TileShape shape) {
    return Differences.suits(shape.width(), shape.height());
  }

  /**
   * Makes a codec for this mode.
   *
   * @param referenceBits precision of depth offset's references
   * @throws IllegalArgumentException if the shape has no such mode, or this is {@link #PLANE}
   */
  public TileCodec codec(TileShape shape, int referenceBits) {
    return codecs(List.of(this), shape, referenceBits, Kernels.VECTOR).getFirst();
  }

  /** Makes codecs for modes that are tried one after another, so that they may share work. */
  static List<TileCodec> codecs(
      List<TileMode> modes, TileShape shape, int referenceBits, Kernels kernels) {
    FloatFits fits = new FloatFits(shape);
    return modes.stream().map(mode -> mode.codec(shape, referenceBits, kernels, fits)).toList();
  }

  private TileCodec codec(TileShape shape, int referenceBits, Kernels kernels, FloatFits fits) {
    int lines = lines(shape);
    if (lines == 0) {
      throw new IllegalArgumentException(
          "tiles of %dx%d samples in %d lines have no mode %s"
              .formatted(shape.width(), shape.height(), shape.lines(), this));
    }
    return switch (this) {
      case PLANE -> throw new IllegalArgumentException("planes come from the rasteriser");
      case DO25, DO50, DO75 -> new DepthOffset(shape, lines, referenceBits, kernels);
      case DDPCM1 -> new Ddpcm(shape, lines, kernels);
      case DDPCM2 -> new TwoPlaneDdpcm(shape, lines, kernels);
      case ANCHOR25, ANCHOR50 -> new Anchor(shape, lines, kernels);
      case DANCHOR25, DANCHOR50 -> new DifferentialAnchor(shape, lines, kernels);
      case FLOAT25, FLOAT50 -> new PredictiveFloat(shape, lines, fits);
    };
  }
}
