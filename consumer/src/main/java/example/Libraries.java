package example;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.container.Container;
import dev.magpie.container.ContainerSettings;
import dev.magpie.container.ContainerWriter;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.layout.BlockMemory;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.settings.TomlFile;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * Uses each library, as someone else's program would, and fails where one does not what it should.
 */
public final class Libraries {
  private static final int WORDS = 1 << 16;

  private static final String SCALE =
      """
      .version 9.0
      .target sm_75
      .address_size 64

      .visible .entry scale(.param .u64 array, .param .u32 factor)
      {
        .reg .b32 %r<7>;
        .reg .b64 %rd<5>;
        ld.param.u64 %rd1, [array];
        ld.param.u32 %r1, [factor];
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %ntid.x;
        mov.u32 %r4, %tid.x;
        mad.lo.s32 %r5, %r2, %r3, %r4;
        mul.wide.s32 %rd2, %r5, 4;
        add.s64 %rd3, %rd1, %rd2;
        mul.lo.s32 %r6, %r5, %r1;
        st.global.u32 [%rd3], %r6;
        ret;
      }
      """;

  private Libraries() {}

  /** The argument is a directory to write into. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    codec();
    Path raw = snapshot(directory);
    container(raw, directory.resolve("array.mgp"));
    memory();
    ptx();
    gpu();
    depth();
    settings(directory.resolve("settings.toml"));
    boolean isModule = Libraries.class.getModule().isNamed();
    System.out.println("all libraries work on the " + (isModule ? "module" : "class") + " path");
  }

  private static void expect(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError("not " + expected + " but " + found);
    }
  }

  /** The program of docs/java.md; a test of cli compares what it prints with the page, too. */
  private static void codec() {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Blocks.main(new String[0]);
    } finally {
      System.setOut(console);
    }
    expect(
        List.of("block at 0: 256 bits", "block at 128: raw", "the same: true"),
        printed.toString(StandardCharsets.UTF_8).lines().toList());
  }

  private static Path snapshot(Path directory) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * WORDS);
    for (int i = 0; i < WORDS; i++) {
      bytes.putInt(4 * i, Integer.reverseBytes(i));
    }
    Path file = Files.write(directory.resolve("array.raw"), bytes.array());
    try (Snapshot snapshot = Snapshot.open(List.of(file), Dtype.I32)) {
      expect(1, snapshot.allocations().size());
      expect(4L * WORDS, snapshot.bytes());
    }
    return file;
  }

  private static void container(Path raw, Path file) throws IOException {
    ContainerSettings settings =
        ContainerSettings.of(CodecSpec.parse("mag-bdi"), Granularity.DEFAULT);
    try (FileChannel in = FileChannel.open(raw);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ContainerWriter writer = new ContainerWriter(out, settings, List.of("array"), 2)) {
      writer.add(in, bytes -> {});
      writer.finish();
    }
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    try (Container container = Container.open(file)) {
      container.copy(0, Channels.newChannel(copy), 2, bytes -> {});
    }
    expect(true, Arrays.equals(Files.readAllBytes(raw), copy.toByteArray()));
    expect(true, Files.size(file) < Files.size(raw));
  }

  private static void memory() {
    Granularity granularity = Granularity.DEFAULT;
    Transfers transfers = new Transfers();
    MemorySegment zeros = MemorySegment.ofArray(new byte[granularity.blockBytes()]);
    try (BlockMemory memory =
        Layouts.create("lcp", Codecs.create("mag-bdi", granularity), granularity, 1 << 10)) {
      memory.write(17, zeros, 0, transfers);
      memory.read(17, zeros, 0, transfers);
    }
    expect(List.of(1L, 1L), List.of(transfers.reads, transfers.writes));
  }

  private static Launch launch(Device device) {
    DeviceBuffer array = device.malloc("array", Dtype.I32, List.of((long) WORDS));
    return Launch.of(
        device.load("scale.ptx", SCALE).kernel("scale"),
        Dim3.of(WORDS / 256),
        Dim3.of(256),
        Argument.of(array),
        Argument.of(3));
  }

  private static void ptx() {
    Device device = new Device();
    device.launch(launch(device));
    ByteBuffer array = device.buffers().get("array").tensor().memory().asByteBuffer();
    expect(3 * 1000, Integer.reverseBytes(array.getInt(4 * 1000)));
  }

  private static void gpu() throws IOException {
    Device device = new Device();
    try (TimedDevice timed =
        TimedGpu.builder(GpuConfigs.named("gtx580").orElseThrow())
            .memory(Compression.of(CodecSpec.parse("mag-bdi"), 32))
            .build(device)) {
      timed.launch(launch(device), LaunchOptions.DEFAULT);
      SimulationResult result = timed.gpu().result("job", "scale");
      expect(11L * WORDS, result.threadInstructions());
      expect(true, result.cycles() > 0 && timed.gpu().memoryCounters() != null);
    }
  }

  private static void depth() throws IOException {
    Scene scene = Scenes.open("builtin:hall");
    FrontEnd frontEnd =
        new FrontEnd(new FrameShape(320, 180, TileShape.DEFAULT), RasterOptions.DEFAULT);
    Configuration configuration =
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(16 << 10));
    expect(
        true,
        DepthSystem.replay(
                    frontEnd.draw(scene.meshes(), scene.camera(0, 1)).events(), configuration)
                .bytes()
            > 0);
  }

  private static void settings(Path file) throws IOException {
    Files.writeString(file, "answer = 42\n");
    expect(42, TomlFile.read(file).number("answer", 0, 100));
  }
}
