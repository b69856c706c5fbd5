package dev.magpie.ptx.conformance;

import static dev.magpie.ptx.conformance.Probe.probe;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instructions that the lanes of a warp execute together. */
class WarpInstructionTest {
  private static final int WARPS = 64;
  private static final int THREADS = 32 * WARPS;
  private static final long FULL = 0xffffffffL;

  /** Each warp votes with its own density of ones, none and all among them. */
  private static long[] ballots() {
    SplittableRandom random = new SplittableRandom(1);
    return LongStream.range(0, THREADS)
        .map(thread -> {
          long warp = thread / 32;
          return warp == 0 ? 0 : warp == 1 ? 1 : random.nextInt(WARPS) < warp ? 1 : 0;
        })
        .toArray();
  }

  private static long ballot(long[] votes, int warp, long among) {
    long mask = 0;
    for (int lane = 0; lane < 32; lane++) {
      mask |= votes[32 * warp + lane] << lane;
    }
    return mask & among;
  }

  @Test
  void votesOfAllLanes() {
    long[] votes = ballots();
    long[][] results =
        probe(
                """
                setp.ne.u32 %q0, %a, 0;
                vote.sync.ballot.b32 %d, %q0, 0xffffffff;
                vote.sync.all.pred %q1, %q0, -1;
                selp.u32 %e, 1, 0, %q1;
                vote.sync.any.pred %q1, %q0, -1;
                selp.u32 %f, 1, 0, %q1;
                vote.sync.uni.pred %q1, %q0, -1;
                selp.u32 %j, 1, 0, %q1;
                vote.sync.ballot.b32 %k, !%q0, -1;
                """)
            .in("u32", votes)
            .out("u32")
            .out("u32")
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      long ballot = ballot(votes, thread / 32, FULL);
      assertThat(results[0][thread]).isEqualTo(ballot);
      assertThat(results[1][thread]).isEqualTo(ballot == FULL ? 1 : 0);
      assertThat(results[2][thread]).isEqualTo(ballot != 0 ? 1 : 0);
      assertThat(results[3][thread]).isEqualTo(ballot == 0 || ballot == FULL ? 1 : 0);
      assertThat(results[4][thread]).isEqualTo(~ballot & FULL);
    }
  }

  /** Odd and even lanes vote on their own, each in its branch. */
  @Test
  void votesOfTheLanesOfABranch() {
    long[] votes = ballots();
    long[][] results =
        probe(
                """
                setp.ne.u32 %q0, %a, 0;
                and.b32 %u0, %t, 1;
                setp.eq.u32 %q1, %u0, 0;
                @%q1 bra EVEN;
                vote.sync.ballot.b32 %d, %q0, 0xaaaaaaaa;
                activemask.b32 %e;
                bra.uni JOIN;
                EVEN:
                vote.sync.ballot.b32 %d, %q0, 0x55555555;
                activemask.b32 %e;
                JOIN:
                activemask.b32 %f;
                """)
            .in("u32", votes)
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      long mine = thread % 2 == 0 ? 0x55555555L : 0xaaaaaaaaL;
      assertThat(results[0][thread]).isEqualTo(ballot(votes, thread / 32, mine));
      assertThat(results[1][thread]).isEqualTo(mine);
      assertThat(results[2][thread]).as("all lanes meet behind the branch").isEqualTo(FULL);
    }
  }

  /** What no GPU promises and programs do: lanes name others, and not themselves. */
  @Test
  void lanesGetTheVotesOfThoseThatTheyName() {
    long[] votes = ballots();
    long[][] results =
        probe(
                """
                setp.ne.u32 %q0, %a, 0;
                mov.u32 %u0, %lanemask_lt;
                vote.sync.ballot.b32 %d, %q0, %u0;
                vote.sync.all.pred %q1, %q0, %u0;
                selp.u32 %e, 1, 0, %q1;
                vote.sync.any.pred %q1, %q0, %u0;
                selp.u32 %f, 1, 0, %q1;
                """)
            .in("u32", votes)
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      long below = (1L << thread % 32) - 1;
      long ballot = ballot(votes, thread / 32, below);
      assertThat(results[0][thread]).isEqualTo(ballot);
      assertThat(results[1][thread]).isEqualTo(ballot == below ? 1 : 0);
      assertThat(results[2][thread]).isEqualTo(ballot != 0 ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void lanesThatHoldTheSame(int bits) {
    SplittableRandom random = new SplittableRandom(2);
    long high = bits == 64 ? 1L << 40 : 0;
    long[] values =
        LongStream.range(0, THREADS)
            .map(thread ->
                thread / 32 == 5 ? 77 : random.nextInt(1 + (int) (thread / 32)) * (high | 3))
            .toArray();
    long[][] results =
        probe(
                """
                match.any.sync.b%1$d %%d, %%a, -1;
                match.all.sync.b%1$d %%e|%%q0, %%a, -1;
                selp.u32 %%f, 1, 0, %%q0;
                """
                    .formatted(bits))
            .in("b" + bits, values)
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < THREADS; thread++) {
      long same = 0;
      for (int lane = 0; lane < 32; lane++) {
        same |= (values[thread / 32 * 32 + lane] == values[thread] ? 1L : 0) << lane;
      }
      assertThat(results[0][thread]).isEqualTo(same);
      assertThat(results[1][thread]).isEqualTo(same == FULL ? FULL : 0);
      assertThat(results[2][thread]).isEqualTo(same == FULL ? 1 : 0);
    }
  }

  /** Widths of 32 down to 1: the third operand holds the segment's mask and the clamp. */
  @ParameterizedTest
  @ValueSource(strings = {"up", "down", "bfly", "idx"})
  void shuffles(String mode) {
    long[] values = Operands.integers(32, THREADS, 3);
    values = Arrays.copyOf(values, THREADS);
    for (int width = 1; width <= 32; width *= 2) {
      int segment = 32 - width;
      int clamp = segment << 8 | (mode.equals("up") ? 0 : 31);
      for (int b : new int[] {0, 1, 2, 5, 16, 31, 33}) {
        long[][] results =
            probe(
                    """
                    shfl.sync.%s.b32 %%d|%%q0, %%a, %d, %d, 0xffffffff;
                    selp.u32 %%e, 1, 0, %%q0;
                    """
                        .formatted(mode, b, clamp))
                .in("b32", values)
                .out("b32")
                .out("u32")
                .run();
        for (int thread = 0; thread < THREADS; thread++) {
          int lane = thread % 32;
          int by = b & 31;
          int limit = (lane & segment) | (clamp & 31 & ~segment);
          int first = lane & segment;
          int from =
              switch (mode) {
                case "up" -> lane - by;
                case "down" -> lane + by;
                case "bfly" -> lane ^ by;
                default -> first | (by & ~segment);
              };
          boolean inside = mode.equals("up") ? from >= limit : from <= limit;
          int source = inside ? from : lane;
          assertThat(results[0][thread])
              .as("%s by %d, width %d, lane %d", mode, b, width, lane)
              .isEqualTo(values[thread / 32 * 32 + source]);
          assertThat(results[1][thread]).isEqualTo(inside ? 1 : 0);
        }
      }
    }
  }

  /** Each lane names a lane of its own to read from. */
  @Test
  void shufflesByLane() {
    SplittableRandom random = new SplittableRandom(4);
    long[] values = random.longs(THREADS).map(each -> each & FULL).toArray();
    long[] from = random.longs(THREADS, 0, 32).toArray();
    long[] right =
        LongStream.range(0, THREADS)
            .map(thread -> values[(int) (thread / 32 * 32 + from[(int) thread])])
            .toArray();
    long[][] results =
        probe("shfl.sync.idx.b32 %d, %a, %b, 31, -1;")
            .in("b32", values)
            .in("u32", from)
            .out("b32")
            .run();
    assertThat(results[0]).containsExactly(right);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32",
        "xor.b32"
      })
  void reductions(String op) {
    long[] values = Arrays.copyOf(Operands.integers(32, THREADS, 5), THREADS);
    long[][] results =
        probe("redux.sync." + op + " %d, %a, 0xffffffff;").in("u32", values).out("u32").run();
    for (int thread = 0; thread < THREADS; thread++) {
      int result = (int) values[thread / 32 * 32];
      for (int lane = 1; lane < 32; lane++) {
        int value = (int) values[thread / 32 * 32 + lane];
        result =
            switch (op) {
              case "add.u32", "add.s32" -> result + value;
              case "min.u32" -> Integer.compareUnsigned(value, result) < 0 ? value : result;
              case "max.u32" -> Integer.compareUnsigned(value, result) > 0 ? value : result;
              case "min.s32" -> Math.min(value, result);
              case "max.s32" -> Math.max(value, result);
              case "and.b32" -> result & value;
              case "or.b32" -> result | value;
              default -> result ^ value;
            };
      }
      assertThat(results[0][thread]).isEqualTo(Integer.toUnsignedLong(result));
    }
  }

  /** The last warp of 40 threads has 8; its lanes know that. */
  @Test
  void partialWarpsVoteWithTheLanesThereAre() {
    long[][] results =
        probe(
                "activemask.b32 %d;\nsetp.eq.u32 %q0, %a, 0;\nvote.sync.ballot.b32 %e, %q0, %d;\nmov.u32 %f, %laneid;")
            .in("u32", new long[40])
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < 40; thread++) {
      assertThat(results[0][thread]).isEqualTo(thread < 32 ? FULL : 0xff);
      assertThat(results[2][thread]).isEqualTo(thread % 32);
    }
  }

  @Test
  void specialRegistersOfLanes() {
    long[][] results =
        probe(
                """
                mov.u32 %d, %lanemask_eq;
                mov.u32 %e, %lanemask_lt;
                mov.u32 %f, %lanemask_le;
                mov.u32 %j, %lanemask_gt;
                mov.u32 %k, %lanemask_ge;
                mov.u32 %l, %warpid;
                """)
            .in("u32", new long[64])
            .out("u32")
            .out("u32")
            .out("u32")
            .out("u32")
            .out("u32")
            .out("u32")
            .run();
    for (int thread = 0; thread < 64; thread++) {
      long bit = 1L << thread % 32;
      assertThat(results[0][thread]).isEqualTo(bit);
      assertThat(results[1][thread]).isEqualTo(bit - 1);
      assertThat(results[2][thread]).isEqualTo(2 * bit - 1);
      assertThat(results[3][thread]).isEqualTo(FULL & ~(2 * bit - 1));
      assertThat(results[4][thread]).isEqualTo(FULL & ~(bit - 1));
      assertThat(results[5][thread]).isEqualTo(thread / 32);
    }
  }
}
