package dev.magpie.gpu.config;

import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.gpu.config.CoreConfig.Timing;
import dev.magpie.gpu.config.SecondLevelConfig.SliceHash;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A GPU as a file has it; checks what it says. */
final class GpuFile {
  /** The unit that every multiprocessor has: loads and stores go there. */
  private static final String MEMORY_UNIT = "memory";

  private static final int MANY = 1 << 16;
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
        Set.of(
            "description",
            "source",
            "clock-megahertz",
            "multiprocessors",
            "core",
            "l1",
            "crossbar",
            "l2",
            "controller",
            "dram",
            "buddy",
            "assist",
            "energy"));
    ControllerConfig controller = controller(root.table("controller"));
    return new GpuConfig(
        name,
        root.text("description"),
        root.text("source"),
        root.decimal("clock-megahertz", 1, LONG),
        root.number("multiprocessors", 1, 1024),
        core(root.table("core")),
        l1(root.table("l1")),
        crossbar(root.table("crossbar")),
        l2(root.table("l2"), controller.channels()),
        controller,
        dram(root.table("dram")),
        root.has("buddy") ? Optional.of(buddy(root.table("buddy"))) : Optional.empty(),
        assist(root.table("assist")),
        EnergyTable.read(root.table("energy")));
  }

  private static CoreConfig core(SettingsTable table) {
    table.knows(
        Set.of(
            "schedulers",
            "policy",
            "warps",
            "threads",
            "blocks",
            "threads-per-block",
            "registers",
            "shared-bytes",
            "shared-banks",
            "shared-latency",
            "constant-latency",
            "units",
            "timing"));
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
      if (each == OperationClass.MEMORY) {
        continue;
      }
      SettingsTable row = table.table(each.toString());
      row.knows(Set.of("unit", "latency", "interval"));
      String unit = row.text("unit");
      if (!units.contains(unit)) {
        throw row.wrong("unit", "no unit is called '%s'".formatted(unit));
      }
      timing.put(
          each, new Timing(unit, row.number("latency", 1, LONG), row.number("interval", 1, LONG)));
    }
    return timing;
  }

  private static FirstLevelConfig l1(SettingsTable table) {
    table.knows(
        Set.of("bytes", "ways", "hashed", "latency", "mshrs", "merges", "miss-queue", "fill"));
    int ways = table.number("ways", 1, 1024);
    return new FirstLevelConfig(
        sets(table, table.number("bytes", 0, 1 << 28), ways),
        ways,
        table.yes("hashed"),
        table.number("latency", 1, LONG),
        table.number("mshrs", 1, MANY),
        table.number("merges", 1, MANY),
        table.number("miss-queue", 1, MANY),
        table.choice("fill", Fill.values()));
  }

  private static int sets(SettingsTable table, int bytes, int sharers) {
    if (bytes % (sharers * MemoryAccess.LINE_BYTES) != 0) {
      throw table.wrong(
          "bytes",
          "has to be a multiple of %d, for lines of %d bytes"
              .formatted(sharers * MemoryAccess.LINE_BYTES, MemoryAccess.LINE_BYTES));
    }
    return bytes;
  }

  private static CrossbarConfig crossbar(SettingsTable table) {
    table.knows(Set.of("latency", "flit-bytes", "header-bytes", "queue"));
    return new CrossbarConfig(
        table.number("latency", 1, LONG),
        table.number("flit-bytes", 1, 4096),
        table.number("header-bytes", 0, 4096),
        table.number("queue", 1, MANY));
  }

  private static SecondLevelConfig l2(SettingsTable table, int channels) {
    table.knows(
        Set.of(
            "slices",
            "bytes",
            "ways",
            "latency",
            "mshrs",
            "merges",
            "queue",
            "miss-queue",
            "fill",
            "interleave-bytes",
            "hash",
            "atomic-cycles"));
    int slices = table.number("slices", 1, 1024);
    if (slices % channels != 0) {
      throw table.wrong("slices", "has to be a multiple of the %d channels".formatted(channels));
    }
    int ways = table.number("ways", 1, 1024);
    int interleave = table.number("interleave-bytes", MemoryAccess.LINE_BYTES, 1 << 20);
    if (Integer.bitCount(interleave) != 1) {
      throw table.wrong("interleave-bytes", "has to be a power of two");
    }
    SliceHash hash = table.choice("hash", SliceHash.values());
    if (hash != SliceHash.MODULO && Integer.bitCount(slices) != 1) {
      throw table.wrong("hash", "other than modulo needs a power of two of slices");
    }
    return new SecondLevelConfig(
        slices,
        sets(table, table.number("bytes", MemoryAccess.LINE_BYTES, 1 << 30), slices * ways),
        ways,
        table.number("latency", 1, LONG),
        table.number("mshrs", 1, MANY),
        table.number("merges", 1, MANY),
        table.number("queue", 1, MANY),
        table.number("miss-queue", 1, MANY),
        table.choice("fill", Fill.values()),
        interleave,
        hash,
        table.number("atomic-cycles", 1, LONG));
  }

  private static ControllerConfig controller(SettingsTable table) {
    table.knows(Set.of("controllers", "channels", "latency", "metadata-latency", "metadata-cache"));
    int controllers = table.number("controllers", 1, 256);
    int channels = table.number("channels", 1, 1024);
    if (channels % controllers != 0) {
      throw table.wrong(
          "channels", "has to be a multiple of the %d controllers".formatted(controllers));
    }
    SettingsTable cache = table.table("metadata-cache");
    cache.knows(Set.of("bytes", "ways", "line-bytes"));
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
        table.number("metadata-latency", 0, LONG));
  }

  private static BuddyLinkConfig buddy(SettingsTable table) {
    table.knows(
        Set.of(
            "links",
            "gigabytes-per-second",
            "latency",
            "header-bytes",
            "queue",
            "compression-dram-cycles",
            "decompression-dram-cycles"));
    return new BuddyLinkConfig(
        table.number("links", 1, 64),
        table.decimal("gigabytes-per-second", 1, LONG),
        table.number("latency", 0, LONG),
        table.number("header-bytes", 0, 4096),
        table.number("queue", 1, MANY),
        table.number("compression-dram-cycles", 0, LONG),
        table.number("decompression-dram-cycles", 0, LONG));
  }

  private static AssistConfig assist(SettingsTable table) {
    table.knows(
        Set.of(
            "decompression-instructions",
            "compression-instructions",
            "trial-instructions",
            "buffer"));
    return new AssistConfig(
        table.number("decompression-instructions", 1, LONG),
        table.number("compression-instructions", 1, LONG),
        table.number("trial-instructions", 0, LONG),
        table.number("buffer", 0, MANY));
  }

  private DramConfig dram(SettingsTable table) {
    table.knows(Set.of("like"));
    String name = table.text("like");
    if (name.endsWith(".toml")) {
      Path file = Path.of(root.file()).resolveSibling(name);
      try {
        return DramConfigs.read(file);
      } catch (NoSuchFileException e) {
        throw table.wrong("like", "there is no file " + file);
      } catch (IOException e) {
        throw table.wrong("like", "%s cannot be read: %s".formatted(file, e.getMessage()));
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
