package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.files;
import static dev.magpie.snapshot.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged files either open or give one clear complaint, in time, whatever the damage is. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFilesTest {
  /** Above this, only some of all possible ends are tried. */
  private static final int MAX_CUTS = 1000;

  private static final int FLIPS = 2000;

  @TempDir private Path directory;

  /** Those of files; folders are damaged in {@link ZarrTest}. */
  private static Stream<String> extensions() {
    return FileFormat.all().stream()
        .filter(each -> each != FileFormat.ZARR)
        .map(each -> each.extensions().getFirst());
  }

  private List<Path> samples(String extension) {
    if (!extension.equals("safetensors")) {
      List<Path> samples = files("." + extension);
      assertThat(samples).as("samples of .%s: put one beside the others", extension).isNotEmpty();
      return samples;
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("weight", new Tensor(Dtype.F32, List.of(2L, 3L), Fixtures.bytes(24)));
    tensors.put("bias", new Tensor(Dtype.BF16, List.of(3L), Fixtures.bytes(6)));
    Path file = directory.resolve("sample.safetensors");
    SafetensorsWriter.write(file, tensors);
    return List.of(file);
  }

  /** Opens a file and reads a byte of each array's ends; complaints must name the file. */
  private static boolean opens(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      for (Allocation allocation : snapshot.allocations()) {
        if (allocation.bytes() > 0) {
          allocation.memory().asSlice(allocation.bytes() - 1).toArray(ValueLayout.JAVA_BYTE);
        }
      }
      return true;
    } catch (SnapshotException e) {
      assertThat(e).hasMessageStartingWith(file + ": ");
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void filesCutShort(String extension) throws IOException {
    for (Path sample : samples(extension)) {
      byte[] bytes = Files.readAllBytes(sample);
      Path file = directory.resolve("cut." + extension);
      int step = Math.ceilDiv(bytes.length, MAX_CUTS);
      for (int length = 0; length < bytes.length; length += step) {
        write(file, Arrays.copyOf(bytes, length));
        boolean opens = opens(file);
        if (!extension.equals("h5")) {
          assertThat(opens).as("%s cut to %d bytes", sample, length).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void flippedBytes(String extension) throws IOException {
    SplittableRandom random = new SplittableRandom(20260101);
    List<Path> samples = samples(extension);
    for (int i = 0; i < FLIPS; i++) {
      Path sample = samples.get(i % samples.size());
      byte[] bytes = Files.readAllBytes(sample);
      for (int flips = random.nextInt(1, 5); flips > 0; flips--) {
        int at = random.nextInt(random.nextBoolean() ? Math.min(512, bytes.length) : bytes.length);
        bytes[at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
      }
      opens(write(directory.resolve("flipped." + extension), bytes));
    }
  }
}
