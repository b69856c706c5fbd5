package dev.magpie.cli;

import dev.magpie.cli.advise.AdviseCommand;
import dev.magpie.cli.analyze.AnalyzeCommand;
import dev.magpie.cli.analyze.TrainCommand;
import dev.magpie.cli.buddy.CapacityCommand;
import dev.magpie.cli.buddy.ProfileCommand;
import dev.magpie.cli.buddy.ReplayCommand;
import dev.magpie.cli.container.CompressCommand;
import dev.magpie.cli.container.DecompressCommand;
import dev.magpie.cli.depth.DepthCommand;
import dev.magpie.cli.design.DesignCommand;
import dev.magpie.cli.dram.DramCommand;
import dev.magpie.cli.exec.CaptureCommand;
import dev.magpie.cli.exec.ExecCommand;
import dev.magpie.cli.explore.ExploreCommand;
import dev.magpie.cli.lab.QueryCommand;
import dev.magpie.cli.lab.ReproduceCommand;
import dev.magpie.cli.layout.LayoutCommand;
import dev.magpie.cli.merge.MergeCommand;
import dev.magpie.cli.option.HelpOption;
import dev.magpie.cli.option.PluginOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.pages.PagesCommand;
import dev.magpie.cli.run.RunCommand;
import dev.magpie.cli.run.WorkloadCommand;
import dev.magpie.cli.silicon.SiliconCommand;
import dev.magpie.cli.silicon.SiliconMemoryCommand;
import dev.magpie.cli.simulate.SimulateCommand;
import dev.magpie.cli.sweep.SweepCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** The subcommands. To add one, write its class and add it here. */
final class Commands {
  private static final Map<String, Supplier<Object>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("analyze", AnalyzeCommand::new);
    ALL.put("explore", ExploreCommand::new);
    ALL.put("advise", AdviseCommand::new);
    ALL.put("pages", PagesCommand::new);
    ALL.put("run", () -> new RunCommand(ExecCommand::run));
    ALL.put("exec", ExecCommand::new);
    ALL.put("capture", CaptureCommand::new);
    ALL.put("simulate", SimulateCommand::new);
    ALL.put("sweep", SweepCommand::new);
    ALL.put("merge", MergeCommand::new);
    ALL.put("silicon", SiliconCommand::new);
    ALL.put("train", TrainCommand::new);
    ALL.put("compress", CompressCommand::new);
    ALL.put("decompress", DecompressCommand::new);
    ALL.put("layout", LayoutCommand::new);
    ALL.put("codecs", CodecsCommand::new);
    ALL.put("examples", ExamplesCommand::new);
    ALL.put("reproduce", ReproduceCommand::new);
    ALL.put("query", QueryCommand::new);
    ALL.put("profile", ProfileCommand::new);
    ALL.put("replay", ReplayCommand::new);
    ALL.put("capacity", CapacityCommand::new);
    ALL.put("depth", DepthCommand::new);
    ALL.put("workload", WorkloadCommand::new);
    ALL.put("dram", DramCommand::new);
    ALL.put(ServeCommand.NAME, ServeCommand::new);
    ALL.put("help", HelpCommand::new);
  }

  /** Those that take codecs or layouts. */
  private static final Set<String> WITH_PLUGINS =
      Set.of(
          "analyze",
          "explore",
          "advise",
          "pages",
          "exec",
          "simulate",
          "sweep",
          "merge",
          "train",
          "compress",
          "decompress",
          "layout",
          "codecs",
          "profile",
          "replay");

  private Commands() {}

  /** The names of all. */
  static Set<String> names() {
    return ALL.keySet();
  }

  /** Adds the subcommand that the arguments need, or else all: each costs time to set up. */
  static void addTo(CommandLine commandLine, Console console, String... args) {
    String name = args.length == 0 ? "" : args[0];
    boolean isOne = ALL.containsKey(name) && !name.equals("help");
    boolean isNone = args.length == 1 && (name.equals("--version") || name.equals("-V"));
    ALL.forEach((each, command) -> {
      if (!isNone && (!isOne || each.equals(name))) {
        add(commandLine, console, each, command.get());
      }
    });
    commandLine.addMixin("help", new HelpOption());
  }

  private static void add(CommandLine commandLine, Console console, String name, Object command) {
    if (!(command instanceof Subcommand subcommand)) {
      commandLine.addSubcommand(name, command);
      return;
    }
    CommandLine added = new CommandLine(subcommand.on(console));
    if (WITH_PLUGINS.contains(name)) {
      added.addMixin("plugin", new PluginOption());
    }
    added.addMixin("help", new HelpOption());
    switch (name) {
      // What is behind the program's name is the program's.
      case "exec", "capture" -> added.setStopAtPositional(true);
      case "codecs" -> add(added, console, "design", new DesignCommand());
      case "silicon" -> add(added, console, "memory", new SiliconMemoryCommand());
      default -> {}
    }
    commandLine.addSubcommand(name, added);
  }
}
