package dev.magpie.cuda.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.cuda.binary.FatBinary.PtxImage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fat binaries as nvcc writes them, and as nobody should. */
class FatBinaryTest {
  private static final byte[] MAGIC = {0x50, (byte) 0xed, 0x55, (byte) 0xba};

  /** All fat binaries in an executable of the tests. */
  private static List<byte[]> binaries(String program) throws IOException {
    byte[] all;
    try (InputStream in = FatBinaryTest.class.getResourceAsStream("/dev/magpie/cuda/" + program)) {
      all = in.readAllBytes();
    }
    List<byte[]> found = new ArrayList<>();
    for (int at = 0; at + 16 <= all.length; at += 8) {
      if (Arrays.equals(all, at, at + 4, MAGIC, 0, 4)) {
        ByteBuffer header = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        int bytes = header.getShort(at + 6) + (int) header.getLong(at + 8);
        found.add(Arrays.copyOfRange(all, at, at + bytes));
      }
    }
    return found;
  }

  private static String text(String program) throws IOException {
    List<String> texts = new ArrayList<>();
    for (byte[] each : binaries(program)) {
      FatBinary binary = FatBinary.read(MemorySegment.ofArray(each));
      binary.ptxFor(90).map(PtxImage::text).ifPresent(texts::add);
    }
    assertThat(texts).hasSize(1);
    return texts.getFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lz4", "plain"})
  void compressedPtxIsThePlainOne(String program) throws IOException {
    assertThat(text(program).strip()).isEqualTo(text("memory").strip());
    assertThat(text(program)).contains(".visible .entry").doesNotContain("\0");
  }

  @Test
  void theHighestArchitectureThatTheDeviceHasIsTaken() {
    List<PtxImage> images =
        List.of(new PtxImage(75, "a"), new PtxImage(90, "b"), new PtxImage(80, "c"));
    FatBinary binary = new FatBinary(images, true);
    assertThat(binary.ptxFor(86)).contains(images.get(2));
    assertThat(binary.ptxFor(90)).contains(images.get(1));
    assertThat(binary.ptxFor(20)).contains(images.get(0));
    assertThat(new FatBinary(List.of(), true).ptxFor(90)).isEmpty();
  }

  @Test
  void whatIsCutShortIsRefused() throws IOException {
    for (byte[] whole : binaries("memory")) {
      for (int bytes = 0; bytes < whole.length; bytes += 7) {
        MemorySegment cut = MemorySegment.ofArray(Arrays.copyOf(whole, bytes));
        assertThatThrownBy(() -> FatBinary.read(cut)).isInstanceOf(BadBinaryException.class);
      }
    }
  }

  @Test
  void damageIsRefusedOrLeavesABinary() throws IOException {
    Random random = new Random(25);
    int refused = 0;
    for (String program : List.of("memory", "lz4", "plain")) {
      for (byte[] whole : binaries(program)) {
        for (int i = 0; i < 2000; i++) {
          byte[] damaged = whole.clone();
          int changes = 1 + random.nextInt(4);
          for (int j = 0; j < changes; j++) {
            // Mostly in headers.
            int within = random.nextBoolean() ? Math.min(96, damaged.length) : damaged.length;
            damaged[random.nextInt(within)] = (byte) random.nextInt();
          }
          try {
            FatBinary.read(MemorySegment.ofArray(damaged));
          } catch (BadBinaryException _) {
            refused++;
          }
        }
      }
    }
    assertThat(refused).isPositive();
  }
}
