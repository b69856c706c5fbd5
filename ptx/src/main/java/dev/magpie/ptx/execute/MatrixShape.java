package dev.magpie.ptx.execute;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sizes of a multiplication: of A {@code m} by {@code k}, of B {@code k} by {@code n}. */
record MatrixShape(int m, int n, int k) {
  private static final Pattern NAME = Pattern.compile("m(\\d{1,3})n(\\d{1,3})k(\\d{1,3})");

  /** Takes the shape that an instruction must have. */
  static MatrixShape take(Decoding at) {
    for (String modifier : at.instruction().modifiers()) {
      Matcher name = NAME.matcher(modifier);
      if (name.matches()) {
        at.take(modifier);
        return new MatrixShape(number(name, 1), number(name, 2), number(name, 3));
      }
    }
    throw at.bad("the shape is missing");
  }

  private static int number(Matcher name, int group) {
    return Integer.parseInt(name.group(group));
  }

  /** Refuses the shape if it is none that {@code mma} has for A of a type. */
  void checkForMma(Decoding at, MatrixElement a) {
    check(
        at,
        a,
        switch (a) {
          case F16, BF16 -> List.of("m16n8k8", "m16n8k16");
          case TF32 -> List.of("m16n8k4", "m16n8k8");
          case F64 -> List.of("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16");
          case S8, U8 -> List.of("m8n8k16", "m16n8k16", "m16n8k32");
          case S4, U4 -> List.of("m8n8k32", "m16n8k32", "m16n8k64");
          case B1 -> List.of("m8n8k128", "m16n8k128", "m16n8k256");
          case F32, S32 -> List.of();
        });
  }

  /** Refuses the shape if it is none that {@code wmma} has for A of a type. */
  void checkForWmma(Decoding at, MatrixElement a) {
    check(
        at,
        a,
        switch (a) {
          case F16, BF16, S8, U8 -> List.of("m16n16k16", "m8n32k16", "m32n8k16");
          case TF32 -> List.of("m16n16k8");
          case F64 -> List.of("m8n8k4");
          case S4, U4 -> List.of("m8n8k32");
          case B1 -> List.of("m8n8k128");
          case F32, S32 -> List.of();
        });
  }

  /** Refuses the shape if it is none that {@code wmma} has for accumulators of a type. */
  void checkForAccumulators(Decoding at, MatrixElement c) {
    List<String> ofSingles = List.of("m16n16k16", "m8n32k16", "m32n8k16", "m16n16k8");
    check(
        at,
        c,
        switch (c) {
          case F16 -> ofSingles.subList(0, 3);
          case F32 -> ofSingles;
          case F64 -> List.of("m8n8k4");
          case S32 -> List.of("m16n16k16", "m8n32k16", "m32n8k16", "m8n8k32", "m8n8k128");
          default -> List.of();
        });
  }

  private void check(Decoding at, MatrixElement a, List<String> shapes) {
    if (!shapes.contains(toString())) {
      throw at.bad("shape .%s is not supported for matrices of type .%s".formatted(this, a));
    }
  }

  @Override
  public String toString() {
    return "m%dn%dk%d".formatted(m, n, k);
  }
}
