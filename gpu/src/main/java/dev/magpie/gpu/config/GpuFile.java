package dev.magpie.gpu.config;

import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.config.CoreConfig.IssueOrder;
import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.gpu.config.CoreConfig.Timing;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.Records;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A GPU as a file has it; checks what it says. */
final class GpuFile {
  /** The unit that every multiprocessor has: loads and stores go there. */
  private static final String MEMORY_UNIT = "memory";

  private static final int LONG = 100_000;

  private final SettingsTable root;

  GpuFile(SettingsTable file) {
    root = file.over(shared("energy")).over(shared("assist"));
  }

  /** A table that all GPUs have, unless their file says otherwise. */
  private static SettingsTable shared(String key) {
    return TomlFile.resource(GpuFile.class, key + ".toml").under(key);
  }

  GpuConfig config(String name) {
    root.knows(
        Records.keys(GpuConfig.class).stream()
            .map(key -> key.equals("name") ? "like" : key)
            .collect(Collectors.toSet()));
    ControllerConfig controller = controller(root.table("controller"));
    return new GpuConfig(
        name,
        root.text("description"),
        root.text("source"),
        root.decimal("clock-megahertz", 1, LONG),
        root.has("launch-cycles") ? root.number("launch-cycles", 0, LONG) : 0,
        root.has("block-cycles") ? root.decimal("block-cycles", 0, LONG) : 0,
        root.number("multiprocessors", 1, 1024),
        core(root.table("core")),
        l1(root.table("l1")),
        Records.read(root.table("crossbar"), CrossbarConfig.class),
        l2(root.table("l2"), controller.channels()),
        controller,
        dram(),
        root.has("buddy")
            ? Optional.of(Records.read(root.table("buddy"), BuddyLinkConfig.class))
            : Optional.empty(),
        Records.read(root.table("assist"), AssistConfig.class),
        energy(root.table("energy")));
  }

  private static CoreConfig core(SettingsTable table) {
    table.knows(Records.keys(CoreConfig.class));
    Map<String, Integer> units = new TreeMap<>();
    SettingsTable named = table.table("units");
    for (String unit : named.keys()) {
      units.put(unit, named.number(unit, 1, 64));
    }
    if (!units.containsKey(MEMORY_UNIT)) {
      throw named.wrong(MEMORY_UNIT, "is missing: loads and stores need a unit");
    }
    int warps = table.number("warps", 1, 64);
    return new CoreConfig(
        table.number("schedulers", 1, warps),
        table.choice("policy", SchedulerPolicy.values()),
        table.has("order") ? table.choice("order", IssueOrder.values()) : IssueOrder.AS_WRITTEN,
        warps,
        table.number("threads", 32, 32 * warps),
        table.number("blocks", 1, 64),
        table.number("threads-per-block", 1, 1024),
        table.number("registers", 1, 1 << 24),
        table.number("shared-bytes", 0, 1 << 24),
        table.number("shared-banks", 1, 64),
        table.number("shared-latency", 1, LONG),
        table.number("constant-latency", 1, LONG),
        units,
        timing(table.table("timing"), units.keySet()));
  }

  private static Map<OperationClass, Timing> timing(SettingsTable table, Set<String> units) {
    Set<String> names =
        Arrays.stream(OperationClass.values())
            .filter(each -> each != OperationClass.MEMORY)
            .map(OperationClass::toString)
            .collect(Collectors.toSet());
    table.knows(names);
    Map<OperationClass, Timing> timing = new EnumMap<>(OperationClass.class);
    for (OperationClass each : OperationClass.values()) {
      boolean isOptional = each == OperationClass.MATRIX;
      if (each == OperationClass.MEMORY || (isOptional && !table.has(each.toString()))) {
        continue;
      }
      SettingsTable row = table.table(each.toString());
      Timing one = Records.read(row, Timing.class);
      if (!units.contains(one.unit())) {
        throw row.wrong("unit", "no unit is called '%s'".formatted(one.unit()));
      }
      timing.put(each, one);
    }
    return timing;
  }

  private static FirstLevelConfig l1(SettingsTable table) {
    FirstLevelConfig l1 = Records.read(table, FirstLevelConfig.class);
    checkSets(table, l1.bytes(), 1, l1.ways());
    return l1;
  }

  /** Whether a cache is made of whole sets; as wrong as it may be, what would be right is told. */
  private static void checkSets(SettingsTable table, int bytes, int slices, int ways) {
    long step = (long) slices * ways * MemoryAccess.LINE_BYTES;
    if (bytes % step == 0) {
      return;
    }
    long below = bytes / step * step;
    throw table.wrong(
        "bytes",
        "%d is no whole number of sets: %s%d ways of lines of %d bytes are %d, and the nearest multiples are %s%d"
            .formatted(
                bytes,
                slices > 1 ? slices + " slices of " : "",
                ways,
                MemoryAccess.LINE_BYTES,
                step,
                below > 0 ? below + " and " : "",
                below + step));
  }

  private static SecondLevelConfig l2(SettingsTable table, int channels) {
    SecondLevelConfig l2 = Records.read(table, SecondLevelConfig.class);
    if (l2.slices() % channels != 0) {
      throw table.wrong("slices", "has to be a multiple of the %d channels".formatted(channels));
    }
    if (Integer.bitCount(l2.interleaveBytes()) != 1) {
      throw table.wrong("interleave-bytes", "has to be a power of two");
    }
    if (!l2.hash().takesAnyNumber() && Integer.bitCount(l2.slices()) != 1) {
      throw table.wrong("hash", "xor and ipoly need a power of two of slices");
    }
    checkSets(table, l2.bytes(), l2.slices(), l2.ways());
    return l2;
  }

  private static ControllerConfig controller(SettingsTable table) {
    table.knows(Records.keys(ControllerConfig.class));
    int controllers = table.number("controllers", 1, 256);
    int channels = table.number("channels", 1, 1024);
    if (channels % controllers != 0) {
      throw table.wrong(
          "channels", "has to be a multiple of the %d controllers".formatted(controllers));
    }
    SettingsTable cache = table.table("metadata-cache");
    cache.knows(Records.keys(BlockMetadataCache.Shape.class));
    BlockMetadataCache.Shape shape;
    try {
      shape =
          new BlockMetadataCache.Shape(
              cache.number("bytes", 1, 1 << 28),
              cache.number("ways", 1, 1024),
              cache.number("line-bytes", 8, 4096));
    } catch (IllegalArgumentException e) {
      throw cache.wrong("bytes", String.valueOf(e.getMessage()));
    }
    return new ControllerConfig(
        controllers,
        channels,
        table.number("latency", 0, LONG),
        shape,
        table.has("metadata")
            ? table.choice("metadata", MetadataLookup.values())
            : MetadataLookup.CACHED,
        table.number("metadata-latency", 0, LONG),
        table.decimal("codec-latency", 0, 1000));
  }

  private static EnergyConfig energy(SettingsTable table) {
    table.knows(Set.of("operation", "metadata-cache", "link", "codec"));
    SettingsTable named = table.table("codec");
    Map<String, EnergyConfig.Codec> codecs = new HashMap<>();
    for (String name : named.keys()) {
      try {
        Codecs.family(name);
      } catch (CodecSpecException e) {
        throw named.wrong(name, String.valueOf(e.getMessage()));
      }
      codecs.put(name, Records.read(named.table(name), EnergyConfig.Codec.class));
    }
    return new EnergyConfig(
        Records.read(table.table("operation"), EnergyConfig.Operation.class),
        Records.read(table.table("metadata-cache"), EnergyConfig.MetadataCache.class),
        Records.read(table.table("link"), EnergyConfig.Link.class),
        codecs);
  }

  /** The file that describes the DRAM, if it has no name. */
  private Optional<Path> dramFile() {
    SettingsTable table = root.table("dram");
    String name = table.text("like");
    try {
      return name.endsWith(".toml")
          ? Optional.of(Path.of(root.file()).resolveSibling(name))
          : Optional.empty();
    } catch (InvalidPathException e) {
      throw table.wrong("like", "names no file: " + e.getReason());
    }
  }

  private DramConfig dram() {
    SettingsTable table = root.table("dram");
    table.knows(Set.of("like"));
    String name = table.text("like");
    if (dramFile().isPresent()) {
      Path file = dramFile().get();
      try {
        return DramConfigs.read(file);
      } catch (NoSuchFileException e) {
        throw table.wrong("like", "there is no file " + file);
      } catch (IOException e) {
        throw table.wrong("like", "%s cannot be read: %s".formatted(file, IoReason.of(e)));
      }
    }
    return DramConfigs.named(name)
        .orElseThrow(() ->
            table.wrong(
                "like",
                "no DRAM is called '%s', and no file ends in .toml; there are %s"
                    .formatted(name, String.join(", ", DramConfigs.names()))));
  }
}
