package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations against a plain byte array, contents and costs. Runs on with {@code
 * -Dmagpie.fuzz.seconds=3600}, and then tells how far it came.
 */
class BuddyMemoryFuzzTest {
  private static final int OPERATIONS = 2000;

  private static final List<TargetRatio> TARGETS = List.of(TargetRatio.values());
  private static final List<PageSize> PAGE_SIZES = List.of(PageSize.values());

  private static final class Live {
    final BuddyAllocation allocation;
    final byte[] bytes;

    Live(BuddyAllocation allocation, byte[] bytes) {
      this.allocation = allocation;
      this.bytes = bytes;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bpc", "mag-bdi", "bdi+fpc", "none", "zvc"})
  void randomOperationsAgreeWithAByteArray(String codec) {
    FuzzBudget budget = new FuzzBudget("one thread, " + codec);
    for (long seed = 1; seed < 3 || !budget.isSpent(); seed++) {
      new Run(codec, seed).run(OPERATIONS);
      budget.count(OPERATIONS);
    }
    budget.report();
  }

  @Test
  void theSameOperationsCostTheSame() {
    Transfers one = new Run("bpc", 7).run(500);
    Transfers other = new Run("bpc", 7).run(500);
    assertThat(one).usingRecursiveComparison().isEqualTo(other);
  }

  private static final class Run {
    private final String name;
    private final SplittableRandom random;
    private final BuddyConfig config;
    private final BlockCodec codec;
    private final EntryModel model;
    private final Transfers actual = new Transfers();
    private final List<Live> live = new ArrayList<>();

    Run(String codecName, long seed) {
      name = codecName + ", seed " + seed;
      random = new SplittableRandom(seed);
      codec = Codecs.create(codecName, Granularity.DEFAULT);
      config =
          BuddyConfig.ofDevice((4 << 20) + 128 * random.nextInt(100))
              .withMaxRatio(random.nextInt(2, 6))
              .withCodec(codec)
              .withMetadataCache(new MetadataCache.Shape(8, 512 << random.nextInt(4), 4));
      model = new EntryModel(config);
    }

    Transfers run(int operations) {
      try (BuddyMemory memory = new BuddyMemory(config)) {
        for (int i = 0; i < operations; i++) {
          switch (random.nextInt(13)) {
            case 0 -> allocate(memory);
            case 1 -> free(memory);
            case 2, 3, 4 -> write(memory);
            case 5 -> writeEntry(memory);
            case 6 -> readEntry(memory);
            case 7 -> readEntries(memory);
            default -> read(memory);
          }
          model.expected.pageWalks = actual.pageWalks;
          assertThat(actual).as(name).hasToString(model.expected.toString());
        }
        for (Live each : live) {
          check(memory, each, 0, each.bytes.length);
        }
        live.forEach(each -> memory.free(each.allocation));
        assertThat(memory.freeCarveOutBytes()).as(name).isEqualTo(config.carveOutBytes());
        assertThat(memory.freeDeviceBytes())
            .as(name)
            .isEqualTo(config.deviceBytes() - config.metadataBytes());
      }
      return actual;
    }

    private void allocate(BuddyMemory memory) {
      int bytes = 1 + random.nextInt(1 << random.nextInt(22));
      TargetRatio target = TARGETS.get(random.nextInt(5));
      PageSize size = PAGE_SIZES.get(random.nextInt(2));
      long device = memory.freeDeviceBytes();
      long carveOut = memory.freeCarveOutBytes();
      try {
        BuddyAllocation allocation =
            random.nextInt(8) == 0
                ? memory.allocateUncompressed(bytes)
                : memory.allocate(bytes, target, size);
        live.add(new Live(allocation, new byte[bytes]));
        assertThat(memory.freeDeviceBytes()).isEqualTo(device - allocation.deviceBytes());
        assertThat(memory.freeCarveOutBytes()).isEqualTo(carveOut - allocation.buddyBytes());
      } catch (AllocationFailedException _) {
        assertThat(memory.freeDeviceBytes()).as(name).isEqualTo(device);
        assertThat(memory.freeCarveOutBytes()).as(name).isEqualTo(carveOut);
        free(memory);
      }
    }

    private void free(BuddyMemory memory) {
      if (!live.isEmpty()) {
        Live gone = live.remove(random.nextInt(live.size()));
        check(memory, gone, 0, gone.bytes.length);
        memory.free(gone.allocation);
        model.clear(gone.allocation);
        assertThatThrownBy(() -> memory.entryCode(gone.allocation.address()))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.free(gone.allocation))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }

    private void write(BuddyMemory memory) {
      if (live.isEmpty()) {
        return;
      }
      Live into = live.get(random.nextInt(live.size()));
      int from = random.nextInt(into.bytes.length);
      int length = random.nextInt(Math.min(into.bytes.length - from, 1 << random.nextInt(17)) + 1);
      byte[] bytes = EntryData.random(random, length);
      BuddyAllocation allocation = into.allocation;
      for (int at = from & -128; at < from + length && length > 0; at += 128) {
        if (at < from || at + 128 > from + length) {
          model.read(allocation, allocation.address() + at);
        }
        int first = Math.max(at, from);
        int count = Math.min(at + 128, from + length) - first;
        System.arraycopy(bytes, first - from, into.bytes, first, count);
        model.write(allocation, allocation.address() + at, bits(into, at));
      }
      memory.write(allocation.address() + from, MemorySegment.ofArray(bytes), 0, length, actual);
    }

    private void writeEntry(BuddyMemory memory) {
      if (live.isEmpty()) {
        return;
      }
      Live into = live.get(random.nextInt(live.size()));
      int at = random.nextInt((into.bytes.length + 127) / 128) * 128;
      byte[] bytes = EntryData.random(random, 128);
      int inside = Math.min(128, into.bytes.length - at);
      Arrays.fill(bytes, inside, 128, (byte) 0);
      System.arraycopy(bytes, 0, into.bytes, at, inside);
      model.write(into.allocation, into.allocation.address() + at, bits(into, at));
      memory.writeBlock(into.allocation.address() + at, MemorySegment.ofArray(bytes), 0, actual);
    }

    private void readEntry(BuddyMemory memory) {
      if (live.isEmpty()) {
        return;
      }
      Live from = live.get(random.nextInt(live.size()));
      int at = random.nextInt((from.bytes.length + 127) / 128) * 128;
      byte[] bytes = new byte[128];
      memory.readBlock(from.allocation.address() + at, MemorySegment.ofArray(bytes), 0, actual);
      model.read(from.allocation, from.allocation.address() + at);
      assertThat(bytes).as(name).isEqualTo(entry(from, at));
      if (from.allocation.compressed()) {
        assertThat(memory.entryCode(from.allocation.address() + at))
            .isEqualTo(EntryModel.code(bits(from, at), from.allocation.target()));
      }
    }

    private void readEntries(BuddyMemory memory) {
      if (live.isEmpty()) {
        return;
      }
      int count = random.nextInt(50);
      long[] addresses = new long[count];
      byte[] expected = new byte[128 * count];
      for (int i = 0; i < count; i++) {
        Live from = live.get(random.nextInt(live.size()));
        int at = random.nextInt((from.bytes.length + 127) / 128) * 128;
        addresses[i] = from.allocation.address() + at;
        System.arraycopy(entry(from, at), 0, expected, 128 * i, 128);
        model.read(from.allocation, addresses[i]);
      }
      byte[] bytes = new byte[expected.length];
      memory.readBlocks(addresses, MemorySegment.ofArray(bytes), 0, actual);
      assertThat(bytes).as(name).isEqualTo(expected);
    }

    private void read(BuddyMemory memory) {
      if (live.isEmpty()) {
        return;
      }
      Live from = live.get(random.nextInt(live.size()));
      int start = random.nextInt(from.bytes.length);
      int length = random.nextInt(Math.min(from.bytes.length - start, 1 << random.nextInt(17)) + 1);
      check(memory, from, start, length);
    }

    private void check(BuddyMemory memory, Live from, int start, int length) {
      byte[] bytes = new byte[length];
      memory.read(
          from.allocation.address() + start, MemorySegment.ofArray(bytes), 0, length, actual);
      for (int at = start & -128; at < start + length && length > 0; at += 128) {
        model.read(from.allocation, from.allocation.address() + at);
      }
      assertThat(Arrays.equals(bytes, 0, length, from.bytes, start, start + length))
          .as("%s: %d bytes from %d of %s", name, length, start, from.allocation)
          .isTrue();
    }

    /** What the entry's code takes, by the codec itself. */
    private int bits(Live live, int at) {
      byte[] entry = entry(live, at);
      if (Arrays.equals(entry, new byte[128])) {
        return 0;
      }
      int bits = codec.sizeBits(MemorySegment.ofArray(entry), 0);
      return bits == BlockCodec.RAW ? 1024 : bits + codec.tagBits();
    }

    private static byte[] entry(Live live, int at) {
      return Arrays.copyOf(
          Arrays.copyOfRange(live.bytes, at, Math.min(at + 128, live.bytes.length)), 128);
    }
  }
}
