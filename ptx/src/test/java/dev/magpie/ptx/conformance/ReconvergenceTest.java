package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of a warp that go different ways meet again as early as all of them must come by. */
class ReconvergenceTest {
  private static final int THREADS = 256;
  private static final long FULL = 0xffffffffL;

  private static long[] lanes() {
    return LongStream.range(0, THREADS).toArray();
  }

  /** A loop left by three ways, one of them a return, with a continue. */
  @Test
  void loopsWithBreaksMeetBehindThem() {
    long[][] results =
        probe(
                """
                mov.u32 %u0, 0;
                mov.u32 %e, 0;
                LOOP:
                add.u32 %u0, %u0, 1;
                mul.lo.u32 %u1, %a, %u0;
                and.b32 %u1, %u1, 7;
                setp.eq.u32 %q0, %u1, 5;
                @%q0 bra BROKEN;
                setp.eq.u32 %q0, %u1, 3;
                @%q0 bra LOOP_END;
                add.u32 %e, %e, %u1;
                setp.gt.u32 %q0, %e, 40;
                @%q0 bra ENOUGH;
                LOOP_END:
                setp.lt.u32 %q0, %u0, 20;
                @%q0 bra LOOP;
                bra.uni BEHIND;
                BROKEN:
                add.u32 %e, %e, 1000;
                bra.uni BEHIND;
                ENOUGH:
                add.u32 %e, %e, 2000;
                BEHIND:
                activemask.b32 %d;
                """)
            .in("u32", lanes())
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      int sum = 0;
      for (int i = 1; i <= 20; i++) {
        int part = thread * i & 7;
        if (part == 5) {
          sum += 1000;
          break;
        }
        if (part == 3) {
          continue;
        }
        sum += part;
        if (sum > 40) {
          sum += 2000;
          break;
        }
      }
      assertThat(results[0][thread]).isEqualTo(FULL);
      assertThat(results[1][thread]).as("thread %d", thread).isEqualTo(sum);
    }
  }

  /** Each round of a loop meets at its end, though its body takes many ways. */
  @Test
  void roundsOfALoopStayTogether() {
    long[][] results =
        probe(
                """
                mov.u32 %u0, 0;
                mov.u32 %d, 0xffffffff;
                LOOP:
                shr.u32 %u1, %a, %u0;
                and.b32 %u1, %u1, 1;
                setp.eq.u32 %q0, %u1, 0;
                @%q0 bra ZERO;
                mul.lo.u32 %e, %u0, 3;
                bra.uni MET;
                ZERO:
                mul.lo.u32 %e, %u0, 5;
                MET:
                activemask.b32 %u2;
                and.b32 %d, %d, %u2;
                add.u32 %u0, %u0, 1;
                setp.lt.u32 %q0, %u0, 8;
                @%q0 bra LOOP;
                """)
            .in("u32", lanes())
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(results[0][thread]).isEqualTo(FULL);
      assertThat(results[1][thread]).isEqualTo((thread >> 7 & 1) == 0 ? 35 : 21);
    }
  }

  /** Who returns early is gone; the others meet without waiting for them. */
  @ParameterizedTest
  @ValueSource(strings = {"ret", "exit"})
  void earlyReturnsLeaveTheOthersTogether(String leave) {
    long[][] results =
        probe(
                """
                and.b32 %%u0, %%a, 3;
                setp.eq.u32 %%q0, %%u0, 2;
                @!%%q0 bra ON;
                mov.u64 %%w0, left;
                atom.global.add.u32 %%u1, [%%w0], 1;
                %s;
                ON:
                setp.eq.u32 %%q0, %%u0, 1;
                @%%q0 bra ODD;
                mov.u32 %%e, 7;
                bra.uni MET;
                ODD:
                mov.u32 %%e, 9;
                MET:
                activemask.b32 %%d;
                bar.sync 0;
                """
                    .formatted(leave))
            .module(".global .align 4 .u32 left;\n")
            .in("u32", lanes())
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      boolean gone = (thread & 3) == 2;
      assertThat(results[0][thread]).isEqualTo(gone ? 0 : 0xbbbbbbbbL);
      assertThat(results[1][thread]).isEqualTo(gone ? 0 : (thread & 3) == 1 ? 9 : 7);
    }
  }

  /** A table of targets, two of them the same. */
  @Test
  void switchesMeetBehindThem() {
    long[][] results =
        probe(
                """
                and.b32 %u0, %a, 3;
                mov.u32 %e, 0;
                TARGETS: .branchtargets CASE0, CASE1, CASE2, CASE1;
                brx.idx %u0, TARGETS;
                CASE0:
                add.u32 %e, %e, 10;
                CASE1:
                add.u32 %e, %e, 100;
                bra.uni BEHIND;
                CASE2:
                add.u32 %e, %e, 1000;
                BEHIND:
                activemask.b32 %d;
                """)
            .in("u32", lanes())
            .out("u32")
            .out("u32")
            .run();
    long[] sums = {110, 100, 1000, 100};
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(results[0][thread]).isEqualTo(FULL);
      assertThat(results[1][thread]).isEqualTo(sums[thread & 3]);
    }
  }

  /**
   * Functions called from both sides of a branch, that branch and return in the middle themselves.
   */
  @Test
  void nestedCallsMeetAtTheirReturn() {
    String functions =
        """
        .func (.reg .b32 %result) inner(.reg .b32 %x)
        {
        .reg .pred %p;
        .reg .b32 %y;
        and.b32 %y, %x, 2;
        setp.eq.u32 %p, %y, 0;
        mov.u32 %result, 1;
        @%p ret;
        mov.u32 %result, 2;
        ret;
        }
        .func (.reg .b32 %result, .reg .b32 %mask) outer(.reg .b32 %x)
        {
        .reg .pred %p;
        .reg .b32 %y, %z;
        and.b32 %y, %x, 1;
        setp.eq.u32 %p, %y, 0;
        @%p bra EVEN;
        call.uni (%z), inner, (%x);
        add.u32 %result, %z, 10;
        activemask.b32 %mask;
        ret;
        EVEN:
        call.uni (%z), inner, (%x);
        add.u32 %result, %z, 20;
        activemask.b32 %mask;
        ret;
        }
        """;
    long[][] results =
        probe("call.uni (%e, %f), outer, (%a);\nactivemask.b32 %d;")
            .module(functions)
            .in("u32", lanes())
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(results[0][thread]).isEqualTo(FULL);
      long sum = ((thread & 1) == 0 ? 20L : 10L) + ((thread & 2) == 0 ? 1 : 2);
      assertThat(results[1][thread]).isEqualTo(sum);
      assertThat(results[2][thread])
          .as("inner calls return together")
          .isEqualTo((thread & 1) == 0 ? 0x55555555L : 0xaaaaaaaaL);
    }
  }

  /** Each half of a function has its own end, and its own branches, which meet within it. */
  @Test
  void halvesThatEndApartMeetWithin() {
    long[][] results =
        probe("call.uni (%d), halves, (%a);")
            .module(
                """
                .func (.reg .b32 %mask) halves(.reg .b32 %x)
                {
                .reg .pred %p, %q;
                .reg .b32 %y;
                and.b32 %y, %x, 1;
                setp.eq.u32 %p, %y, 0;
                and.b32 %y, %x, 2;
                setp.eq.u32 %q, %y, 0;
                @%p bra EVEN;
                @%q bra ODD_MET;
                add.u32 %y, %y, 5;
                ODD_MET:
                activemask.b32 %mask;
                ret;
                EVEN:
                @!%q bra EVEN_MET;
                add.u32 %y, %y, 7;
                EVEN_MET:
                activemask.b32 %mask;
                ret;
                }
                """)
            .in("u32", lanes())
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(results[0][thread]).isEqualTo((thread & 1) == 0 ? 0x55555555L : 0xaaaaaaaaL);
    }
  }

  /** Both sides of a branch call a function in which all lanes of the warp vote. */
  @Test
  void lanesWaitForThoseThatTheyNameWhereverThoseAre() {
    long[][] results =
        probe(
                """
                and.b32 %u0, %a, 1;
                setp.eq.u32 %q0, %u0, 0;
                setp.lt.u32 %q1, %a, 3;
                @%q0 bra EVEN;
                call.uni (%d), votes, (%a);
                bra.uni MET;
                EVEN:
                and.b32 %u1, %a, 2;
                setp.eq.u32 %q1, %u1, 0;
                @%q1 bra.uni CALL;
                add.u32 %a, %a, 0;
                CALL:
                call.uni (%d), votes, (%a);
                MET:
                activemask.b32 %e;
                """)
            .module(
                """
                .func (.reg .b32 %result) votes(.reg .b32 %x)
                {
                .reg .pred %p;
                .reg .b32 %y;
                and.b32 %y, %x, 31;
                setp.lt.u32 %p, %y, 7;
                vote.sync.ballot.b32 %result, %p, 0xffffffff;
                bar.warp.sync 0xffffffff;
                ret;
                }
                """)
            .in("u32", lanes())
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(results[0][thread]).isEqualTo(0x7f);
      assertThat(results[1][thread]).isEqualTo(FULL);
    }
  }

  /** A mask that names lanes which are gone for good: those that are there do without them. */
  @Test
  void lanesDoNotWaitForThoseThatNeverCome() {
    long[][] results =
        probe(
                """
                and.b32 %u0, %a, 31;
                setp.lt.u32 %q0, %u0, 8;
                mov.u32 %d, 99;
                @!%q0 bra OTHERS;
                shfl.sync.bfly.b32 %d, %a, 1, 31, 0xffffffff;
                OTHERS:
                bar.sync 0;
                """)
            .in("u32", lanes())
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(results[0][thread]).isEqualTo((thread & 31) < 8 ? thread ^ 1 : 99);
    }
  }

  /**
   * Graphs of blocks with jumps anywhere, among them into loops from two sides: every thread ends
   * as it would alone.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void anyControlFlowGraphComputesWhatEachThreadWouldAlone(long seed) {
    for (int i = 0; i < 6; i++) {
      RandomFlow flow = new RandomFlow(seed * 100 + i);
      probe(flow.ptx()).in("u32", lanes()).out("u32").out("u32").checkAll(v -> flow.run(v[0]));
    }
  }

  /** Blocks that mix a number and go where its bits say, until the fuel is gone. */
  private static final class RandomFlow {
    private static final int FUEL = 60;

    private record Step(int factor, int addend, int bit, List<Integer> next) {}

    private final List<Step> steps = new ArrayList<>();

    RandomFlow(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int count = random.nextInt(3, 14);
      for (int i = 0; i < count; i++) {
        int ways = random.nextInt(10);
        List<Integer> next = new ArrayList<>();
        for (int w = 0; w < (ways < 2 ? 1 : ways < 8 ? 2 : 4); w++) {
          next.add(random.nextInt(count + 1));
        }
        steps.add(new Step(random.nextInt() | 1, random.nextInt(), random.nextInt(3, 28), next));
      }
    }

    String ptx() {
      StringBuilder text = new StringBuilder().append("mov.u32 %d, %a;\nmov.u32 %e, 0;\n");
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        text.append("B%d:\n".formatted(i));
        text.append("add.u32 %e, %e, 1;\n");
        text.append("setp.gt.u32 %q0, %e, ").append(FUEL).append(";\n@%q0 bra DONE;\n");
        text.append("mad.lo.u32 %d, %d, ").append(step.factor()).append(", ");
        text.append(step.addend()).append(";\n");
        text.append("shr.u32 %u0, %d, ").append(step.bit()).append(";\n");
        switch (step.next().size()) {
          case 1 -> text.append("bra.uni ").append(label(step.next().getFirst())).append(";\n");
          case 2 -> {
            text.append("and.b32 %u0, %u0, 1;\nsetp.ne.u32 %q1, %u0, 0;\n");
            text.append("@%q1 bra ").append(label(step.next().get(1))).append(";\n");
            text.append("bra ").append(label(step.next().get(0))).append(";\n");
          }
          default -> {
            text.append("and.b32 %u0, %u0, 3;\n");
            text.append("T%d: .branchtargets ".formatted(i));
            text.append(
                step.next().stream()
                    .map(this::label)
                    .collect(java.util.stream.Collectors.joining(", ")));
            text.append(";\nbrx.idx %u0, T").append(i).append(";\n");
          }
        }
      }
      return text.append("DONE:\n").toString();
    }

    private String label(int block) {
      return block == steps.size() ? "DONE" : "B" + block;
    }

    long[] run(long start) {
      int value = (int) start;
      int at = 0;
      int done = 0;
      while (at < steps.size()) {
        Step step = steps.get(at);
        done++;
        if (done > FUEL) {
          break;
        }
        value = value * step.factor() + step.addend();
        at = step.next().get((value >>> step.bit()) & (step.next().size() - 1));
      }
      return new long[] {Integer.toUnsignedLong(value), done};
    }
  }
}
