package dev.magpie.ptx.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Floats of 8 bits against a search through all of them. */
class EightBitFloatsTest {
  private static final int COUNT = 4096;

  private final Device device = new Device();

  /** Sign, exponent and fraction, as the formats' definition has them. */
  private static double value(boolean e4m3, int code) {
    int fractionBits = e4m3 ? 3 : 2;
    int bias = e4m3 ? 7 : 15;
    int exponent = (code & 0x7f) >> fractionBits;
    int fraction = code & (1 << fractionBits) - 1;
    double sign = code >= 0x80 ? -1 : 1;
    if (e4m3 ? (code & 0x7f) == 0x7f : exponent == 31) {
      return !e4m3 && fraction == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
    }
    double unit = 1.0 / (1 << fractionBits);
    return exponent == 0
        ? sign * fraction * unit * Math.pow(2, 1 - bias)
        : sign * (1 + fraction * unit) * Math.pow(2, exponent - bias);
  }

  /** The nearest finite number, of two as near the one whose last bit is 0. */
  private static int nearest(boolean e4m3, double value) {
    if (Double.isNaN(value)) {
      return 0x7f;
    }
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    double magnitude = Math.min(Math.abs(value), 1e6);
    int best = 0;
    for (int code = 1; code < 0x80; code++) {
      double distance = Math.abs(value(e4m3, code) - magnitude);
      double least = Math.abs(value(e4m3, best) - magnitude);
      if (distance < least || (distance == least && (code & 1) == 0)) {
        best = code;
      }
    }
    return best | (negative ? 0x80 : 0);
  }

  private static float[] operands() {
    float[] values = new float[COUNT];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < COUNT; i++) {
      // All numbers of both formats, what lies halfway between two, and others of all sizes.
      int code = i & 0xff;
      boolean e4m3 = (i & 0x100) != 0;
      double exact = value(e4m3, code);
      values[i] =
          switch (i >> 9) {
            case 0 -> (float) exact;
            case 1 -> (float) ((exact + value(e4m3, code ^ 1)) / 2);
            case 2 -> (float) ((exact + value(e4m3, code + 1 & 0xff)) / 2);
            case 3 -> Math.nextUp((float) ((exact + value(e4m3, code + 1 & 0xff)) / 2));
            case 4 -> Math.scalb(random.nextFloat() - 0.5f, random.nextInt(-24, 20));
            case 5 -> random.nextFloat() * 1000 - 500;
            default -> Float.intBitsToFloat(random.nextInt());
          };
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"75,narrowE4M3", "75,narrowE5M2", "90,narrowE4M3", "90,narrowE5M2"})
  void valuesAreRoundedToTheNearest(int target, String kernel) {
    boolean e4m3 = kernel.equals("narrowE4M3");
    float[] values = operands();
    DeviceBuffer in = device.malloc("in", Dtype.F32, List.of((long) COUNT));
    device.memcpy(in, MemorySegment.ofArray(values));
    DeviceBuffer one = device.malloc("one", Dtype.U8, List.of((long) COUNT));
    DeviceBuffer two = device.malloc("two", Dtype.U16, List.of((long) COUNT));
    DeviceBuffer halves = device.malloc("halves", Dtype.U16, List.of((long) COUNT));
    device.launch(
        Launch.of(
            CudaFile.load(device, "eight_bit.sm_" + target + ".ptx").kernel(kernel),
            Dim3.of(COUNT / 256),
            Dim3.of(256),
            Argument.of(in),
            Argument.of(one),
            Argument.of(two),
            Argument.of(halves)));
    for (int i = 0; i < COUNT; i++) {
      float v = values[i];
      assertThat(one.memory().get(ValueLayout.JAVA_BYTE, i) & 0xff)
          .as("%s", v)
          .isEqualTo(nearest(e4m3, v));
      assertThat((int) two.memory().getAtIndex(ValueLayout.JAVA_CHAR, i))
          .as("%s", v)
          .isEqualTo(nearest(e4m3, v) | nearest(e4m3, -v) << 8);
      assertThat((int) halves.memory().getAtIndex(ValueLayout.JAVA_CHAR, i))
          .as("%s", v)
          .isEqualTo(nearest(e4m3, half(v)) | nearest(e4m3, half(0.5f * v)) << 8);
    }
  }

  private static float half(float value) {
    return Float.float16ToFloat(Float.floatToFloat16(value));
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 90})
  void allOfThemAreWidenedExactly(int target) {
    DeviceBuffer e4m3 = device.malloc("e4m3", Dtype.F32, List.of(256L));
    DeviceBuffer e5m2 = device.malloc("e5m2", Dtype.F32, List.of(256L));
    device.launch(
        Launch.of(
            CudaFile.load(device, "eight_bit.sm_" + target + ".ptx").kernel("widen"),
            Dim3.of(1),
            Dim3.of(256),
            Argument.of(e4m3),
            Argument.of(e5m2)));
    for (int code = 0; code < 256; code++) {
      assertThat(e4m3.memory().getAtIndex(ValueLayout.JAVA_FLOAT, code))
          .isEqualTo(Float.valueOf((float) value(true, code)));
      assertThat(e5m2.memory().getAtIndex(ValueLayout.JAVA_FLOAT, code))
          .isEqualTo(Float.valueOf((float) value(false, code)));
    }
  }
}
