package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Places;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every layout in the registry does, and the Buddy memory as well. */
class LayoutContractTest {
  private static final int BLOCKS = 256;
  private static final BlockMetadataCache.Shape SMALL = new BlockMetadataCache.Shape(512, 2, 128);

  static Stream<LayoutFamily> layouts() {
    return Layouts.families().stream();
  }

  private static List<Granularity> granularities(LayoutFamily family) {
    return Stream.of(
            new Granularity(32, 16),
            new Granularity(64, 16),
            new Granularity(128, 32),
            new Granularity(128, 64),
            new Granularity(256, 32))
        .filter(family::supports)
        .toList();
  }

  /** Zeros, small numbers, numbers near a base, or anything. */
  static void fill(MemorySegment block, Random random) {
    int bits = List.of(0, 4, 9, 20, 32).get(random.nextInt(5));
    int base = random.nextBoolean() ? 0 : random.nextInt();
    for (long i = 0; i < block.byteSize() / 4; i++) {
      int word = bits == 32 ? random.nextInt() : random.nextInt(1 << bits);
      block.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, bits == 0 ? 0 : base + word);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatIsReadIsWhatWasWritten_andCostsAreToldWithTheirPlaces(LayoutFamily family) {
    for (Granularity granularity : granularities(family)) {
      for (String codec : List.of("mag-bdi", "bpc", "none")) {
        BlockCodec made = Codecs.create(codec, granularity);
        LayoutSpec spec = LayoutSpec.of(family);
        try (BlockMemory memory = spec.create(made, granularity, BLOCKS, SMALL)) {
          exercise(memory, new Random(codec.hashCode()));
        }
      }
    }
  }

  private static void exercise(BlockMemory memory, Random random) {
    int bytes = memory.blockBytes();
    MemorySegment model = MemorySegment.ofArray(new byte[2 * BLOCKS * bytes]);
    MemorySegment target = MemorySegment.ofArray(new byte[bytes]);
    Transfers cost = Transfers.withPlaces();
    Transfers sum = new Transfers();
    for (int i = 0; i < 3000; i++) {
      // Most accesses are to few blocks, so that pages fill up.
      int block = random.nextInt(random.nextInt(3) == 0 ? (int) memory.blocks() : 80);
      MemorySegment own = model.asSlice((long) block * bytes, bytes);
      cost.reset();
      int kind = random.nextInt(400);
      if (kind == 0) {
        // Any part of the memory, from the middle of a page to the middle of another.
        int count = 1 + random.nextInt((int) memory.blocks() - block);
        for (int b = block; b < block + count; b++) {
          fill(model.asSlice((long) b * bytes, bytes), random);
        }
        memory.load(block, count, model, (long) block * bytes);
      } else if (kind == 1) {
        memory.grow(2 * BLOCKS);
        assertThat(memory.blocks()).isEqualTo(2 * BLOCKS);
      } else if (kind < 200) {
        fill(own, random);
        memory.write(block, model, (long) block * bytes, cost);
        assertTold(memory, cost);
        assertThat(cost.deviceReads == 0 || cost.deviceWrites > 0).isTrue();
      } else {
        memory.read(block, target, 0, cost);
        assertThat(target.mismatch(own)).as("%s, block %d", memory, block).isEqualTo(-1);
        assertTold(memory, cost);
        assertThat(cost.deviceWrites).isZero();
        assertThat(cost.deviceReads).isLessThanOrEqualTo(bytes / memory.burstBytes() + 1);
      }
      sum.add(cost);
    }
    assertThat(sum.reads).isPositive();
    assertThat(sum.writes).isPositive();
    for (int block = 0; block < memory.blocks(); block++) {
      memory.read(block, target, 0, cost);
      assertThat(target.mismatch(model.asSlice((long) block * bytes, bytes))).isEqualTo(-1);
    }
    assertThat(memory.dataBytes()).isBetween(0L, memory.blocks() * bytes);
    assertThat(memory.metadataBytes()).isBetween(0L, memory.blocks() * bytes);
    assertThatThrownBy(() -> memory.grow(BLOCKS - 1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Places add up to what is counted, are whole bursts, and metadata that come were needed. */
  private static void assertTold(CompressedMemory memory, Transfers cost) {
    Places places = cost.places();
    Map<Places.Kind, Long> bursts = new EnumMap<>(Places.Kind.class);
    List<Long> needed = new ArrayList<>();
    for (int i = 0; i < places.needs(); i++) {
      needed.add(places.needed(i));
    }
    for (int run = 0; run < places.count(); run++) {
      assertThat(places.bursts(run)).isPositive();
      assertThat(places.address(run)).isNotNegative();
      assertThat(places.address(run) % memory.burstBytes()).isZero();
      bursts.merge(places.kind(run), (long) places.bursts(run), Long::sum);
      if (places.kind(run) == Places.Kind.METADATA_READ) {
        assertThat(needed).contains(places.unit(run));
      }
    }
    assertThat(bursts.getOrDefault(Places.Kind.READ, 0L)).isEqualTo(cost.deviceReads);
    assertThat(bursts.getOrDefault(Places.Kind.WRITE, 0L)).isEqualTo(cost.deviceWrites);
    assertThat(bursts.getOrDefault(Places.Kind.METADATA_READ, 0L)).isEqualTo(cost.metadataReads);
    assertThat(bursts.getOrDefault(Places.Kind.METADATA_WRITE, 0L)).isEqualTo(cost.metadataWrites);
    assertThat(cost.codeBytes).isBetween(0L, (long) memory.blockBytes());
    assertThat(cost.metadataMisses).isLessThanOrEqualTo(cost.metadataAccesses);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void accessesAtNoCostChangeNoCost(LayoutFamily family) {
    Granularity granularity = Granularity.DEFAULT;
    BlockCodec codec = Codecs.create("bpc", granularity);
    LayoutSpec spec = LayoutSpec.of(family);
    try (BlockMemory watched = spec.create(codec, granularity, BLOCKS, SMALL);
        BlockMemory plain = spec.create(codec, granularity, BLOCKS, SMALL)) {
      Random random = new Random(1);
      MemorySegment block = MemorySegment.ofArray(new byte[128]);
      Transfers free = Transfers.free();
      Transfers ofWatched = new Transfers();
      Transfers ofPlain = new Transfers();
      for (int i = 0; i < 2000; i++) {
        watched.read(random.nextInt(BLOCKS), block, 0, free);
        int number = random.nextInt(BLOCKS);
        fill(block, random);
        watched.write(number, block, 0, ofWatched);
        plain.write(number, block, 0, ofPlain);
        assertThat(ofWatched).hasToString(ofPlain.toString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void buddyMemoryTellsItsPlaces(TargetRatio target) {
    Random random = new Random(2);
    try (BuddyMemory memory = BuddyMemory.ofDevice(4 << 20)) {
      BuddyAllocation part = memory.allocate(128 * BLOCKS, target);
      MemorySegment model = MemorySegment.ofArray(new byte[128 * BLOCKS]);
      MemorySegment read = MemorySegment.ofArray(new byte[128]);
      Transfers cost = Transfers.withPlaces();
      for (int i = 0; i < 4000; i++) {
        long at = 128L * random.nextInt(BLOCKS);
        cost.reset();
        if (random.nextBoolean()) {
          fill(model.asSlice(at, 128), random);
          memory.writeBlock(part.address() + at, model, at, cost);
        } else {
          memory.readBlock(part.address() + at, read, 0, cost);
          assertThat(read.mismatch(model.asSlice(at, 128))).isEqualTo(-1);
        }
        assertTold(memory, cost);
        assertThat(cost.deviceSectors() + cost.buddySectors()).isLessThanOrEqualTo(4);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void specificationsAreReadAndRefused(LayoutFamily family) {
    assertThat(LayoutSpec.parse(family.name())).isEqualTo(LayoutSpec.of(family));
    assertThat(LayoutSpec.parse(family.name())).hasToString(family.name());
    assertThatThrownBy(() -> LayoutSpec.parse(family.name() + ":no=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no parameter 'no'");
    assertThatThrownBy(() -> LayoutSpec.parse(family.name() + "s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(family.name());
    family
        .parameters()
        .forEach(each -> {
          String legal = each instanceof Parameter.Choice choice ? choice.values().getLast() : "1";
          assertThat(
                  LayoutSpec.parse(family.name() + ":" + each.name() + "=" + legal)
                      .text(each.name()))
              .isEqualTo(legal);
          assertThatThrownBy(() -> LayoutSpec.parse(family.name() + ":" + each.name() + "=-1"))
              .hasMessageContaining("parameter '%s'".formatted(each.name()));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 256})
  void aCodecForOtherBlocksIsRefused(int blockBytes) {
    BlockCodec codec = Codecs.create("fpc", new Granularity(blockBytes, 32));
    for (LayoutFamily family : Layouts.families()) {
      assertThatIllegalArgumentException()
          .as(family.name())
          .isThrownBy(() -> Layouts.create(family.name(), codec, Granularity.DEFAULT, 64))
          .withMessageContaining(Integer.toString(blockBytes));
    }
  }
}
