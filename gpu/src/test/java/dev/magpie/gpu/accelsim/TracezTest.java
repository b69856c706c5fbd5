package dev.magpie.gpu.accelsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.WrittenLines;
import dev.magpie.gpu.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traces of Accel-Sim 2.0. The samples were made for this test: 1 and 2 of the {@code .traceg} of
 * the same name, 3 of the text below; 1 and 3 have dictionaries of {@code zstd --train}.
 */
class TracezTest {
  @TempDir private Path directory;

  private static byte[] sample(String name) throws IOException {
    try (InputStream in = TracezTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes);
  }

  private static List<String> lines(Path file) throws IOException {
    try (TracezStream stream = new TracezStream(file, _ -> {})) {
      return new String(stream.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  private static List<String> body(List<String> lines) {
    return lines.subList(lines.indexOf("#BEGIN_TB"), lines.size());
  }

  @Test
  void aPackedKernelHasTheLinesOfItsText() throws IOException {
    for (String name : List.of("kernel-1", "kernel-2")) {
      List<String> text =
          new String(sample(name + ".traceg"), StandardCharsets.US_ASCII)
              .lines()
              .filter(line -> !line.isEmpty())
              .toList();
      List<String> packed = lines(file(name + ".tracez", sample(name + ".tracez")));
      assertThat(packed).startsWith("-kernel name = " + text.getFirst().split(" = ", 2)[1]);
      assertThat(body(packed)).isEqualTo(body(text));
    }
  }

  /** Pieces of 128 instructions, whose frames begin with the dictionary's tables. */
  @Test
  void piecesOfAWarpFollowEachOther() throws IOException {
    List<String> lines = body(lines(file("k.tracez", sample("kernel-3.tracez"))));
    int at = 0;
    for (int block = 0; block < 2; block++) {
      assertThat(lines.get(at++)).isEqualTo("#BEGIN_TB");
      assertThat(lines.get(at++)).isEqualTo("thread block = %d,0,0", block);
      for (int warp = 0; warp < 2; warp++) {
        assertThat(lines.get(at++)).isEqualTo("warp = %d", warp);
        assertThat(lines.get(at++)).isEqualTo("insts = 300");
        for (int i = 0; i < 300; i++) {
          long address = 0x7f00_0020_0000L + ((block * 2 + warp) * 300 + i) * 997 * 32 % (1 << 22);
          assertThat(lines.get(at++))
              .isEqualTo(
                  "%04x ffffffff 1 R%d LDG.E.64.SYS 1 R%d 8 1 0x%016x 8 %d 0 NoVal"
                      .formatted(i * 16, i % 20, i * 7 % 20, address, i * i % 977));
        }
      }
      assertThat(lines.get(at++)).isEqualTo("#END_TB");
    }
    assertThat(lines).hasSize(at);
  }

  private AccelSimTrace open(byte[] kernel) throws IOException {
    file("kernel-3.tracez", kernel);
    return AccelSimTrace.open(
        file("kernelslist.g", "kernel-3.tracez\n".getBytes(StandardCharsets.US_ASCII)), _ -> {});
  }

  @Test
  void itIsReadAsOtherTracesAre() throws IOException {
    byte[] bytes = sample("kernel-3.tracez");
    AtomicLong read = new AtomicLong();
    file("kernel-3.tracez", bytes);
    Path list = file("kernelslist.g", "kernel-3.tracez\n".getBytes(StandardCharsets.US_ASCII));
    try (AccelSimTrace trace = AccelSimTrace.open(list, read::addAndGet)) {
      TraceKernel kernel = trace.kernels().getFirst();
      assertThat(kernel.shape().name()).isEqualTo("_Z6gatherPd");
      assertThat(kernel.shape().blocks()).isEqualTo(2);
      assertThat(kernel.blockOrder()).isEqualTo(KernelStream.BlockOrder.RISING);
      assertThat(kernel.warpInstructions()).isEqualTo(1200);
      assertThat(kernel.unknownOperations()).isEmpty();
      kernel.takeEffect(0, 2, Long.MAX_VALUE, new WrittenLines());
    }
    assertThat(read.get()).isGreaterThan(bytes.length / 2);
  }

  private void assertWrong(byte[] kernel, String problem) {
    assertThatThrownBy(() -> open(kernel).close())
        .isInstanceOf(TraceException.class)
        .hasMessage(
            directory.resolve("kernel-3.tracez") + ": is no whole .tracez file: " + problem);
  }

  @Test
  void mistakesAreTold() throws IOException {
    byte[] whole = sample("kernel-3.tracez");
    assertWrong(new byte[0], "no byte of zero ends its header");
    assertWrong(
        "-kernel name = k\n".getBytes(StandardCharsets.US_ASCII),
        "no byte of zero ends its header");
    assertWrong(Arrays.copyOf(whole, 450), "it ends too early");
    assertWrong(Arrays.copyOf(whole, whole.length - 8), "its index lies outside the file");

    byte[] dictionary = whole.clone();
    int size = 1;
    while (whole[size - 1] != 0) {
      size++;
    }
    ByteBuffer.wrap(dictionary).order(ByteOrder.LITTLE_ENDIAN).putInt(size, Integer.MAX_VALUE);
    assertWrong(dictionary, "a dictionary of 2147483647 bytes is none");

    byte[] piece = whole.clone();
    int length = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(size);
    // Behind the dictionary: the warp's two numbers and the first piece's length.
    piece[size + 8 + length + 12] = 0;
    assertWrong(piece, "a piece is no frame of zstd that tells its size");
  }

  /** Whatever bytes there are, they are read or refused. */
  @Test
  void damagedFilesEndInAMessage() throws IOException {
    byte[] whole = sample("kernel-1.tracez");
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 500; i++) {
      byte[] damaged = whole.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      if (random.nextInt(4) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      try (AccelSimTrace trace = open(damaged)) {
        assertThat(trace.kernels()).hasSize(1);
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(directory.resolve("kernel-3.tracez") + ":");
      }
    }
  }
}
