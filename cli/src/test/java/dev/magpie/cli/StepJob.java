package dev.magpie.cli;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files for {@code magpie simulate}: a job of a kernel that adds one, and a trace of a copy. */
record StepJob(Path directory) {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry step(.param .u64 in, .param .u64 out, .param .u32 n)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<9>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [in];
        ld.param.u64 %rd2, [out];
        ld.param.u32 %r1, [n];
        mov.u32 %r3, %ctaid.x;
        mov.u32 %r4, %ntid.x;
        mov.u32 %r5, %tid.x;
        mad.lo.s32 %r6, %r3, %r4, %r5;
        setp.ge.s32 %p1, %r6, %r1;
        @%p1 bra DONE;
        mul.wide.s32 %rd3, %r6, 4;
        add.s64 %rd4, %rd1, %rd3;
        add.s64 %rd5, %rd2, %rd3;
        ld.global.u32 %r7, [%rd4];
        add.s32 %r8, %r7, 1;
        st.global.u32 [%rd5], %r8;
      DONE:
        ret;
      }
      .visible .entry forever()
      {
      AGAIN:
        bra.uni AGAIN;
      }
      """;

  private static final String KERNEL =
      """
      -kernel name = copy
      -block dim = (32,1,1)
      -nregs = 8
      -accelsim tracer version = 4
      #traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]
      #BEGIN_TB
      thread block = 0,0,0
      warp = 0
      insts = 4
      0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7f0000000000 4
      0010 ffffffff 0 STG.E 2 R4 R2 4 1 0x7f0000100000 4
      0018 ffffffff 1 R2 WARPX 0 0
      0020 ffffffff 0 EXIT 0 0
      #END_TB
      """;

  /** A job with launches of its own. */
  Path job(String launches) throws IOException {
    Files.writeString(directory.resolve("step.ptx"), PTX);
    byte[] numbers = new byte[4 * 6000];
    for (int i = 0; i < numbers.length; i += 4) {
      numbers[i] = (byte) (i / 64);
    }
    NpyWriter.write(
        directory.resolve("in.npy"),
        new Tensor(Dtype.U32, List.of(6000L), MemorySegment.ofArray(numbers)));
    return Files.writeString(
        directory.resolve("job.toml"),
        """
        ptx = "step.ptx"
        [buffers]
        in = "in.npy"
        out = { dtype = "u32", shape = [6000] }
        %s
        [outputs]
        out = "out.npy"
        """
            .formatted(launches));
  }

  /** A job of two launches of 24 blocks. */
  Path job() throws IOException {
    return job(
        """
        [[launch]]
        kernel = "step"
        grid = 24
        block = 256
        args = ["@in", "@out", "u32:6000"]
        repeat = 2
        """);
  }

  /** A list of one trace of Accel-Sim. */
  Path trace() throws IOException {
    Files.writeString(directory.resolve("kernel-1.traceg"), KERNEL);
    return Files.writeString(
        directory.resolve("kernelslist.g"), "MemcpyHtoD,0x7f0000000000,4096\nkernel-1.traceg\n");
  }
}
