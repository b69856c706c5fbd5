package dev.magpie.lab.run;

import dev.magpie.analysis.Shard;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.LabReport;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.ResultDirectory;
import dev.magpie.report.Provenance;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs of a laboratory that several processes share: each has a directory with the results of its
 * part of the experiments, and a file that says which part of which experiments that is.
 */
public final class LaboratoryShards {
  private static final int MOST_BYTES = 1 << 20;

  /**
   * A directory of a shard.
   *
   * @param ids of all experiments of the run
   */
  private record Part(Path place, Shard shard, List<String> ids) {}

  private LaboratoryShards() {}

  /** Says in a directory which part of a run it has. */
  public static void write(Path place, Shard shard, List<Experiment<?>> all) {
    Path file = place.resolve("shard-%d-of-%d.txt".formatted(shard.number(), shard.of()));
    String ids =
        String.join("\n", all.stream().map(each -> each.description().id()).toList()) + "\n";
    try {
      if (FileAddress.isHere(place)) {
        Files.createDirectories(place);
      }
      WholeFile.write(file, ids.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw ResultDirectory.unwritable(place, e);
    }
  }

  /**
   * Puts shards together: the results as their shards have them, and the report over all.
   *
   * @param places directories of shards
   * @param order ids of all experiments that there are, in the order of the report
   * @return what became of each, in the order of the run
   * @throws LabException if a shard is missing, there twice, or of another run, or a result is not
   *     there
   */
  public static List<Outcome> merge(
      List<Path> places,
      Path into,
      List<String> order,
      Provenance provenance,
      Consumer<String> complaints) {
    List<Part> parts = new ArrayList<>();
    places.forEach(each -> parts.addAll(parts(each)));
    Part first = parts.getFirst();
    for (Part each : parts) {
      if (!each.ids.equals(first.ids)) {
        throw new LabException(
            "%s: is a shard of other experiments than %s".formatted(each.place, first.place));
      }
    }
    try {
      Shard.requireAll(
          parts.stream().map(Part::shard).toList(),
          parts.stream().map(each -> each.place.toString()).toList());
    } catch (IllegalArgumentException e) {
      throw new LabException(String.valueOf(e.getMessage()), e);
    }
    parts.sort(Comparator.comparingInt(each -> each.shard.number()));
    List<Outcome> outcomes = new ArrayList<>();
    for (Part part : parts) {
      try (ResultDirectory directory = ResultDirectory.openToRead(part.place)) {
        for (String id : part.shard.of(part.ids)) {
          ExperimentResult result =
              directory
                  .read(id, complaints)
                  .orElseThrow(() ->
                      new LabException(
                          "%s: shard %s has no result of %s; 'magpie reproduce --shard %s' makes it"
                              .formatted(part.place, part.shard, id, part.shard)));
          outcomes.add(
              new Outcome(
                  result, result.error() == null ? Outcome.How.REUSED : Outcome.How.FAILED));
        }
      }
    }
    requireOneProgram(outcomes);
    try (ResultDirectory merged = ResultDirectory.open(into)) {
      outcomes.forEach(each -> merged.write(each.result()));
      LabReport.write(merged, outcomes, order, provenance);
    }
    return outcomes;
  }

  private static void requireOneProgram(List<Outcome> outcomes) {
    ExperimentResult first = outcomes.getFirst().result();
    for (Outcome each : outcomes) {
      ExperimentResult result = each.result();
      if (!result.version().equals(first.version()) || result.size() != first.size()) {
        throw new LabException(
            "%s was measured by version %s in size %s, and %s by %s in %s; one run has one of each"
                .formatted(
                    result.id(),
                    result.version(),
                    result.size(),
                    first.id(),
                    first.version(),
                    first.size()));
      }
    }
  }

  private static List<Part> parts(Path place) {
    List<Part> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(place)) {
      for (Path each : files.sorted().toList()) {
        Optional<Shard> shard = shard(String.valueOf(each.getFileName()));
        if (shard.isPresent()) {
          parts.add(
              new Part(place, shard.get(), InputFiles.text(each, MOST_BYTES).lines().toList()));
        }
      }
    } catch (IOException e) {
      throw new LabException(IoReason.withFile(e), e);
    }
    if (parts.isEmpty()) {
      throw new LabException(
          place + ": is no shard; 'magpie reproduce --shard I/N' or 'magpie sweep' makes one");
    }
    return parts;
  }

  private static Optional<Shard> shard(String name) {
    return name.matches("shard-\\d{1,6}-of-\\d{1,6}\\.txt")
        ? Optional.of(Shard.parse(name.replaceAll("shard-(\\d+)-of-(\\d+)\\.txt", "$1/$2")))
        : Optional.empty();
  }
}
