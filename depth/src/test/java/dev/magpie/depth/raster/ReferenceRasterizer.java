package dev.magpie.depth.raster;

import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A z-buffer that tests each sample of the frame against each triangle, without tiles, in
 * arithmetic that cannot overflow. Depths are pixel by pixel, those of a pixel in the order of the
 * standard sample positions. A sample on an edge counts as if it lay a little to the right, and
 * much less further down: that is what the top-left rule means.
 */
final class ReferenceRasterizer {
  final int width;
  final int height;
  final int[] depths;
  final int[] stencil;
  long covered;
  long passed;

  /** How far a depth was from the exact plane at most, less what the format allows. */
  double worstExcess = Double.NEGATIVE_INFINITY;

  private final PlaneFormat format;
  private final int[][] positions;

  ReferenceRasterizer(int width, int height, PlaneFormat format) {
    this(width, height, format, PlaneEquation.CLEAR_DEPTH, 1);
  }

  ReferenceRasterizer(int width, int height, PlaneFormat format, int clear, int samples) {
    this.width = width;
    this.height = height;
    this.format = format;
    this.positions = StandardSamples.positions(samples);
    this.depths = new int[width * height * samples];
    this.stencil = new int[depths.length];
    Arrays.fill(depths, clear);
  }

  void draw(int[] x, int[] y, long[] z) {
    draw(x, y, z, DepthState.DEFAULT);
  }

  void draw(int[] x, int[] y, long[] z, DepthState state) {
    BigInteger area = determinant(x[1] - x[0], y[1] - y[0], x[2] - x[0], y[2] - y[0]);
    if (area.signum() == 0) {
      return;
    }
    // Rows run downwards, so this is clockwise on the screen.
    StencilFace face = area.signum() > 0 ? state.stencil().back() : state.stencil().front();
    BigInteger nx = determinant(z[1] - z[0], y[1] - y[0], z[2] - z[0], y[2] - y[0]);
    BigInteger ny = determinant(x[1] - x[0], z[1] - z[0], x[2] - x[0], z[2] - z[0]);
    if (area.signum() < 0) {
      nx = nx.negate();
      ny = ny.negate();
    }
    int f = fractionBits(nx, ny, area.abs());
    BigInteger cx = gradient(nx, area.abs(), f);
    BigInteger cy = gradient(ny, area.abs(), f);
    int refX = Math.floorDiv(x[0], 256);
    int refY = Math.floorDiv(y[0], 256);
    BigInteger limit = BigInteger.valueOf(PlaneFormat.MAX_GRADIENT);
    BigInteger reference;
    if (cx.abs().max(cy.abs()).equals(limit)) {
      cx = BigInteger.ZERO;
      cy = BigInteger.ZERO;
      reference = half(BigInteger.valueOf(Arrays.stream(z).max().orElseThrow()).shiftLeft(f));
    } else if (refX < 0 || refX >= width || refY < 0 || refY >= height) {
      refX = middle(x, width, 0);
      refY = middle(y, height, 1);
      if (refX < 0 || refY < 0) {
        return;
      }
      BigInteger exact =
          nx.multiply(BigInteger.valueOf(256L * refX + 128 - x[0]))
              .add(ny.multiply(BigInteger.valueOf(256L * refY + 128 - y[0])))
              .shiftLeft(f);
      BigInteger floor =
          new BigDecimal(exact)
              .divide(new BigDecimal(area.abs()), 0, RoundingMode.FLOOR)
              .toBigInteger();
      reference = half(BigInteger.valueOf(z[0]).shiftLeft(f).add(floor));
    } else {
      reference =
          half(BigInteger.valueOf(z[0]).shiftLeft(f))
              .add(
                  half(
                      cx.multiply(BigInteger.valueOf(256L * refX + 128 - x[0]))
                          .add(cy.multiply(BigInteger.valueOf(256L * refY + 128 - y[0])))));
    }
    boolean comparable =
        state.bias().equals(DepthBias.NONE)
            && gradient(nx, area.abs(), f).bitLength() <= 30
            && gradient(ny, area.abs(), f).bitLength() <= 30;
    BigDecimal steepest = new BigDecimal(cx.abs().max(cy.abs()));
    BigDecimal bias =
        new BigDecimal(state.bias().constant())
            .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(f)))
            .add(new BigDecimal(state.bias().slope()).multiply(steepest));
    reference = reference.add(bias.setScale(0, RoundingMode.HALF_EVEN).toBigIntegerExact());
    for (int row = 0; row < height; row++) {
      for (int column = 0; column < width; column++) {
        for (int s = 0; s < positions.length; s++) {
          int right = 16 * column + positions[s][0];
          int below = 16 * row + positions[s][1];
          if (!covers(x, y, area.signum(), 16 * right + 128, 16 * below + 128)) {
            continue;
          }
          covered++;
          BigInteger scaled =
              reference.add(
                  cx.multiply(BigInteger.valueOf(right - 16 * refX))
                      .add(cy.multiply(BigInteger.valueOf(below - 16 * refY)))
                      .shiftRight(4));
          BigInteger rounding = f == 0 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(f - 1);
          int depth =
              scaled
                  .add(rounding)
                  .shiftRight(f)
                  .max(BigInteger.ZERO)
                  .min(BigInteger.valueOf(PlaneEquation.CLEAR_DEPTH))
                  .intValueExact();
          if (comparable) {
            compareWithExactPlane(
                x, y, z, nx, ny, area.abs(), f, right, below, depth, column - refX, row - refY);
          }
          int at = (row * width + column) * positions.length + s;
          StencilUpdate update = face.update();
          int readMask = face.readMask();
          StencilOperation operation;
          if (!passes(face.test(), update.reference() & readMask, stencil[at] & readMask)) {
            operation = update.fail();
          } else if (!passes(state.test(), depth, depths[at])) {
            operation = update.depthFail();
          } else {
            passed++;
            depths[at] = state.writes() == DepthState.Writes.ON ? depth : depths[at];
            operation = update.pass();
          }
          int all = after(operation, stencil[at], update.reference());
          for (int bit = 1; bit < 256; bit *= 2) {
            if ((update.writeMask() & bit) != 0) {
              stencil[at] = stencil[at] - (stencil[at] & bit) + (all & bit);
            }
          }
        }
      }
    }
  }

  private static int after(StencilOperation operation, int stored, int reference) {
    return switch (operation) {
      case KEEP -> stored;
      case ZERO -> 0;
      case REPLACE -> reference;
      case INCR -> stored == 255 ? 255 : stored + 1;
      case DECR -> stored == 0 ? 0 : stored - 1;
      case INCR_WRAP -> (stored + 1) % 256;
      case DECR_WRAP -> (stored + 255) % 256;
      case INVERT -> 255 - stored;
    };
  }

  private static boolean passes(DepthTest test, int depth, int stored) {
    return switch (test) {
      case NEVER -> false;
      case LESS -> depth < stored;
      case EQUAL -> depth == stored;
      case LEQUAL -> depth <= stored;
      case GREATER -> depth > stored;
      case NOTEQUAL -> depth != stored;
      case GEQUAL -> depth >= stored;
      case ALWAYS -> true;
    };
  }

  /**
   * The middle of the columns or rows between whose samples a triangle may cover some; -1 for none.
   */
  private int middle(int[] corners, int extent, int axis) {
    int from = Arrays.stream(corners).min().orElseThrow();
    int to = Arrays.stream(corners).max().orElseThrow();
    int least = Arrays.stream(positions).mapToInt(each -> each[axis]).min().orElseThrow();
    int most = Arrays.stream(positions).mapToInt(each -> each[axis]).max().orElseThrow();
    int[] inside =
        IntStream.range(0, extent)
            .filter(at -> 256 * at + 128 + 16 * most >= from && 256 * at + 128 + 16 * least <= to)
            .toArray();
    return inside.length == 0 ? -1 : (inside[0] + inside[inside.length - 1]) / 2;
  }

  private static boolean covers(int[] x, int[] y, int sign, int px, int py) {
    for (int k = 0; k < 3; k++) {
      int n = (k + 1) % 3;
      // Exact or an exception; of each sample, too often for big integers.
      int side =
          Long.compare(
              Math.multiplyExact((long) x[n] - x[k], (long) py - y[k]),
              Math.multiplyExact((long) px - x[k], (long) y[n] - y[k]));
      if (side == 0) {
        side = Integer.signum(y[k] - y[n]);
      }
      if (side == 0) {
        side = Integer.signum(x[n] - x[k]);
      }
      if (side != sign) {
        return false;
      }
    }
    return true;
  }

  private void compareWithExactPlane(
      int[] x,
      int[] y,
      long[] z,
      BigInteger nx,
      BigInteger ny,
      BigInteger area,
      int f,
      int right,
      int below,
      int depth,
      int across,
      int down) {
    double dx = 16.0 * right + 128 - x[0];
    double dy = 16.0 * below + 128 - y[0];
    double exact = (z[0] + (nx.doubleValue() * dx + ny.doubleValue() * dy) / area.doubleValue());
    double error = Math.abs(depth - Math.clamp(exact / 256, 0.0, PlaneEquation.CLEAR_DEPTH));
    double allowed =
        0.5
            + Math.scalb(
                (positions.length == 1 ? 3.0 : 6.0) + Math.abs(across) + Math.abs(down), -(f + 1));
    worstExcess = Math.max(worstExcess, error - allowed);
  }

  private int fractionBits(BigInteger nx, BigInteger ny, BigInteger area) {
    if (format == PlaneFormat.FIXED) {
      return 9;
    }
    for (int f = 13; f > 0; f--) {
      if (gradient(nx, area, f).abs().max(gradient(ny, area, f).abs()).bitLength() <= 25) {
        return f;
      }
    }
    return 0;
  }

  private static BigInteger gradient(BigInteger numerator, BigInteger area, int f) {
    BigInteger limit = BigInteger.valueOf(PlaneFormat.MAX_GRADIENT);
    return new BigDecimal(numerator.shiftLeft(f))
        .divide(new BigDecimal(area), 0, RoundingMode.HALF_UP)
        .toBigInteger()
        .min(limit)
        .max(limit.negate());
  }

  private static BigInteger half(BigInteger value) {
    return value.add(BigInteger.valueOf(128)).shiftRight(8);
  }

  private static BigInteger determinant(long a, long b, long c, long d) {
    return BigInteger.valueOf(a)
        .multiply(BigInteger.valueOf(d))
        .subtract(BigInteger.valueOf(c).multiply(BigInteger.valueOf(b)));
  }
}
