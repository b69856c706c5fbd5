package dev.magpie.cli.fuzz;

import dev.magpie.gpu.accelsim.AccelSimTrace;
import dev.magpie.gpu.accelsim.TraceKernel;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.gpu.stream.LaunchWindow.Phase;
import dev.magpie.gpu.stream.WrittenLines;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.ptx.HostCopy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Traces of Accel-Sim and recordings: what is accepted is issued. */
final class TraceFuzz {
  private static final byte[] MAGIC = "magpieR\4".getBytes(StandardCharsets.ISO_8859_1);

  /** Deflation's header of bytes that are left as they are. */
  private static final int STORED = 5;

  private TraceFuzz() {}

  /** A kernel's file. */
  static void kernel(byte[] bytes) throws IOException {
    FuzzTarget.write("one/kernel-1.traceg", bytes);
    issue(
        FuzzTarget.write(
            "one/kernelslist.g",
            "MemcpyHtoD,0x7f0000200000,4096\nkernel-1.traceg\n".getBytes(StandardCharsets.UTF_8)));
  }

  /** A kernel's file as Accel-Sim 2.0 packs it. */
  static void packedKernel(byte[] bytes) throws IOException {
    FuzzTarget.write("packed/kernel-1.tracez", bytes);
    issue(
        FuzzTarget.write(
            "packed/kernelslist.g", "kernel-1.tracez\n".getBytes(StandardCharsets.UTF_8)));
  }

  /** A list of kernels, none of which is there. */
  static void list(byte[] bytes) throws IOException {
    try {
      issue(FuzzTarget.write("none/kernelslist.g", bytes));
    } catch (java.nio.file.FileSystemException e) {
      throw new TraceException("as documented: " + e.getMessage());
    }
  }

  private static void issue(Path list) throws IOException {
    try (AccelSimTrace trace = AccelSimTrace.open(list, _ -> {})) {
      for (TraceKernel kernel : trace.kernels()) {
        kernel.takeEffect(0, kernel.shape().blocks(), Long.MAX_VALUE, new WrittenLines());
      }
    }
  }

  /** A recording. */
  static void recording(byte[] bytes) throws IOException {
    try (Recording recording = Recording.open(FuzzTarget.write("run.rec", bytes))) {
      recording.allocations();
      recording.warpInstructions();
      recording.replay(LaunchWindow.ALL, new Issuing());
    }
  }

  /** A recording with right checksums: a chunk behind its length at 8, then the directory. */
  static void chunks(byte[] bytes) throws IOException {
    int length = bytes.length == 0 ? 0 : Math.min(bytes[0] & 0xff, bytes.length - 1);
    ByteWriter out = new ByteWriter();
    out.raw(MAGIC, 0, MAGIC.length);
    chunk(Arrays.copyOfRange(bytes, Math.min(1, bytes.length), 1 + length), out);
    int directory = out.length();
    chunk(Arrays.copyOfRange(bytes, Math.min(1 + length, bytes.length), bytes.length), out);
    out.word(directory);
    out.word(0);
    out.raw(MAGIC, 0, MAGIC.length);
    recording(out.toArray());
  }

  private static void chunk(byte[] content, ByteWriter out) {
    byte[] bytes = Arrays.copyOf(content, Math.min(content.length, 0xffff));
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    out.word(bytes.length);
    out.word(bytes.length + STORED);
    out.word((int) crc.getValue());
    out.octet(1);
    out.octet(bytes.length & 0xff);
    out.octet(bytes.length >>> 8);
    out.octet(~bytes.length & 0xff);
    out.octet(~bytes.length >>> 8 & 0xff);
    out.raw(bytes, 0, bytes.length);
  }

  /** A launch of one block of one warp, whose chunk does nothing yet. */
  static List<byte[]> seeds() {
    ByteWriter out = new ByteWriter();
    out.octet(4);
    for (int each : new int[] {1, 0, 1, 0}) {
      out.octet(each);
    }
    out.text("program");
    out.number(1);
    out.text("kernel");
    for (int each : new int[] {32, 16, 0, 0, 0, 8, 1}) {
      out.number(each);
    }
    out.text("memory");
    out.number(0);
    out.number(0);
    out.text("ld.global");
    out.number(4096);
    for (int each : new int[] {1, 0, 1}) {
      out.number(each);
    }
    out.signed(MAGIC.length);
    for (int each : new int[] {0, 0, 0, 0}) {
      out.number(each);
    }
    return List.of(out.toArray());
  }

  private static final class Issuing implements Recording.Player {
    @Override
    public void hostWrote(long address, long bytes) {}

    @Override
    public void run(int number, Phase phase, List<HostCopy> copies, KernelStream kernel) {
      kernel.takeEffect(0, kernel.shape().blocks(), 1 << 20, new WrittenLines());
    }
  }
}
