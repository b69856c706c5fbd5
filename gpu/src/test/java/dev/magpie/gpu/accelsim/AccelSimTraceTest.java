package dev.magpie.gpu.accelsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.WarpStream;
import dev.magpie.gpu.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class AccelSimTraceTest {
  @TempDir private Path directory;

  private static byte[] sample(String name) throws IOException {
    try (InputStream in = AccelSimTraceTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private Path samples() throws IOException {
    for (String name : List.of("kernel-1.traceg", "kernel-2.traceg", "kernelslist.g")) {
      Files.write(directory.resolve(name), sample(name));
    }
    return directory.resolve("kernelslist.g");
  }

  /** All that a kernel issues, block by block, warps in turns until they wait. */
  private static List<String> issued(KernelStream kernel) {
    List<String> all = new ArrayList<>();
    MemoryAccess access = new MemoryAccess();
    for (long number = 0; number < kernel.shape().blocks(); number++) {
      BlockStream block = kernel.begin(number, 0);
      while (!block.isDone()) {
        for (int i = 0; i < block.warps(); i++) {
          WarpStream warp = block.warp(i);
          while (warp.state() == WarpStream.State.RUNNING) {
            StreamInstruction next = kernel.shape().instructions().get(warp.next());
            int mask = warp.mask();
            warp.issue(0, access);
            all.add("%d/%d %s %08x%s".formatted(number, i, next.text(), mask, text(access)));
          }
        }
      }
      kernel.end(block);
    }
    return all;
  }

  private static String text(MemoryAccess access) {
    StringBuilder text = new StringBuilder();
    if (access.sharedCycles() > 0) {
      text.append(" shared ").append(access.sharedCycles());
    }
    if (access.readsConstants()) {
      text.append(" constant");
    }
    if (access.kind() != Kind.NONE) {
      text.append(" ").append(access.kind()).append(access.isLocal() ? " local" : "");
      for (int i = 0; i < access.count(); i++) {
        text.append(
            " %x:%x/%x*%d"
                .formatted(
                    access.line(i), access.sectors(i), access.fullSectors(i), access.lanes(i)));
      }
    }
    return text.toString();
  }

  @Test
  void aKernelIssuesWhatItsTraceSays() throws IOException {
    try (AccelSimTrace trace = AccelSimTrace.open(samples(), _ -> {})) {
      TraceKernel kernel = trace.kernels().getFirst();

      assertThat(kernel.shape().name()).isEqualTo("_Z4copyPf");
      assertThat(kernel.shape().threadsPerBlock()).isEqualTo(64);
      assertThat(kernel.shape().registersPerThread()).isEqualTo(12);
      assertThat(kernel.shape().sharedBytesPerBlock()).isEqualTo(1024);
      assertThat(kernel.warpInstructions()).isEqualTo(14);
      // Of three blocks of the grid the trace has two, and of the last one only a warp.
      assertThat(kernel.shape().blocks()).isEqualTo(2);
      assertThat(issued(kernel))
          .containsExactly(
              "0/0 0x0000 (MOV) ffffffff",
              "0/0 0x0010 (LDG.E.64) ffffffff LOAD 0:f/f*16 80:f/f*16",
              "0/0 0x0020 (STS) ffffffff shared 1",
              "0/0 0x0030 (BAR.SYNC) ffffffff",
              "0/1 0x0000 (MOV) ffffffff",
              "0/1 0x0010 (LDG.E.64) 00000007 LOAD 100:1/0*1 180:1/0*1 80:1/0*1",
              "0/1 0x0020 (STS) ffffffff shared 32",
              "0/1 0x0030 (BAR.SYNC) ffffffff",
              "0/1 0x0040 (STG.E) 00000000",
              "0/1 0x0050 (EXIT) ffffffff",
              "0/0 0x0040 (STG.E) 0000ffff STORE 0:3/3*16",
              "0/0 0x0050 (EXIT) ffffffff",
              "1/0 0x0060 (ATOMG.E.ADD) 00000005 ATOMIC 200000:1/0*2",
              "1/0 0x0050 (EXIT) ffffffff");
      assertThat(trace.image().bytes()).isEqualTo(6 << 20);
    }
  }

  @Test
  void spacesAndWidthsAreThoseOfTheOperation() throws IOException {
    try (AccelSimTrace trace = AccelSimTrace.open(samples(), _ -> {})) {
      TraceKernel kernel = trace.kernels().getLast();

      // The header has other values under these names, as files of version 5 do.
      assertThat(kernel.shape().registersPerThread()).isEqualTo(10);
      assertThat(kernel.shape().sharedBytesPerBlock()).isEqualTo(1);
      assertThat(kernel.unknownOperations()).containsExactly("NEWOP");
      assertThat(issued(kernel))
          .containsExactly(
              "0/0 0x0000 (STL.64) ffffffff STORE local 400200:f/f*32 400280:f/f*32",
              "0/0 0x0010 (LD.E) ffffffff shared 1",
              "0/0 0x0020 (LD.E) ffffffff LOAD local 400800:f/f*32",
              "0/0 0x0030 (LDG.E.STRONG.GPU) ffffffff LOAD_UNCACHED 0:1/0*32",
              "0/0 0x0040 (NEWOP.X) ffffffff",
              "0/0 0x0050 (ATOMG.ADD) 00000001 REDUCTION 0:2/0*1",
              "0/0 0x0060 (LDSM.16.M88.2) ffffffff shared 2",
              "0/0 0x0070 (LDC.64) ffffffff constant",
              "0/0 0x0080 (EXIT) ffffffff");
      StreamInstruction load = kernel.shape().instructions().get(7);
      assertThat(load.kind()).isEqualTo(OperationClass.MEMORY);
      assertThat(load.reads()).containsExactly(2);
      assertThat(load.writes()).containsExactly(9, 10);
    }
  }

  @Test
  void packedFilesAreTheSame() throws IOException {
    Path list = samples();
    List<String> plain;
    try (AccelSimTrace trace = AccelSimTrace.open(list, _ -> {})) {
      plain = issued(trace.kernels().getFirst());
    }
    Path packed = directory.resolve("kernel-1.traceg.xz");
    try (OutputStream out =
        new XZOutputStream(Files.newOutputStream(packed), new LZMA2Options(0))) {
      out.write(sample("kernel-1.traceg"));
    }
    Files.writeString(list, Files.readString(list).replace("1.traceg", "1.traceg.xz"));
    try (AccelSimTrace trace = AccelSimTrace.open(list, _ -> {})) {
      assertThat(issued(trace.kernels().getFirst())).isEqualTo(plain);
    }
    byte[] whole = Files.readAllBytes(packed);
    Files.write(packed, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> AccelSimTrace.open(list, _ -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessage(packed + ": is no whole .xz file: it ends too early");
  }

  @Test
  void olderTracesNameBlockAndWarpInEachLine() throws IOException {
    String text =
        new String(sample("kernel-1.traceg"), StandardCharsets.UTF_8)
            .replace("tracer version = 4", "tracer version = 2")
            .replaceAll("(?m)^(00[0-9a-f]{2} )", "0 0 0 1 $1");
    Path list = directory.resolve("kernelslist.g");
    Files.writeString(directory.resolve("kernel-1.traceg"), text);
    Files.writeString(list, "kernel-1.traceg\n");
    try (AccelSimTrace trace = AccelSimTrace.open(list, _ -> {})) {
      assertThat(issued(trace.kernels().getFirst())).hasSize(14);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          STS 2 R1 R4 4 1 0x0 4 | STS 2 R1 R4 4 7 0x0 4 | :26: 7 is no way to write addresses
          STS 2 R1 R4 4 1 0x0 4 | STS 2 R1 R4 4 1 zero 4 | :26: 'zero' is no hexadecimal number
          STS 2 R1 R4 4 1 0x0 4 | STS 2 R1 R4 4 1 0x0 | :26: ends too early for what it is
          STS 2 R1 R4 4 1 0x0 4 | STS 99 R1 R4 4 1 0x0 4 | :26: 99 registers are more than
          STS 2 R1 R4 4 1 0x0 4 | STS 2 R1 R4 four | :26: 'four' is no decimal number
          insts = 6 | insts = 7 | :31: warp 0 lacks 1 of its instructions
          insts = 6 | insts = 5 | :29: is beyond the instructions
          insts = 6 | insts = -6 | :23: '-6' is no number of things
          warp = 1 | warp = 2 | :31: a block of 64 threads has no warp 2
          warp = 1 | warp = 0 | :31: warp 0 has been in this block before
          #BEGIN_TB | 0000 ffffffff 0 EXIT 0 0 | :18: a block has to begin here
          (64,1,1) | (64,64,1) | :15: a block of (64,64,1) threads is none
          (64,1,1) | (0,1,1) | :15: a block of (0,1,1) threads is none
          (64,1,1) | 64 | :15: no '-block dim = (x,y,z)' stands before this line
          #traces | traces | :15: is no '-key = value' of a trace's beginning
          """)
  void mistakesAreToldWithTheirLine(String right, String wrong, String problem) throws IOException {
    Path list = samples();
    Path kernel = directory.resolve("kernel-1.traceg");
    String text = Files.readString(kernel);
    assertThat(text).contains(right);
    Files.writeString(kernel, text.replaceFirst(Pattern.quote(right), wrong));
    assertThatThrownBy(() -> AccelSimTrace.open(list, _ -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(kernel + problem);
  }

  @Test
  void listsAreChecked() throws IOException {
    Path list = samples();
    assertList(list, "", list + ": names no kernel; it is a kernelslist.g that does");
    assertList(list, "kernel-9.traceg\n", directory.resolve("kernel-9.traceg") + ": there is no");
    assertList(list, "kernel-\0.traceg\n", list + ":1: names no file");
    assertList(list, "MemcpyHtoD,0x10\n", list + ":1: 'MemcpyHtoD,0x10' is no copy");
    assertList(
        list,
        "MemcpyHtoD,0x10,9223372036854775807\n",
        list + ":1: 'MemcpyHtoD,0x10,9223372036854775807' is no copy");
    assertList(list, "MemcpyHtoD,0xzz,1\n", list + ":1: ");
    assertList(list, "MemcpyHtoD,0x0,-1\n", list + ":1: ");
    Files.writeString(directory.resolve("kernel-1.traceg"), "");
    assertList(list, "kernel-1.traceg\n", directory.resolve("kernel-1.traceg") + ":1: is no");
    Files.delete(list);
    assertThatThrownBy(() -> AccelSimTrace.open(list, _ -> {}))
        .hasMessage(list + ": there is no such file");
  }

  private static void assertList(Path list, String text, String problem) throws IOException {
    Files.writeString(list, text);
    assertThatThrownBy(() -> AccelSimTrace.open(list, _ -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(problem);
  }

  @Test
  void aLineTooLongIsTold() throws IOException {
    Path list = samples();
    Files.writeString(
        directory.resolve("kernel-1.traceg"), "-kernel name = " + "x".repeat(1 << 18));
    assertThatThrownBy(() -> AccelSimTrace.open(list, _ -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("kernel-1.traceg:1: is longer than");
  }

  @Test
  void damagedTracesEndInAMessage() throws IOException {
    Path list = samples();
    Path file = directory.resolve("kernel-1.traceg");
    byte[] whole = sample("kernel-1.traceg");
    SplittableRandom random = new SplittableRandom(7);
    byte[] likely = "0123456789abcdefxR -=#\n,.\0".getBytes(StandardCharsets.UTF_8);
    int read = 0;
    for (int i = 0; i < 600; i++) {
      byte[] damaged = whole.clone();
      for (int k = random.nextInt(1, 4); k > 0; k--) {
        damaged[random.nextInt(damaged.length)] = likely[random.nextInt(likely.length)];
      }
      Files.write(
          file, i % 5 == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged);
      try (AccelSimTrace trace = AccelSimTrace.open(list, _ -> {})) {
        assertThat(issued(trace.kernels().getFirst())).isNotNull();
        read++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ":").hasLineCount(1);
      }
    }
    assertThat(read).isBetween(50, 590);
  }
}
