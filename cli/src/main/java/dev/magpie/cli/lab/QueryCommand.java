package dev.magpie.cli.lab;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.ResultFiles;
import dev.magpie.lab.result.ResultQuery;
import dev.magpie.lab.result.RunDocument;
import dev.magpie.lab.result.SizesDirectory;
import dev.magpie.lab.sweep.SweepDirectory;
import dev.magpie.lab.sweep.SweepQuery;
import dev.magpie.settings.FileAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie query}: SQL over the results of experiments. */
@Command(
    name = "query",
    description =
        "Answer SQL over the results of magpie reproduce, also recorded ones, of magpie sweep, of magpie"
            + " analyze --parquet, and over the JSON of magpie analyze and magpie profile.",
    sortOptions = false,
    footer = {
      "",
      "Tables:",
      "  experiments   id, title, source, version, size, parameters, error, started, seconds",
      "  claims        experiment, claim, measure, kind, stated, paper, unit, measured, error,",
      "                verdict, reason, counterExamples",
      "  measurements  experiment, name, value",
      "  cells         experiment, table, row, column, unit, text, value",
      "  inputs        experiment, name, bytes, sha256, problem",
      "Of results that reproduce --record put into DIR, each file is a table of its name: claims,",
      "experiments, inputs, simulations, \"mag-fig12.bdi\" and others; DESCRIBE has their columns.",
      "Of a sweep the table is points: a column for each axis, such as program, gpu, layout and",
      "codec; state, error; cycles, seconds, ipc, dramBytes, bandwidth, effectiveRatio, l2HitRate,",
      "joules; and result, all that 'magpie simulate' says, as JSON.",
      "Of analyze --parquet it is sizes: source, name, dtype, shape, bytes, blocks, codec, codedBits,",
      "storedBytes, effectiveBytes, rawRatio, effectiveRatio, granules, lossy, figures. So it is of the",
      "JSON of analyze; of that of profile it is targets: name, path, bytes, ratios, target,",
      "buddyAccessFraction.",
      "",
      "Examples:",
      "  magpie query points \"SELECT codec, avg(cycles) FROM points GROUP BY codec\"",
      "  magpie query sizes.json \"SELECT codec, sum(storedBytes) FROM sizes GROUP BY codec\"",
      "  magpie query \"SELECT verdict, count(*) FROM claims GROUP BY ALL\"",
      "  magpie query \"SELECT * FROM measurements WHERE name LIKE 'gain%%'\" --format csv",
      "  magpie query \"PIVOT (FROM cells WHERE experiment = 'mag/fig13') ON \\\"column\\\""
          + " USING first(text) GROUP BY row\"",
      "  magpie query -o results \"SELECT claim, reason FROM claims WHERE verdict = 'contradicts'\""
    })
public final class QueryCommand extends Subcommand {

  @Parameters(
      arity = "1..2",
      paramLabel = "[DIR] SQL",
      hideParamSyntax = true,
      description = "The query; before it, the directory, which -o may name too.")
  private List<String> words = List.of();

  @Option(
      names = {"-o", "--results"},
      paramLabel = "DIR",
      description = ReproduceCommand.DIRECTORY)
  private @Nullable Path results;

  @Mixin private FormatOption format = new FormatOption();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(
        words.size() > 1 && results != null,
        "name the directory once, before the query or with -o");
    Path directory = words.size() > 1 ? named() : ReproduceCommand.directory(results);
    try (ResultsHere here = ResultsHere.of(directory)) {
      format.print(QueryReport.of(found(here.place(), directory)), console);
    }
    return 0;
  }

  private Path named() {
    return BadUsageException.unlessLegal(() -> FileAddress.of(words.getFirst()));
  }

  /** Messages tell of the directory that was named. */
  private QueryResult found(Path place, Path named) throws IOException {
    // A bucket's own name may end with a slash.
    String name = named.toString().replaceFirst("(?<!/)/$", "");
    try {
      return found(place, why -> console.say(why.replace(place.toString(), name)));
    } catch (LabException e) {
      throw new BadUsageException(
          String.valueOf(e.getMessage()).replace(place.toString(), name), e);
    }
  }

  private QueryResult found(Path directory, Consumer<String> complaints) throws IOException {
    String sql = words.getLast();
    if (Files.isRegularFile(directory)) {
      return RunDocument.query(directory, sql);
    }
    // To list a pipe would wait for who writes into it.
    BadUsageException.when(
        Files.exists(directory) && !Files.isDirectory(directory),
        directory + ": is a pipe or a device, and no directory of results");
    if (SweepDirectory.isOne(directory)) {
      return SweepQuery.run(directory, sql, complaints);
    }
    if (SizesDirectory.isOne(directory)) {
      return SizesDirectory.query(directory, sql);
    }
    return RecordedResults.areIn(directory)
        ? ResultQuery.runOverRecorded(directory, sql)
        : ResultQuery.run(ResultFiles.of(directory, complaints), sql);
  }
}
