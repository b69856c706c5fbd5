package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mbarrier objects, by what each thread is told. */
class BarrierObjectTest {
  private static final String DECLARATIONS =
      """
      .shared .align 16 .b8 target[128];
      .shared .align 8 .b64 barrier;
      """;

  private static String module(String body) {
    return Ptx.module(DECLARATIONS, body);
  }

  /** Reads into the result, one decimal digit a test, whether the phase of a parity has passed. */
  private static String test(int parity) {
    return """
      mbarrier.test_wait.parity.shared::cta.b64 %%p1, [barrier], %d;
      selp.u32 %%r2, 1, 0, %%p1;
      mad.lo.u32 %%r1, %%r1, 10, %%r2;
    """
        .formatted(parity);
  }

  private static int one(String... body) {
    String alone = "mov.u32 %r1, 0; setp.ne.u32 %p8, %r0, 0; @%p8 exit;\n";
    return Ptx.run(module(alone + String.join("\n", body)), 32)[0];
  }

  @Test
  void phasesFollowOneAnother() {
    String arrive = "mbarrier.arrive.shared.b64 _, [barrier];";
    // The phase before the first has odd parity.
    assertThat(
            one(
                "mbarrier.init.shared.b64 [barrier], 2;",
                test(1),
                test(0),
                arrive,
                test(0),
                arrive,
                test(0),
                test(1),
                "mbarrier.arrive.release.cta.shared::cta.b64 %rd5, [barrier], 2;",
                test(1),
                test(0)))
        .isEqualTo(1_001_010);
  }

  @Test
  void aTokenTellsItsPhaseAndWhatWasPending() {
    assertThat(
            one(
                "mbarrier.init.shared.b64 [barrier], 5;",
                "mbarrier.arrive.noComplete.shared.b64 %rd5, [barrier], 2;",
                "mbarrier.arrive_drop.shared.b64 %rd6, [barrier];",
                "mbarrier.pending_count.b64 %r3, %rd5;",
                "mbarrier.pending_count.b64 %r4, %rd6;",
                "mad.lo.u32 %r1, %r3, 10, %r4;",
                "mbarrier.try_wait.acquire.cta.shared::cta.b64 %p2, [barrier], %rd6;",
                "@%p2 add.u32 %r1, %r1, 1000;",
                "mbarrier.arrive.shared.b64 _, [barrier], 2;",
                "mbarrier.try_wait.shared.b64 %p2, [barrier], %rd6, 100;",
                "@%p2 add.u32 %r1, %r1, 2000;",
                // One was dropped, so four are expected now.
                "mbarrier.arrive.shared.b64 %rd5, [barrier], 4;",
                "mbarrier.pending_count.b64 %r3, %rd5;",
                "mad.lo.u32 %r1, %r3, 10000, %r1;",
                "mbarrier.test_wait.shared.b64 %p2, [barrier], %rd5;",
                "@%p2 add.u32 %r1, %r1, 100000;"))
        .isEqualTo(142_053);
  }

  @Test
  void aPhaseWaitsForBytes() {
    assertThat(
            one(
                "mbarrier.init.shared.b64 [barrier], 1;",
                "mbarrier.arrive.expect_tx.shared.b64 _, [barrier], 48;",
                test(0),
                "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [barrier], 16;",
                test(0),
                "mov.u32 %r5, 32;",
                "mov.u32 %r6, target;",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r6], [%rd0],"
                    + " %r5, [barrier];",
                test(0),
                // Bytes may come before they are announced.
                "mbarrier.complete_tx.shared.b64 [barrier], 8;",
                "mbarrier.expect_tx.relaxed.cta.shared.b64 [barrier], 8;",
                test(1),
                "mbarrier.arrive.shared.b64 _, [barrier];",
                test(1)))
        .isEqualTo(101);
  }

  @Test
  void copiesThatAreCompleteArrive() {
    assertThat(
            one(
                "mbarrier.init.shared.b64 [barrier], 1;",
                "cp.async.mbarrier.arrive.shared.b64 [barrier];",
                test(0),
                "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [barrier];",
                test(0)))
        .isEqualTo(1);
  }

  @Test
  void stretchesGoToGlobalMemory() {
    int[] out =
        Ptx.run(
            module(
                """
                mov.u32 %r1, %tid.x;
                add.u32 %r1, %r1, 5;
                mov.u32 %r4, target;
                mad.lo.u32 %r3, %r0, 4, %r4;
                st.shared.u32 [%r3], %r1;
                bar.sync 0;
                setp.ne.u32 %p1, %r0, 0;
                @%p1 exit;
                mov.u32 %r5, 64;
                fence.proxy.async.shared::cta;
                cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r4], %r5;
                cp.async.bulk.commit_group;
                cp.async.bulk.wait_group.read 0;
                """),
            32);
    for (int i = 0; i < 32; i++) {
      assertThat(out[i]).isEqualTo(i < 16 ? i + 5 : 0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mbarrier.init.shared.b64 [barrier], 0; | cannot expect 0 arrivals",
        "mbarrier.arrive.shared.b64 _, [barrier]; | 1 arrivals at a barrier that expects 0 more",
        "mbarrier.init.shared.b64 [barrier], 1; mbarrier.arrive.noComplete.shared.b64 %rd5,"
            + " [barrier], 1; | the arrival completes the barrier's phase",
        "mbarrier.init.shared.b64 [barrier], 1; mbarrier.expect_tx.shared.b64 [barrier], 1048576;"
            + " | beyond what a barrier counts",
        "mbarrier.init.b64 [%rd0], 1; | the barrier is not in shared memory",
        "mov.u32 %r5, 8; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [target],"
            + " [%rd0], %r5, [barrier]; | are not all multiples of 16",
        "mov.u32 %r5, 256; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [target],"
            + " [%rd0], %r5, [barrier]; | accesses 256 bytes at offset 0 of shared memory",
        "mov.u32 %r5, 32; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [target],"
            + " [%rd0+112], %r5, [barrier]; | where so much is not allocated",
      })
  void misuseIsAFault(String body, String problem) {
    assertThatThrownBy(() -> one(body))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r5], [%r6], %r7,"
            + " [barrier];",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
            + " [%r5], [%rd0], %r7, [barrier], %h1;",
        "cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%r5], [%rd0],"
            + " %r7, [barrier];",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r5], %r7;",
      })
  void whatConcernsClustersAndTensorsIsRefused(String instruction) {
    assertThatThrownBy(() -> one(".reg .b16 %h1;", instruction))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("not supported");
  }
}
