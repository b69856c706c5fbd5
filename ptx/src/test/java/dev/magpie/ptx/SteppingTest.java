package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.execute.Block;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.LaunchContext;
import dev.magpie.ptx.execute.MemoryObserver;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who models time begins blocks and steps warps in an order of its own. */
class SteppingTest {
  private static final int BLOCKS = 7;
  private static final int THREADS = 100;

  /** Turns each block's threads around in shared memory, twice, with barriers between. */
  private static final String TURN =
      """
      .version 7.0
      .target sm_75
      .address_size 64
      .visible .entry k(.param .u64 out)
      {
        .reg .pred %p;
        .reg .b32 %r<12>;
        .reg .b64 %rd<4>;
        .shared .align 4 .b32 turned[100];
        ld.param.u64 %rd0, [out];
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %ctaid.x;
        mad.lo.s32 %r2, %r1, 100, %r0;
        shl.b32 %r3, %r0, 2;
        mov.u32 %r4, turned;
        add.u32 %r5, %r4, %r3;
        sub.u32 %r6, 396, %r3;
        add.u32 %r6, %r6, %r4;
        mov.u32 %r7, 0;
      AGAIN:
        st.shared.u32 [%r5], %r2;
        bar.sync 0;
        ld.shared.u32 %r8, [%r6];
        bar.sync 0;
        mad.lo.u32 %r2, %r8, 3, %r7;
        add.u32 %r7, %r7, 1;
        setp.lt.u32 %p, %r7, 2;
        @%p bra AGAIN;
        mad.lo.s32 %r9, %r1, 100, %r0;
        mul.wide.u32 %rd1, %r9, 4;
        add.s64 %rd2, %rd0, %rd1;
        st.global.u32 [%rd2], %r2;
        ret;
      }
      """;

  private static int[] turned() {
    return IntStream.range(0, BLOCKS * THREADS).map(at -> 3 * (3 * at) + 1).toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void warpsMayBeSteppedInAnyOrder(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of((long) BLOCKS * THREADS));
    Kernel kernel = device.load("turn.ptx", TURN).kernel("k");
    Launch launch = Launch.of(kernel, Dim3.of(BLOCKS), Dim3.of(THREADS), Argument.of(out));
    LaunchContext context = device.prepare(launch, LaunchOptions.DEFAULT);
    ExecutionProfile profile = new ExecutionProfile(context);
    Deque<Integer> waiting = new ArrayDeque<>(IntStream.range(0, BLOCKS).boxed().toList());
    List<Block> resident = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Block block = new Block(context, profile);
      block.begin(waiting.remove());
      resident.add(block);
    }
    while (!resident.isEmpty()) {
      Block block = resident.get(random.nextInt(resident.size()));
      Warp warp = block.warps()[random.nextInt(block.warps().length)];
      if (warp.state() == Warp.State.RUNNING) {
        warp.step();
      }
      if (block.isDone()) {
        if (waiting.isEmpty()) {
          resident.remove(block);
        } else {
          block.begin(waiting.remove());
        }
      }
    }
    assertThat(out.memory().toArray(ValueLayout.JAVA_INT)).isEqualTo(turned());
  }

  @Test
  void eachStepTellsWhatItExecutesAndWhereItAccesses() {
    List<String> seen = new ArrayList<>();
    MemoryObserver observer =
        (warp, operation, access, space, mask, addresses, bytes) ->
            seen.add(
                "%d %s %s %s %08x %d %d"
                    .formatted(
                        warp.index(),
                        operation.source().mnemonic(),
                        access,
                        space,
                        mask,
                        bytes,
                        addresses[1] - addresses[0]));
    Device device = new Device();
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of((long) THREADS));
    Kernel kernel = device.load("turn.ptx", TURN).kernel("k");
    Launch launch = Launch.of(kernel, Dim3.of(1), Dim3.of(THREADS), Argument.of(out));
    LaunchContext context = device.prepare(launch, LaunchOptions.DEFAULT.withObserver(observer));
    Block block = new Block(context, new ExecutionProfile(context));
    block.begin(0);
    Warp last = block.warps()[3];
    List<InstructionClass> classes = new ArrayList<>();
    while (last.state() == Warp.State.RUNNING) {
      Operation next = last.next();
      classes.add(next.kind());
      assertThat(last.nextMask()).isEqualTo(0xf);
      last.step();
      assertThat(next.writes().length)
          .isEqualTo(
              switch (next.kind()) {
                case STORE, BARRIER -> 0;
                default -> 1;
              });
    }
    assertThat(last.state()).isEqualTo(Warp.State.WAITING);
    assertThat(classes)
        .startsWith(InstructionClass.LOAD, InstructionClass.MOVE)
        .endsWith(InstructionClass.STORE, InstructionClass.BARRIER);
    assertThat(seen)
        .containsExactly(
            "3 ld.param.u64 LOAD param 0000000f 8 0", "3 st.shared.u32 STORE shared 0000000f 4 4");
    assertThat(block.deadlock().getMessage()).contains("warp 3 waits in line 22 (bar.sync)");
  }

  @Test
  void kernelsTellWhatTheirThreadsTake() {
    Device device = new Device();
    Kernel turn = device.load("turn.ptx", TURN).kernel("k");
    // In the loop: out (two words), the numbers of the thread and the block, two addresses, the
    // round, and the value.
    assertThat(turn.registersPerThread()).isEqualTo(8);
    assertThat(turn.staticSharedBytes()).isEqualTo(400);
    assertThat(turn.image().localBytes()).isZero();
  }

  @Test
  void localMemoryIsThatOfTheDeepestCalls() {
    Module module =
        new Device()
            .load(
                "calls.ptx",
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .func deep() { .local .align 16 .b8 room[160]; call deep; ret; }
                .func flat() { .local .align 8 .b8 room[40]; ret; }
                .func middle() { .local .align 4 .b8 room[16]; call flat; call deep; ret; }
                .visible .entry k() { .local .align 4 .b8 room[4]; call flat; call middle; ret; }
                .visible .entry l() { call flat; ret; }
                """);
    assertThat(module.kernel("k").image().localBytes()).isEqualTo(16 + 16 + 160);
    assertThat(module.kernel("l").image().localBytes()).isEqualTo(48);
  }
}
