package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.PinnedMemory;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeldLinesTest {
  private static final GpuConfig P100 = GpuConfigs.named("p100").orElseThrow();
  private static final long LINE = 5 * LINE_BYTES;
  private static final ArrayImage IMAGE = new ArrayImage(1 << 16);

  static {
    IMAGE.fill(new Random(1), 0, 1 << 16);
  }

  private static void spoil(CompressedMemory memory, long address) {
    byte[] other = IMAGE.copy((int) LINE, (int) LINE + LINE_BYTES);
    other[77] ^= 1;
    memory.writeBlock(address, MemorySegment.ofArray(other), 0, Transfers.free());
  }

  private static void assertFound(HeldLines lines, int slice) {
    assertThatThrownBy(() -> lines.check(slice, LINE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("line 0x280 ");
  }

  static Stream<Compression> compressed() {
    CodecSpec codec = CodecSpec.parse("bpc");
    return Stream.of(
        Compression.buddy(codec, TargetRatio.TWO),
        Compression.of(LayoutSpec.of(BandwidthMemory.FAMILY), codec, 32));
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void aBitThatNobodyWroteIsFoundInACompressedLine(Compression compression) {
    LinePlacement placement = new LinePlacement(P100);
    int slice = placement.slice(LINE);
    try (CompressedLines lines =
        requireNonNull(compression.lines(P100, IMAGE, placement, new MemoryCounters()))) {
      lines.settle(List.of());
      lines.check(slice, LINE);
      lines.space().select(slice, LINE);
      spoil(lines.space().memory(), lines.space().address());
      assertFound(lines, slice);
    }
  }

  @Test
  void aBitThatNobodyWroteIsFoundInALineOfTheHost() {
    PinnedMemory memory = new PinnedMemory(Compression.LINES, 1);
    try (HostedLines lines = new HostedLines(memory, IMAGE)) {
      lines.settle(List.of());
      lines.check(0, LINE);
      spoil(memory, LINE);
      assertFound(lines, 0);
    }
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void allLinesAreChecked(Compression compression) {
    Requester requester =
        new Requester(1, 1, listener -> new GpuMemory(P100, compression, IMAGE, listener));
    try (GpuMemory memory = requester.memory()) {
      assertThat(memory.checkLines()).isZero();
      memory.launchBegins();
      assertThat(memory.checkLines()).isEqualTo(IMAGE.bytes.length / LINE_BYTES);
    }
  }
}
