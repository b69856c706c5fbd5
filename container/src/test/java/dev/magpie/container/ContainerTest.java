package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContainerTest {
  @TempDir private Path directory;

  static Stream<String> codecs() {
    return Stream.concat(
        Codecs.all().stream().filter(spec -> !spec.family().isLossy()).map(CodecSpec::toString),
        Stream.of("mag-bdi:bases=8+4+2,mindelta", "mag-bdi:delta=unsigned-min", "hycomp:bdi=mag"));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void everyLosslessCodecGivesBackWhatItWasGiven(String codec) throws IOException {
    byte[] data = Sample.bytes(20_000, 7);
    for (Granularity granularity :
        List.of(new Granularity(128, 32), new Granularity(256, 16), new Granularity(64, 64))) {
      if (!Codecs.family(CodecSpec.parse(codec).family().name()).supports(granularity)) {
        continue;
      }
      ContainerSettings settings = Sample.settings(codec, granularity, 16, data);
      Path file = Sample.write(directory.resolve("c"), settings, 1, data);
      try (Container container = Container.open(file)) {
        assertThat(Sample.read(container, 0, 1)).as("%s", granularity).isEqualTo(data);
      }
    }
  }

  @Test
  void filesOfAnyLengthComeBackFromAnyNumberOfThreads() throws IOException {
    int chunk = 16 * 128;
    for (int length :
        new int[] {0, 1, 127, 128, 129, chunk - 1, chunk, chunk + 1, 9 * chunk + 77}) {
      byte[] data = Sample.bytes(length, length);
      ContainerSettings settings = Sample.settings("mag-bdi", Granularity.DEFAULT, 16, data);
      Path one = Sample.write(directory.resolve("one"), settings, 1, data);
      Path three = Sample.write(directory.resolve("three"), settings, 3, data);
      assertThat(three).hasSameBinaryContentAs(one);
      try (Container container = Container.open(one)) {
        assertThat(container.members().getFirst().bytes()).isEqualTo(length);
        assertThat(container.members().getFirst().crc32c())
            .isEqualTo(Checksums.crc32c(MemorySegment.ofArray(data), 0, length));
        assertThat(Sample.read(container, 0, 1)).isEqualTo(data);
        assertThat(Sample.read(container, 0, 3)).isEqualTo(data);
        assertThat(container.check(0, 2, _ -> {})).isEmpty();
      }
    }
  }

  @Test
  void aContainerHoldsSeveralFiles() throws IOException {
    byte[][] members = new byte[40][];
    for (int i = 0; i < members.length; i++) {
      members[i] = Sample.bytes(i * 333 % 5000, i);
    }
    ContainerSettings settings = Sample.settings("fpc", Granularity.DEFAULT, 8, members[3]);
    Path file = Sample.write(directory.resolve("c"), settings, 2, members);
    try (Container container = Container.open(file)) {
      for (int i = 0; i < members.length; i++) {
        assertThat(container.members().get(i).name()).isEqualTo("m" + i);
        assertThat(Sample.read(container, i, 2)).isEqualTo(members[i]);
      }
    }
  }

  @Test
  void readsAnyBlockAndAnyBytesWithoutThoseBefore() throws IOException {
    byte[] data = Sample.bytes(50_001, 9);
    for (String codec : List.of("mag-bdi", "bpc")) {
      ContainerSettings settings = Sample.settings(codec, Granularity.DEFAULT, 32, data);
      Path file = Sample.write(directory.resolve("c"), settings, 1, new byte[5], data);
      byte[] padded = Arrays.copyOf(data, Math.ceilDiv(data.length, 128) * 128);
      Random random = new Random(2);
      try (Container container = Container.open(file)) {
        for (int i = 0; i < 500; i++) {
          int block = random.nextInt(padded.length / 128);
          byte[] target = new byte[130];
          container.readBlock(1, block, MemorySegment.ofArray(target), 1);
          assertThat(Arrays.copyOfRange(target, 1, 129))
              .isEqualTo(Arrays.copyOfRange(padded, 128 * block, 128 * block + 128));
          int from = random.nextInt(data.length);
          int bytes = random.nextInt(Math.min(1000, data.length - from + 1));
          byte[] part = new byte[bytes];
          container.read(1, from, MemorySegment.ofArray(part), 0, bytes);
          assertThat(part).isEqualTo(Arrays.copyOfRange(data, from, from + bytes));
        }
        MemorySegment block = MemorySegment.ofArray(new byte[128]);
        assertThatThrownBy(() -> container.readBlock(1, padded.length / 128, block, 0))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> container.read(0, 3, block, 0, 3))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void thereAreNoBlocksOutsideOfAMemberNorRoomOutsideOfATarget() throws IOException {
    byte[] data = Sample.bytes(300, 9);
    ContainerSettings settings = Sample.settings("bpc", Granularity.DEFAULT, 2, data);
    Path file = Sample.write(directory.resolve("c"), settings, 1, data, data);
    MemorySegment target = MemorySegment.ofArray(new byte[256]);
    try (Container container = Container.open(file)) {
      for (long block : new long[] {-1, 3, 1L << 32}) {
        assertThatThrownBy(() -> container.readBlock(0, block, target, 0))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      for (long offset : new long[] {-1, 129}) {
        assertThatThrownBy(() -> container.readBlock(0, 0, target, offset))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThat(target.mismatch(MemorySegment.ofArray(new byte[256]))).isEqualTo(-1);
      container.readBlock(0, 1, target, 128);
      container.read(0, 300, target, 256, 0);
      assertThat(target.asSlice(128).mismatch(MemorySegment.ofArray(data).asSlice(128, 128)))
          .isEqualTo(-1);
      assertThatThrownBy(() -> container.read(0, -1, target, 0, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void bytesReadGoWhereTheyAreWanted() throws IOException {
    byte[] data = Sample.bytes(700, 9);
    ContainerSettings settings = Sample.settings("bpc", Granularity.DEFAULT, 2, data);
    Path file = Sample.write(directory.resolve("c"), settings, 1, data);
    try (Container container = Container.open(file)) {
      byte[] target = new byte[600];
      container.read(0, 100, MemorySegment.ofArray(target), 7, 500);
      assertThat(Arrays.copyOfRange(target, 7, 507)).isEqualTo(Arrays.copyOfRange(data, 100, 600));
      assertThat(Arrays.copyOfRange(target, 507, 600)).containsOnly(0);
    }
  }

  @Test
  void progressIsToldChunkByChunk() throws IOException {
    byte[] data = Sample.bytes(600, 9);
    ContainerSettings settings = Sample.settings("bpc", Granularity.DEFAULT, 2, data);
    Path file = Sample.write(directory.resolve("c"), settings, 1, data);
    try (Container container = Container.open(file)) {
      for (int threads = 1; threads < 3; threads++) {
        List<Long> progress = new ArrayList<>();
        container.check(0, threads, progress::add);
        assertThat(progress).containsExactly(256L, 256L, 88L);
      }
    }
  }

  @Test
  void aClosedContainerIsNotRead() throws IOException {
    byte[] data = Sample.bytes(300, 9);
    ContainerSettings settings = Sample.settings("bpc", Granularity.DEFAULT, 2, data);
    Path file = Sample.write(directory.resolve("c"), settings, 1, data);
    Container container = Container.open(file);
    assertThat(container.isIndexed()).isTrue();
    assertThat(container.settings().blocksPerChunk()).isEqualTo(2);
    assertThat(container.bytes()).isEqualTo(Files.size(file));
    container.close();
    MemorySegment target = MemorySegment.ofArray(new byte[128]);
    assertThatThrownBy(() -> container.readBlock(0, 0, target, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsNotThereIsNoContainerEither() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> Container.open(missing)).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> Container.openDamaged(missing))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void payloadsStandAtGranules() throws IOException {
    // Zero blocks take one granule each, so that the size can be told.
    ContainerSettings settings = Sample.settings("mag-bdi", Granularity.DEFAULT, 64, new byte[128]);
    Path file = Sample.write(directory.resolve("c"), settings, 1, new byte[64 * 128]);
    long header = 64; // 56 B, "mag-bdi", and "m0" with its length
    long chunk = 48 + 64 * 3 + 16 + 64 * 32;
    long index = 32 + 24 + 8 + header * 2;
    assertThat(Files.size(file)).isEqualTo(header * 2 + chunk + index + 24);
  }

  @Test
  void refusesLossyCodecsAndNamesThatLeadAway() {
    assertThatThrownBy(() ->
            new ContainerSettings(
                CodecSpec.parse("tslc-opt"), new CodecTable(List.of()), Granularity.DEFAULT))
        .isInstanceOf(CodecSpecException.class)
        .hasMessageContaining("lossy");
    ContainerSettings settings = Sample.settings("bdi", Granularity.DEFAULT, 8, new byte[128]);
    for (List<String> names :
        List.of(
            List.of("../x"),
            List.of("/x"),
            List.of("a//b"),
            List.of(""),
            List.of("a\\b"),
            List.of("a", "a"),
            List.of("a/b", "a"))) {
      assertThatThrownBy(() ->
              new ContainerWriter(
                      Channels.newChannel(java.io.OutputStream.nullOutputStream()),
                      settings,
                      names,
                      1)
                  .close())
          .as("%s", names)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
