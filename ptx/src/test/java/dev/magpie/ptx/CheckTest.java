package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.check.InitialisationCheck;
import dev.magpie.ptx.check.RaceCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What races and reads of unwritten memory are, and what are not. */
class CheckTest {
  private static final String SHARED = ".shared .align 16 .b32 s[128];";

  /** Each thread writes its own place and reads the other end's. */
  private static String passedOn(String write, String between) {
    return """
    mov.u32 %%r2, s;
    mad.lo.u32 %%r3, %%r0, 4, %%r2;
    sub.u32 %%r4, 63, %%r0;
    mad.lo.u32 %%r4, %%r4, 4, %%r2;
    %s
    %s
    ld.shared.u32 %%r1, [%%r4];
    """
        .formatted(write, between);
  }

  private static final String STORE = "st.shared.u32 [%r3], %r0;";
  private static final String COPY =
      "cp.async.ca.shared.global [%r3], [%rd2], 4;\n cp.async.wait_all;";

  @ParameterizedTest
  @CsvSource({
    "STORE, '', 2",
    "STORE, 'bar.sync 0;', 0",
    "STORE, 'bar.sync 0, 64;', 0",
    "STORE, 'membar.cta;', 2",
    "COPY, '', 2",
    "COPY, 'bar.sync 0;', 0"
  })
  void threadsOfABlockRaceUnlessABarrierLiesBetween(String write, String between, int races) {
    RaceCheck check = new RaceCheck();
    String body = passedOn(write.equals("STORE") ? STORE : COPY, between);
    Ptx.run(Ptx.module(SHARED, body), 64, LaunchOptions.DEFAULT.withObserver(check));
    // Each of the two warps reads what the other one writes.
    assertThat(check.findings()).hasSize(races);
    assertThat(check.findings()).allMatch(finding -> finding.contains("in shared memory"));
  }

  @ParameterizedTest
  @CsvSource({"STORE, 64, 0", "COPY, 64, 0", "STORE, 60, 1"})
  void whatNobodyHasWrittenIsTold(String write, int threads, int findings) {
    InitialisationCheck check = new InitialisationCheck();
    String body = passedOn(write.equals("STORE") ? STORE : COPY, "bar.sync 0;");
    Ptx.run(Ptx.module(SHARED, body), threads, LaunchOptions.DEFAULT.withObserver(check));
    assertThat(check.findings()).hasSize(findings);
    assertThat(check.findings())
        .allMatch(finding ->
            finding.contains("thread (0,0,0)")
                && finding.endsWith("reads shared memory at offset 252, which nobody has written"));
  }

  /** Arguments and results are written by the call; what a function's own array holds is not. */
  @ParameterizedTest
  @CsvSource({"'', 1", "'st.local.u32 [own], %x;', 0"})
  void localMemoryIsWrittenByThreadsAndParametersByCalls(String first, int findings) {
    InitialisationCheck check = new InitialisationCheck();
    String function =
        """
        .func (.param .b32 out) f(.param .align 8 .b8 in[16])
        {
          .reg .b32 %%x, %%y;
          .local .align 4 .b32 own;
          ld.param.u32 %%x, [in+12];
          %s
          ld.local.u32 %%y, [own];
          st.param.b32 [out], %%x;
          ret;
        }
        """
            .formatted(first);
    String call =
        """
          .param .align 8 .b8 passed[16];
          .param .b32 back;
          st.param.u32 [passed+12], %r0;
          call (back), f, (passed);
          ld.param.b32 %r1, [back];
        """;
    int[] out = Ptx.run(Ptx.module(function, call), 40, LaunchOptions.DEFAULT.withObserver(check));
    assertThat(out[39]).isEqualTo(39);
    assertThat(check.findings()).hasSize(findings);
    assertThat(check.findings()).allMatch(finding -> finding.contains("ld.local.u32: reads local"));
  }
}
