package dev.magpie.gpu.execute;

import dev.magpie.ptx.ir.Instruction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much a matrix instruction has to do, as products of halves: a product of bytes takes half of
 * one's time and so on, as NVIDIA's peak rates of the A100 say.
 */
final class MatrixWork {
  /** Products that {@link dev.magpie.gpu.stream.OperationClass#MATRIX} counts as one. */
  private static final int UNIT = 1024;

  private static final Pattern SHAPE = Pattern.compile("m(\\d+)n(\\d+)k(\\d+)");

  private MatrixWork() {}

  /** The work of an instruction with a shape, at least 1. */
  static int of(Instruction instruction) {
    int products = 0;
    // In sixteenths of a half's.
    int each = 16;
    for (String modifier : instruction.modifiers()) {
      Matcher shape = SHAPE.matcher(modifier);
      if (shape.matches()) {
        products =
            Integer.parseInt(shape.group(1))
                * Integer.parseInt(shape.group(2))
                * Integer.parseInt(shape.group(3));
      }
      each =
          switch (modifier) {
            case "b1" -> 1;
            case "s4", "u4" -> 4;
            case "s8", "u8" -> 8;
            case "tf32" -> 32;
            case "f64" -> 256;
            default -> each;
          };
    }
    return Math.max(1, Math.ceilDiv(products * each, 16 * UNIT));
  }
}
