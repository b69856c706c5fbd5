package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Allocations as arrays of numbers. */
class BuddyArrayTest {
  @Test
  void elementsAreWhatWasSet() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(1 << 20)) {
      BuddyArray.Floats floats =
          new BuddyArray.Floats(memory, memory.allocate(4003, TargetRatio.TWO));
      BuddyArray.Doubles doubles =
          new BuddyArray.Doubles(memory, memory.allocate(8000, TargetRatio.FOUR));
      BuddyArray.Ints ints =
          new BuddyArray.Ints(memory, memory.allocate(4000, TargetRatio.SIXTEEN));
      BuddyArray.Longs longs =
          new BuddyArray.Longs(memory, memory.allocate(8000, TargetRatio.FOUR_THIRDS));
      assertThat(floats.length()).isEqualTo(1000);
      for (int i = 0; i < 1000; i++) {
        floats.set(i, i / 7f);
        doubles.set(i, Math.sin(i));
        ints.set(i, i % 3 == 0 ? i : 0);
        longs.set(i, (long) i << 40);
      }
      for (int i = 0; i < 1000; i++) {
        assertThat(floats.get(i)).isEqualTo(i / 7f);
        assertThat(doubles.get(i)).isEqualTo(Math.sin(i));
        assertThat(ints.get(i)).isEqualTo(i % 3 == 0 ? i : 0);
        assertThat(longs.get(i)).isEqualTo((long) i << 40);
      }
    }
  }

  @Test
  void everyBitOfAnElementStays() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(1 << 20)) {
      BuddyArray.Floats floats = new BuddyArray.Floats(memory, memory.allocate(8, TargetRatio.TWO));
      floats.set(0, Float.intBitsToFloat(0xffa0_0001));
      floats.set(1, -0f);
      assertThat(Float.floatToRawIntBits(floats.get(0))).isEqualTo(0xffa0_0001);
      assertThat(Float.floatToRawIntBits(floats.get(1))).isEqualTo(0x8000_0000);
      BuddyArray.Doubles doubles =
          new BuddyArray.Doubles(memory, memory.allocate(8, TargetRatio.TWO));
      doubles.set(0, Double.longBitsToDouble(0xfff0_0000_0000_0001L));
      assertThat(Double.doubleToRawLongBits(doubles.get(0))).isEqualTo(0xfff0_0000_0000_0001L);
      BuddyArray.Ints ints = new BuddyArray.Ints(memory, memory.allocate(8, TargetRatio.TWO));
      ints.set(1, -1);
      ints.set(0, 5);
      assertThat(ints.get(0)).isEqualTo(5);
      assertThat(ints.get(1)).isEqualTo(-1);
    }
  }

  @Test
  void runsMoveEachEntryOnce_andBoundsAreChecked() {
    try (BuddyMemory memory = BuddyMemory.ofDevice(1 << 20)) {
      BuddyArray.Ints ints = new BuddyArray.Ints(memory, memory.allocate(400, TargetRatio.TWO));
      int[] values = {5, 6, 7, 8};
      ints.write(97, 3, MemorySegment.ofArray(values), 4);
      int[] read = new int[5];
      ints.read(96, 4, MemorySegment.ofArray(read), 0);
      assertThat(read).containsExactly(0, 6, 7, 8, 0);
      assertThatThrownBy(() -> ints.get(100)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> ints.set(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> ints.read(97, 4, MemorySegment.ofArray(read), 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> ints.read(0, 4, MemorySegment.ofArray(read), 8))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> ints.write(0, 5, MemorySegment.ofArray(values), 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
