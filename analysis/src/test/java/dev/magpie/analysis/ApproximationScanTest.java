package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.LossyCodec;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApproximationScanTest {
  private static LossyCodec trained(String name, MemorySegment memory) {
    CodecSpec spec = CodecSpec.parse(name);
    Granularity granularity = Granularity.DEFAULT;
    return (LossyCodec)
        spec.create(granularity, TrainingSample.ALL.train(spec, List.of(memory), 128));
  }

  /** Numbers that are alike enough to be compressed, a few bytes over a multiple of the MAG. */
  private static MemorySegment floats(int bytes) {
    Random random = new Random(3);
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i + 4 <= bytes; i += 4) {
      buffer.putFloat(i, 1 + random.nextInt(1 << (i / 1024 % 12)) * 0x1p-20f);
    }
    return MemorySegment.ofArray(buffer.array());
  }

  private static Tensor tensor(MemorySegment memory, ByteOrder order) {
    return new Tensor(Dtype.F32, List.of(memory.byteSize() / 4), order, memory);
  }

  private static byte[] decoded(LossyCodec codec, MemorySegment memory) {
    byte[] whole = new byte[Math.ceilDiv((int) memory.byteSize(), 128) * 128];
    MemorySegment padded = MemorySegment.ofArray(whole);
    MemorySegment.copy(memory, 0, padded, 0, memory.byteSize());
    byte[] decoded = whole.clone();
    for (int at = 0; at < whole.length; at += 128) {
      BitWriter coded = new BitWriter(128);
      int tag = codec.encode(padded, at, coded);
      if (tag != BlockCodec.RAW) {
        codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(decoded), at);
      }
    }
    return decoded;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tslc-simp", "tslc-pred", "tslc-opt", "qslc"})
  void measuresWhatComesOut(String name) {
    MemorySegment memory = floats(100_004);
    LossyCodec codec = trained(name, memory);
    ByteBuffer was = ByteBuffer.wrap(memory.toArray(ValueLayout.JAVA_BYTE));
    ByteBuffer is = ByteBuffer.wrap(decoded(codec, memory));
    was.order(ByteOrder.LITTLE_ENDIAN);
    is.order(ByteOrder.LITTLE_ENDIAN);
    double sum = 0;
    double most = 0;
    double mostAbsolute = 0;
    for (int i = 0; i < 25_001; i++) {
      double error = Math.abs((double) is.getFloat(4 * i) - was.getFloat(4 * i));
      sum += error / Math.max(Math.abs(was.getFloat(4 * i)), 1e-9);
      most = Math.max(most, error / Math.max(Math.abs(was.getFloat(4 * i)), 1e-9));
      mostAbsolute = Math.max(mostAbsolute, error);
    }
    ApproximationError error =
        new ApproximationScan(codec, 2).run(tensor(memory, ByteOrder.LITTLE_ENDIAN));
    assertThat(error.blocks()).isEqualTo(782);
    assertThat(error.approximatedBlocks()).isPositive();
    assertThat(error.elements()).isEqualTo(25_001);
    assertThat(error.unmeasurable()).isZero();
    assertThat(error.meanRelativeError()).isPositive().isCloseTo(sum / 25_001, within(1e-12));
    assertThat(error.maximumRelativeError()).isEqualTo(most);
    assertThat(error.maximumAbsoluteError()).isEqualTo(mostAbsolute);
  }

  @Test
  void isTheSameOnAnyThreads() {
    MemorySegment memory = floats(300_000);
    LossyCodec codec = trained("tslc-opt", memory);
    ApproximationError one =
        new ApproximationScan(codec, 1, 4096).run(tensor(memory, ByteOrder.LITTLE_ENDIAN));
    assertThat(new ApproximationScan(codec, 5, 4096).run(tensor(memory, ByteOrder.LITTLE_ENDIAN)))
        .isEqualTo(one);
    assertThat(one.approximatedBlocks()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void knowsEveryType(Dtype dtype) {
    ErrorMeter meter = new ErrorMeter(dtype, ByteOrder.LITTLE_ENDIAN);
    byte[] was = new byte[dtype.bytes()];
    byte[] is = new byte[dtype.bytes()];
    // The lowest bits of 2 and 3, or of 2 and the next float.
    long two =
        switch (dtype) {
          case F16 -> 0x4000;
          case BF16 -> 0x4000;
          case F32 -> Float.floatToIntBits(2);
          case F64 -> Double.doubleToLongBits(2);
          default -> 2;
        };
    double step =
        switch (dtype) {
          case F16 -> 0x1p-9;
          case BF16 -> 0x1p-6;
          case F32 -> Math.ulp(2f);
          case F64 -> Math.ulp(2.0);
          default -> 1;
        };
    for (int b = 0; b < was.length; b++) {
      was[b] = (byte) (two >>> (8 * b));
      is[b] = (byte) ((two + 1) >>> (8 * b));
    }
    meter.compare(MemorySegment.ofArray(was), 0, MemorySegment.ofArray(is), 0, was.length);
    ApproximationError error = meter.take(1, 1, 1);
    assertThat(error.maximumAbsoluteError()).isEqualTo(step);
    assertThat(error.meanRelativeError()).isEqualTo(step / 2);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void reversedBytesInBigEndianMemoryHaveTheSameError(Dtype dtype) {
    Random random = new Random(5);
    byte[] was = new byte[100 * dtype.bytes()];
    random.nextBytes(was);
    byte[] is = was.clone();
    for (int i = 0; i < is.length; i += dtype.bytes()) {
      is[i] ^= (byte) random.nextInt(4);
    }
    ErrorMeter little = new ErrorMeter(dtype, ByteOrder.LITTLE_ENDIAN);
    ErrorMeter big = new ErrorMeter(dtype, ByteOrder.BIG_ENDIAN);
    little.compare(MemorySegment.ofArray(was), 0, MemorySegment.ofArray(is), 0, was.length);
    big.compare(reversed(was, dtype), 0, reversed(is, dtype), 0, was.length);
    ApproximationError error = little.take(1, 1, 100);
    assertThat(error.maximumAbsoluteError()).isPositive();
    assertThat(big.take(1, 1, 100)).isEqualTo(error);
  }

  private static MemorySegment reversed(byte[] bytes, Dtype dtype) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      int within = i % dtype.bytes();
      reversed[i - within + dtype.bytes() - 1 - within] = bytes[i];
    }
    return MemorySegment.ofArray(reversed);
  }

  @Test
  void readsTheElementsInTheOrderThatTheTensorSays() {
    MemorySegment memory = floats(100_000);
    LossyCodec codec = trained("tslc-simp", memory);
    ApproximationScan scan = new ApproximationScan(codec, 1);
    ApproximationError little = scan.run(tensor(memory, ByteOrder.LITTLE_ENDIAN));
    ApproximationError big = scan.run(tensor(memory, ByteOrder.BIG_ENDIAN));
    assertThat(big.approximatedBlocks()).isEqualTo(little.approximatedBlocks());
    // What is the end of a mantissa in one order is a sign and an exponent in the other.
    assertThat(big.meanRelativeError()).isNotEqualTo(little.meanRelativeError());
  }

  @Test
  void largeIntegersDiffer() {
    assertThat(error(Dtype.I64, 0x1000_0000_0000_0003L, 0x1000_0000_0000_0000L)).isEqualTo(3);
    assertThat(error(Dtype.U64, -1L, -4L)).isEqualTo(3);
    assertThat(error(Dtype.U64, -1L, 0)).isEqualTo(0x1p64);
    assertThat(error(Dtype.F64, Double.doubleToLongBits(-0.0), 0)).isZero();
  }

  private static double error(Dtype dtype, long was, long is) {
    ErrorMeter meter = new ErrorMeter(dtype, ByteOrder.LITTLE_ENDIAN);
    meter.compare(words(was), 0, words(is), 0, 8);
    return meter.take(1, 1, 1).maximumAbsoluteError();
  }

  private static MemorySegment words(long word) {
    return MemorySegment.ofArray(new long[] {word});
  }

  @Test
  void whatIsNoFiniteNumberIsCountedApart() {
    ErrorMeter meter = new ErrorMeter(Dtype.F64, ByteOrder.LITTLE_ENDIAN);
    double[] was = {1, Double.NaN, Double.POSITIVE_INFINITY, 0, Double.NaN, 0};
    double[] is = {Double.NaN, 1, 5, 2e-9, Double.NaN, 1e305};
    meter.compare(MemorySegment.ofArray(was), 0, MemorySegment.ofArray(is), 0, 48);
    ApproximationError error = meter.take(1, 1, 6);
    assertThat(error.unmeasurable()).isEqualTo(4);
    assertThat(error.maximumRelativeError()).isEqualTo(2);
    assertThat(error.meanRelativeError()).isEqualTo(1);
  }

  @Test
  void aScanApproximatesOnlyTheMemoriesThatItMay() {
    MemorySegment memory = floats(50_000);
    LossyCodec codec = trained("tslc-opt", memory);
    List<MemorySegment> twice = List.of(memory, memory);
    BlockScan scan = new BlockScan(List.of(codec), 2);
    SizeHistogram exact =
        new BlockScan(List.of(codec.lossless()), 1).run(List.of(memory)).getFirst().getFirst();
    assertThat(scan.run(twice)).containsExactly(List.of(exact), List.of(exact));

    List<List<SizeHistogram>> second = scan.approximating(number -> number == 1).run(twice);
    assertThat(second.getFirst()).containsExactly(exact);
    assertThat(second.getLast().getFirst().effectiveBytes(Granularity.DEFAULT))
        .isLessThan(exact.effectiveBytes(Granularity.DEFAULT));
  }
}
