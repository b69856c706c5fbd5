package dev.magpie.gpu.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.gpu.stream.WarpStream;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtxKernelTest {
  private static final long LOCAL = 1 << 20;

  private final Device device = new Device();
  private final GpuConfig config = GpuConfigs.named("gtx580").orElseThrow();
  private final List<long[]> seen = new ArrayList<>();

  /** The addresses of the last instruction that was asked for. */
  private List<long[]> raw = List.of();

  /** One access of a warp, as the stream tells it. */
  private record Line(int sectors, int full, int lanes) {}

  private static String kernel(String body) {
    return """
    .version 7.0
    .target sm_75
    .address_size 64
    .visible .entry k(.param .u64 data, .param .u64 offsets) {
    .reg .pred %%p<4>;
    .reg .b16 %%h<4>;
    .reg .b32 %%r<16>;
    .reg .b64 %%rd<16>;
    ld.param.u64 %%rd0, [data];
    ld.param.u64 %%rd1, [offsets];
    mov.u32 %%r0, %%tid.x;
    mul.wide.u32 %%rd2, %%r0, 4;
    add.u64 %%rd3, %%rd1, %%rd2;
    ld.global.u32 %%r1, [%%rd3];
    cvt.u64.u32 %%rd4, %%r1;
    add.u64 %%rd5, %%rd0, %%rd4;
    %s
    ret;
    }
    """
        .formatted(body);
  }

  private PtxKernel prepare(String ptx, int threads, Argument... arguments) {
    return new PtxKernel(
        device,
        Launch.of(device.load("k.ptx", ptx).kernel("k"), Dim3.of(4), Dim3.of(threads), arguments),
        LaunchOptions.DEFAULT.withObserver((_, _, _, _, mask, addresses, _) -> {
          long[] taking = new long[33];
          Arrays.fill(taking, -1);
          for (int lane = 0; lane < 32; lane++) {
            if ((mask >>> lane & 1) != 0) {
              taking[lane] = addresses[lane];
            }
          }
          seen.add(taking);
        }),
        config,
        LOCAL);
  }

  /** Issues the instructions of a block's first warp; gives the accesses of those of a line on. */
  private List<MemoryAccess> run(PtxKernel kernel, String mnemonic) {
    BlockStream block = kernel.begin(0, 3);
    WarpStream warp = block.warp(0);
    List<MemoryAccess> accesses = new ArrayList<>();
    while (warp.state() == WarpStream.State.RUNNING) {
      StreamInstruction next = kernel.shape().instructions().get(warp.next());
      MemoryAccess access = new MemoryAccess();
      warp.issue(1000 + accesses.size(), access);
      if (next.text().contains(mnemonic)) {
        accesses.add(access);
        raw = List.copyOf(seen);
      }
      seen.clear();
    }
    return accesses;
  }

  private static Map<Long, Line> lines(MemoryAccess access) {
    Map<Long, Line> lines = new HashMap<>();
    for (int i = 0; i < access.count(); i++) {
      Line line = new Line(access.sectors(i), access.fullSectors(i), access.lanes(i));
      assertThat(lines.put(access.line(i), line)).isNull();
    }
    return lines;
  }

  /** What the addresses say, byte by byte. */
  private static Map<Long, Line> expected(long[] addresses, int bytes) {
    Map<Long, BitSet> touched = new HashMap<>();
    Map<Long, Integer> lanes = new HashMap<>();
    for (long address : addresses) {
      if (address < 0) {
        continue;
      }
      long physical = address - AddressSpace.HEAP;
      lanes.merge(physical / 128 * 128, 1, Integer::sum);
      for (long at = physical; at < physical + bytes; at++) {
        touched.computeIfAbsent(at / 128 * 128, _ -> new BitSet()).set((int) (at % 128));
      }
    }
    Map<Long, Line> lines = new HashMap<>();
    touched.forEach((line, set) -> {
      int sectors = 0;
      int full = 0;
      for (int sector = 0; sector < 4; sector++) {
        int count = set.get(32 * sector, 32 * sector + 32).cardinality();
        sectors |= count > 0 ? 1 << sector : 0;
        full |= count == 32 ? 1 << sector : 0;
      }
      lines.put(line, new Line(sectors, full, lanes.getOrDefault(line, 0)));
    });
    return lines;
  }

  @ParameterizedTest
  @CsvSource({
    "ld.global.u8 %h0,1,LOAD",
    "ld.global.u16 %h0,2,LOAD",
    "ld.global.u32 %r2,4,LOAD",
    "ld.volatile.global.u32 %r2,4,LOAD_UNCACHED",
    "ld.global.cg.u64 %rd6,8,LOAD_UNCACHED",
    "ld.global.nc.u64 %rd6,8,LOAD"
  })
  void loadsAreCoalesced(String load, int bytes, Kind kind) {
    assertCoalesced(load + ", [%rd5];", load.substring(0, load.indexOf(' ')), bytes, kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "st.global.u8 [%rd5], %h0;1;STORE",
        "st.global.u32 [%rd5], %r0;4;STORE",
        "st.global.v2.u32 [%rd5], {%r0, %r1};8;STORE",
        "st.global.v2.u64 [%rd5], {%rd0, %rd1};16;STORE",
        "st.global.v4.u64 [%rd5], {%rd0, %rd1, %rd0, %rd1};32;STORE",
        "st.u32 [%rd5], %r0;4;STORE",
        "red.global.add.u32 [%rd5], %r0;4;REDUCTION",
        "atom.global.add.u32 %r2, [%rd5], %r0;4;ATOMIC"
      })
  void storesAndAtomicsAreCoalesced(String store, int bytes, Kind kind) {
    assertCoalesced(store + ";", store.substring(0, store.indexOf(' ')), bytes, kind);
  }

  private void assertCoalesced(String body, String mnemonic, int bytes, Kind kind) {
    DeviceBuffer data = device.malloc("data", Dtype.U8, List.of(1L << 16));
    DeviceBuffer offsets = device.malloc("offsets", Dtype.U32, List.of(32L));
    SplittableRandom random = new SplittableRandom(bytes);
    for (int round = 0; round < 60; round++) {
      // From all in a line to all over the memory, in order or not.
      int range = 32 << random.nextInt(11) & -bytes;
      boolean inOrder = random.nextBoolean();
      for (int lane = 0; lane < 32; lane++) {
        int offset = inOrder ? lane * bytes : random.nextInt(Math.max(1, range / bytes)) * bytes;
        offsets.memory().setAtIndex(ValueLayout.JAVA_INT, lane, offset);
      }
      int threads = random.nextBoolean() ? 32 : 1 + random.nextInt(32);
      seen.clear();
      PtxKernel kernel = prepare(kernel(body), threads, Argument.of(data), Argument.of(offsets));
      MemoryAccess access = run(kernel, mnemonic).getLast();
      assertThat(access.kind()).isEqualTo(kind);
      assertThat(access.isLocal()).isFalse();
      assertThat(access.sharedCycles()).isZero();
      assertThat(lines(access)).isEqualTo(expected(raw.getFirst(), bytes));
    }
  }

  /** Rows of 16 bytes: side by side, apart by a line, and apart by a line and a row. */
  @ParameterizedTest
  @CsvSource({"x4,16,4", "x2,16,2", "x1,16,1", "x4,128,32", "x2,128,16", "x4,144,4"})
  void rowsOfMatricesTakeTheirBanks(String times, int apart, int cycles) {
    DeviceBuffer data = device.malloc("data", Dtype.U8, List.of(1024L));
    DeviceBuffer offsets = device.malloc("offsets", Dtype.U32, List.of(32L));
    String registers =
        switch (times) {
          case "x1" -> "{%r2}";
          case "x2" -> "{%r2, %r3}";
          default -> "{%r2, %r3, %r4, %r5}";
        };
    PtxKernel kernel =
        prepare(
            kernel(
                """
                .shared .align 16 .b8 tile[4608];
                mov.u32 %%r6, tile;
                mad.lo.u32 %%r6, %%r0, %d, %%r6;
                ldmatrix.sync.aligned.m8n8.%s.shared.b16 %s, [%%r6];
                """
                    .formatted(apart, times, registers)),
            32,
            Argument.of(data),
            Argument.of(offsets));
    MemoryAccess access = run(kernel, "ldmatrix").getLast();
    assertThat(access.count()).isZero();
    assertThat(access.sharedCycles()).isEqualTo(cycles);
  }

  /** 16 rows of 32 bytes that lie apart by a line are a sector each. */
  @Test
  void matricesAreLoadedByLines() {
    DeviceBuffer data = device.malloc("data", Dtype.U8, List.of(2048L));
    DeviceBuffer offsets = device.malloc("offsets", Dtype.U32, List.of(32L));
    PtxKernel kernel =
        prepare(
            kernel("wmma.load.a.sync.aligned.row.m16n16k16.bf16 {%r2,%r3,%r4,%r5}, [%rd0], 64;"),
            32,
            Argument.of(data),
            Argument.of(offsets));
    MemoryAccess access = run(kernel, "wmma.load").getLast();
    assertThat(access.kind()).isEqualTo(Kind.LOAD);
    assertThat(access.count()).isEqualTo(16);
    for (int i = 0; i < 16; i++) {
      assertThat(access.sectors(i)).isEqualTo(1);
    }
  }

  @Test
  void lanesInSeveralBuffersAreOneAccess() {
    DeviceBuffer data = device.malloc("data", Dtype.U8, List.of(1024L));
    DeviceBuffer offsets = device.malloc("offsets", Dtype.U32, List.of(32L));
    DeviceBuffer more = device.malloc("more", Dtype.U8, List.of(1024L));
    int apart = (int) (more.address() - data.address());
    for (int lane = 0; lane < 32; lane++) {
      offsets
          .memory()
          .setAtIndex(ValueLayout.JAVA_INT, lane, 4 * lane + (lane % 2 == 0 ? 0 : apart));
    }
    PtxKernel kernel =
        prepare(kernel("ld.global.f32 %r2, [%rd5];"), 32, Argument.of(data), Argument.of(offsets));
    MemoryAccess access = run(kernel, "ld.global.f32").getLast();
    assertThat(lines(access))
        .isEqualTo(
            Map.of(
                data.address() - AddressSpace.HEAP,
                new Line(0xf, 0, 16),
                more.address() - AddressSpace.HEAP,
                new Line(0xf, 0, 16)));
  }

  @Test
  void wordsOfLocalMemoryLieSideBySide() {
    String body =
        """
        .local .align 16 .b8 mine[64];
        mov.u64 %rd6, mine;
        st.local.u32 [%rd6+8], %r0;
        st.local.u64 [%rd6+16], %rd0;
        ld.local.u8 %h0, [%rd6+9];
        """;
    DeviceBuffer data = device.malloc("data", Dtype.U8, List.of(1024L));
    PtxKernel kernel = prepare(kernel(body), 64, Argument.of(data), Argument.of(data));
    List<MemoryAccess> accesses = run(kernel, ".local");
    assertThat(accesses).allMatch(MemoryAccess::isLocal);
    assertThat(lines(accesses.get(0))).isEqualTo(Map.of(ofBlock(2 * 128), new Line(0xf, 0xf, 32)));
    assertThat(lines(accesses.get(1)))
        .isEqualTo(
            Map.of(
                ofBlock(4 * 128),
                new Line(0xf, 0xf, 32),
                ofBlock(5 * 128),
                new Line(0xf, 0xf, 32)));
    assertThat(lines(accesses.get(2))).isEqualTo(Map.of(ofBlock(2 * 128), new Line(0xf, 0, 32)));
    assertThat(accesses.get(2).kind()).isEqualTo(Kind.LOAD);
  }

  private static long ofBlock(long offset) {
    return MemoryAccess.lineOfBlock(offset);
  }

  @Test
  void warpsOfABlockHaveLocalMemoryOfTheirOwn() {
    String body =
        """
        .local .align 4 .b8 mine[4];
        mov.u64 %rd6, mine;
        st.local.u32 [%rd6], %r0;
        """;
    DeviceBuffer data = device.malloc("data", Dtype.U8, List.of(1024L));
    PtxKernel kernel = prepare(kernel(body), 64, Argument.of(data), Argument.of(data));
    List<Long> lines = new ArrayList<>();
    MemoryAccess access = new MemoryAccess();
    BlockStream block = kernel.begin(0, 0);
    for (int i = 0; i < 2; i++) {
      WarpStream warp = block.warp(i);
      while (warp.state() == WarpStream.State.RUNNING) {
        warp.issue(0, access);
        if (access.isLocal()) {
          lines.add(access.line(0));
          access.placeLocal(4096);
          lines.add(access.line(0));
        }
      }
    }
    // The frame of a kernel takes a multiple of 16 bytes: four words of each thread.
    assertThat(lines).containsExactly(ofBlock(0), 4096L, ofBlock(512), 4096L + 512);
    assertThat(kernel.shape().localStart()).isEqualTo(LOCAL);
    assertThat(kernel.shape().localBytesPerBlock()).isEqualTo(1024);
  }

  @Test
  void clocksShowTheCycleAndTheMultiprocessor() {
    String body =
        """
        mov.u32 %r2, %clock;
        mov.u32 %r3, %smid;
        st.global.u32 [%rd0], %r2;
        st.global.u32 [%rd0+4], %r3;
        mov.u32 %r3, %nsmid;
        st.global.u32 [%rd0+8], %r3;
        """;
    DeviceBuffer data = device.malloc("data", Dtype.U32, List.of(32L));
    run(prepare(kernel(body), 32, Argument.of(data), Argument.of(data)), "no such");
    assertThat(data.memory().getAtIndex(ValueLayout.JAVA_INT, 0)).isEqualTo(1000);
    assertThat(data.memory().getAtIndex(ValueLayout.JAVA_INT, 1)).isEqualTo(3);
    assertThat(data.memory().getAtIndex(ValueLayout.JAVA_INT, 2)).isEqualTo(16);
  }

  @Test
  void eachFunctionsRegistersHaveNumbersOfTheirOwn() {
    PtxKernel kernel =
        prepare(
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .func f() {
              .reg .pred %p<1>; .reg .b32 %r<2>;
              setp.eq.u32 %p0, %r0, %r1;
              @%p0 mov.u32 %r1, 5;
              ret;
            }
            .visible .entry k() {
              .reg .pred %p<1>; .reg .b32 %r<3>;
              add.u32 %r2, %r0, %r1;
              call f;
              ret;
            }
            """,
            32);
    List<StreamInstruction> all = kernel.shape().instructions();
    assertThat(all.get(0).reads()).hasSize(2).doesNotContain(all.get(0).writes());
    int last = Math.max(all.get(0).reads()[1], all.get(0).writes()[0]);
    StreamInstruction compare =
        all.stream().filter(each -> each.text().contains("setp")).findFirst().orElseThrow();
    StreamInstruction move =
        all.stream().filter(each -> each.text().contains("mov")).findFirst().orElseThrow();
    assertThat(Arrays.stream(compare.reads()).min().orElseThrow()).isGreaterThan(last);
    assertThat(compare.writes()).hasSize(1);
    // The move is guarded by what the comparison writes, and leaves some lanes as they were.
    assertThat(move.reads()).containsExactly(compare.writes()[0], move.writes()[0]);
    assertThat(kernel.shape().registers()).isGreaterThan(compare.writes()[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "add.s32,INTEGER_ADD",
    "max.s32,INTEGER_MAXIMUM",
    "mul.lo.s32,INTEGER_MULTIPLY",
    "rem.s32,INTEGER_DIVIDE",
    "and.b32,INTEGER_ADD",
    "min.f32,FLOAT_MAXIMUM",
    "add.f32,FLOAT_ADD",
    "mul.f32,FLOAT_MULTIPLY",
    "div.rn.f32,FLOAT_DIVIDE",
    "add.f16x2,FLOAT_ADD"
  })
  void operationsHaveClasses(String mnemonic, OperationClass kind) {
    PtxKernel kernel =
        prepare(
            kernel(mnemonic + " %r2, %r0, %r1;"),
            32,
            Argument.of(device.malloc("a", Dtype.U8, List.of(256L))),
            Argument.of(0L));
    assertThat(
            kernel.shape().instructions().stream().filter(each -> each.text().contains(mnemonic)))
        .singleElement()
        .extracting(StreamInstruction::kind)
        .isEqualTo(kind);
  }
}
