package dev.magpie.gpu.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.WarpStream.State;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedBlockTest {
  private static KernelShape kernel(int warps, int instructions) {
    StreamInstruction any =
        new StreamInstruction(
            OperationClass.INTEGER_ADD,
            new int[0],
            new int[0],
            MachineForm.AS_WRITTEN,
            "any",
            null);
    return new KernelShape(
        "any", 1, 32 * warps, 1, 0, 0, 0, 1, Collections.nCopies(instructions, any));
  }

  private static final StoreSink NO_VALUES = (_, _) -> {};
  private static final List<Kind> ACCESSES =
      List.of(Kind.LOAD, Kind.LOAD_UNCACHED, Kind.STORE, Kind.ATOMIC, Kind.REDUCTION);

  private final MemoryAccess access = new MemoryAccess();

  private static WarpPacker warp(SplittableRandom random, int instructions) {
    WarpPacker packer = new WarpPacker();
    MemoryAccess access = new MemoryAccess();
    int instruction = 0;
    for (int i = 0; i < instructions; i++) {
      access.clear();
      if (random.nextInt(3) == 0) {
        access.setKind(ACCESSES.get(random.nextInt(ACCESSES.size())), random.nextBoolean());
        for (int k = random.nextInt(0, 33); k > 0; k--) {
          access.addLine(
              random.nextLong(1L << 40) << 7,
              random.nextInt(16),
              random.nextInt(16),
              random.nextInt(33));
        }
        access.addShared(random.nextInt(3));
      }
      instruction = random.nextInt(4) == 0 ? random.nextInt(1000) : (instruction + 1) % 1000;
      int mask = random.nextInt(4) == 0 ? random.nextInt() : -1;
      packer.add(instruction, mask, access, false, false);
    }
    return packer;
  }

  @Test
  void whatWasPackedIsIssued() {
    ByteWriter out = new ByteWriter();
    PackedBlock.pack(new WarpPacker[] {warp(new SplittableRandom(1), 500)}, new int[1][], 0, out);
    PackedBlock block =
        PackedBlock.unpack(7, new ByteReader(out.toArray()), kernel(1, 1000), NO_VALUES);
    assertThat(block.number()).isEqualTo(7);

    // The same numbers again, to hold the block to them.
    WarpPacker again = new WarpPacker();
    while (!block.isDone()) {
      int instruction = block.warp(0).next();
      int mask = block.warp(0).mask();
      block.warp(0).issue(0, access);
      again.add(instruction, mask, access, false, false);
    }
    ByteWriter repeated = new ByteWriter();
    PackedBlock.pack(new WarpPacker[] {again}, new int[1][], 0, repeated);
    assertThat(repeated.toArray()).isEqualTo(out.toArray());
  }

  @Test
  void aPlainInstructionTakesAByte() {
    WarpPacker packer = new WarpPacker();
    for (int i = 0; i < 100; i++) {
      packer.add(i, -1, access, false, false);
    }
    assertThat(packer.bytes().length()).isEqualTo(100);
    assertThat(packer.count()).isEqualTo(100);
  }

  /** Warps 0 and 1 wait for each other in a group; all three wait for all. */
  @Test
  void warpsWaitForTheirGroupOrForAll() {
    WarpPacker[] warps = {new WarpPacker(), new WarpPacker(), new WarpPacker()};
    warps[0].add(0, -1, access, true, false);
    warps[1].add(0, -1, access, true, false);
    for (WarpPacker each : warps) {
      each.add(1, -1, access, true, false);
      each.add(2, -1, access, false, false);
    }
    ByteWriter out = new ByteWriter();
    PackedBlock.pack(warps, new int[][] {{1, 0}, {1, 0}, {0}}, 1, out);
    PackedBlock block =
        PackedBlock.unpack(0, new ByteReader(out.toArray()), kernel(3, 3), NO_VALUES);

    block.warp(0).issue(0, access);
    assertThat(block.warp(0).state()).isEqualTo(State.WAITING);
    block.warp(2).issue(0, access);
    assertThat(block.warp(0).state()).isEqualTo(State.WAITING);
    block.warp(1).issue(0, access);
    assertThat(block.warp(0).state()).isEqualTo(State.RUNNING);
    assertThat(block.warp(1).state()).isEqualTo(State.RUNNING);
    assertThat(block.warp(2).state()).isEqualTo(State.WAITING);
    block.warp(1).issue(0, access);
    block.warp(0).issue(0, access);
    for (int i = 0; i < 3; i++) {
      assertThat(block.warp(i).state()).isEqualTo(State.RUNNING);
      assertThat(block.warp(i).next()).isEqualTo(2);
      block.warp(i).issue(0, access);
      assertThat(block.warp(i).state()).isEqualTo(State.DONE);
    }
    assertThat(block.isDone()).isTrue();
  }

  @Test
  void aWarpThatEndsLetsTheOthersGoOn() {
    WarpPacker[] warps = {new WarpPacker(), new WarpPacker()};
    warps[0].add(0, -1, access, true, false);
    warps[0].add(1, -1, access, false, false);
    warps[1].add(1, -1, access, false, false);
    ByteWriter out = new ByteWriter();
    PackedBlock.pack(warps, new int[2][], 0, out);
    PackedBlock block =
        PackedBlock.unpack(0, new ByteReader(out.toArray()), kernel(2, 2), NO_VALUES);

    block.warp(0).issue(0, access);
    block.warp(1).issue(0, access);
    assertThat(block.warp(0).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void damageIsToldAndEnds() {
    SplittableRandom random = new SplittableRandom(3);
    ByteWriter out = new ByteWriter();
    WarpPacker[] warps = {warp(random, 60), warp(random, 60)};
    warps[1].add(3, -1, access, true, false);
    PackedBlock.pack(warps, new int[][] {{}, {1}}, 1, out);
    int damaged = 0;
    for (int i = 0; i < 4000; i++) {
      byte[] bytes = out.toArray();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        PackedBlock block =
            PackedBlock.unpack(0, new ByteReader(bytes), kernel(2, 1000), NO_VALUES);
        while (!block.isDone()) {
          for (int k = 0; k < block.warps(); k++) {
            if (block.warp(k).state() == State.RUNNING) {
              block.warp(k).issue(0, access);
            }
          }
        }
      } catch (DamagedException e) {
        assertThat(e.getMessage()).isNotBlank();
        damaged++;
      }
    }
    assertThat(damaged).isBetween(500, 3999);
  }

  @Test
  void aBlockWithoutInstructionsIsDamaged() {
    ByteWriter out = new ByteWriter();
    PackedBlock.pack(new WarpPacker[] {new WarpPacker()}, new int[1][], 0, out);
    assertThatThrownBy(
            () -> PackedBlock.unpack(0, new ByteReader(out.toArray()), kernel(1, 1), NO_VALUES))
        .isInstanceOf(DamagedException.class)
        .hasMessage("has a block that does nothing");
  }
}
