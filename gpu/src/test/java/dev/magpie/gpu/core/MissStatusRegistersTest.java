package dev.magpie.gpu.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.FirstLevelConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissStatusRegistersTest {
  private static MissStatusRegisters registers(int entries, int merges) {
    return new MissStatusRegisters(
        new FirstLevelConfig(16384, 4, true, 1, entries, merges, 1, Fill.SECTOR));
  }

  private record Miss(long line, int sectors, boolean fills, int instruction, List<Integer> loads) {
    Miss(long line, int sectors, boolean fills, int instruction, int load) {
      this(line, sectors, fills, instruction, new ArrayList<>(List.of(load)));
    }
  }

  private static Set<Integer> found(MissStatusRegisters registers, long line) {
    Set<Integer> found = new HashSet<>();
    int entry = registers.first(line);
    while (entry >= 0) {
      assertThat(found.add(entry)).isTrue();
      entry = registers.following(entry);
    }
    return found;
  }

  private static Set<Integer> fillsOf(Map<Integer, Miss> model, long line) {
    Set<Integer> entries = new HashSet<>();
    model.forEach((entry, miss) -> {
      if (miss.fills && miss.line == line) {
        entries.add(entry);
      }
    });
    return entries;
  }

  /** Against a map; of lines so many that several share a bucket. */
  @ParameterizedTest
  @CsvSource({"1, 1", "6, 3", "32, 8"})
  void aMissIsFoundUntilItIsAnswered(int entries, int merges) {
    MissStatusRegisters registers = registers(entries, merges);
    Map<Integer, Miss> model = new HashMap<>();
    SplittableRandom random = new SplittableRandom(entries);
    for (int i = 0; i < 5000; i++) {
      long line = 128L * random.nextInt(3 * entries) * (random.nextBoolean() ? 1 : 511);
      assertThat(found(registers, line)).isEqualTo(fillsOf(model, line));
      assertThat(registers.used()).isEqualTo(model.size());
      assertThat(registers.isFull()).isEqualTo(model.size() == entries);
      int open = registers.first(line);
      if (open >= 0 && registers.takesMore(open) && random.nextBoolean()) {
        registers.join(open, i);
        Objects.requireNonNull(model.get(open)).loads.add(i);
      } else if (!registers.isFull()) {
        Miss miss = new Miss(line, random.nextInt(1, 16), random.nextInt(4) > 0, 3 * i, i);
        int entry = registers.add(line, miss.sectors, miss.fills, i, miss.instruction);
        assertThat(model.put(entry, miss)).as("what the register had").isNull();
      }
      if (registers.isFull() || random.nextInt(3) == 0) {
        List<Integer> there = List.copyOf(model.keySet());
        if (!there.isEmpty()) {
          int entry = there.get(random.nextInt(there.size()));
          assertHolds(registers, entry, Objects.requireNonNull(model.remove(entry)), merges);
          registers.remove(entry);
        }
      }
    }
  }

  private static void assertHolds(MissStatusRegisters registers, int entry, Miss miss, int merges) {
    assertThat(registers.line(entry)).isEqualTo(miss.line);
    assertThat(registers.sectors(entry)).isEqualTo(miss.sectors);
    assertThat(registers.fillsCache(entry)).isEqualTo(miss.fills);
    assertThat(registers.instruction(entry)).isEqualTo(miss.instruction);
    assertThat(registers.takesMore(entry)).isEqualTo(miss.loads.size() < merges);
    List<Integer> loads = new ArrayList<>();
    for (int i = 0; i < registers.waiting(entry); i++) {
      loads.add(registers.load(entry, i));
    }
    assertThat(loads).isEqualTo(miss.loads);
  }

  /** What passes the cache by brings nothing that another load could use. */
  @Test
  void whatDoesNotFillTheCacheIsNotJoined() {
    MissStatusRegisters registers = registers(4, 2);
    int aside = registers.add(256, 15, false, 1, 1);
    assertThat(registers.first(256)).isNegative();
    int filling = registers.add(256, 15, true, 2, 2);
    assertThat(registers.first(256)).isEqualTo(filling);
    registers.remove(aside);
    assertThat(registers.first(256)).isEqualTo(filling);
  }
}
