package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.AnalyzedArray;
import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.Approximations;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.DataCounts;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.DataFigures;
import dev.magpie.analysis.Shard;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.ShardFile;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.settings.FileAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a shard of {@code magpie analyze} found: sizes of some ranges of blocks, and what lossy
 * codecs did to some allocations.
 *
 * @param run what all shards of a run have in common
 * @param parts of those allocations that the shard has blocks of
 * @param errors of lossy codecs
 */
public record AnalyzeShard(String shard, Run run, List<Part> parts, List<CodecError> errors) {
  public static final DocumentType<AnalyzeShard> TYPE =
      new DocumentType<>("magpie.analyze-shard/1", AnalyzeShard.class);

  /**
   * What decides a result, beside the data.
   *
   * @param approximate patterns
   * @param marked how many allocations they describe
   */
  public record Run(
      String version,
      int blockBytes,
      int magBytes,
      List<String> codecs,
      String training,
      List<String> figures,
      List<String> approximate,
      int marked,
      List<Array> arrays) {}

  /** An allocation. */
  public record Array(String source, String name, String dtype, List<Long> shape, long bytes) {
    static Array of(AnalyzedArray array) {
      return new Array(
          array.source().toString(), array.name(), array.type(), array.shape(), array.bytes());
    }

    AnalyzedArray array() {
      return new AnalyzedArray(FileAddress.of(source), name, dtype, shape, bytes);
    }
  }

  /**
   * What blocks of an allocation have.
   *
   * @param sizes by codec: bits to the number of blocks that a code of so many brings there
   * @param counters by figure
   */
  public record Part(int allocation, List<Map<String, Long>> sizes, List<List<Long>> counters) {}

  /** What a lossy codec did to an allocation. */
  public record CodecError(int allocation, int codec, ApproximationError error) {}

  /** What a shard found of it. */
  static AnalyzeShard of(Shard shard, String version, Analysis analysis) {
    List<Part> parts = new ArrayList<>();
    List<AllocationSizes> allocations = analysis.sizes().allocations();
    for (int a = 0; a < allocations.size(); a++) {
      BlockSummary summary = allocations.get(a).summary();
      if (summary.blocks() > 0) {
        parts.add(
            new Part(
                a,
                summary.byCodec().stream().map(each -> texts(each.counts())).toList(),
                summary.data().counters()));
      }
    }
    List<CodecError> errors = new ArrayList<>();
    analysis
        .approximations()
        .errors()
        .forEach(
            (place, error) -> errors.add(new CodecError(place.allocation(), place.codec(), error)));
    errors.sort(
        Comparator.comparingInt(CodecError::allocation).thenComparingInt(CodecError::codec));
    return new AnalyzeShard(
        shard.toString(),
        new Run(
            version,
            analysis.granularity().blockBytes(),
            analysis.granularity().magBytes(),
            analysis.codecs().stream().map(CodecSpec::toString).toList(),
            analysis.training(),
            analysis.figures().stream().map(each -> each.figure().name()).toList(),
            analysis.patterns(),
            analysis.approximations().marked(),
            allocations.stream().map(each -> Array.of(each.allocation())).toList()),
        parts,
        errors);
  }

  private static Map<String, Long> texts(Map<Integer, Long> counts) {
    Map<String, Long> texts = new LinkedHashMap<>();
    counts.forEach((size, count) -> texts.put(String.valueOf(size), count));
    return texts;
  }

  /** For people, how much it is; the document is for {@code magpie merge}. */
  Report report() {
    return Report.of(
            TYPE,
            this,
            new Columns<Part>()
                .text("allocation", each -> run.arrays().get(each.allocation()).name())
                .number(
                    "blocks",
                    0,
                    each ->
                        each.sizes().getFirst().values().stream().mapToLong(Long::longValue).sum())
                .table(parts))
        .headed(
            "shard %s of %s".formatted(shard, Quantity.count(run.arrays().size(), "allocation")));
  }

  /**
   * The result over all of the input.
   *
   * @param files of all shards
   * @throws BadUsageException if a shard is missing, there twice, or of another run
   */
  public static Report merged(List<ShardFile> files) {
    List<AnalyzeShard> all =
        ShardFile.all(files, AnalyzeShard.class, AnalyzeShard::shard, AnalyzeShard::run);
    return AnalyzeTables.byCodec(
        BadUsageException.unlessLegal(
            files.getFirst().file() + ": damaged: ", () -> analysis(all)));
  }

  private static Analysis analysis(List<AnalyzeShard> all) {
    Run run = all.getFirst().run();
    List<CodecSpec> codecs = run.codecs().stream().map(CodecOption::parse).toList();
    List<DataFigure> figures =
        run.figures().stream()
            .map(each ->
                DataFigures.named(each)
                    .orElseThrow(() -> new IllegalArgumentException("no figure is called " + each)))
            .toList();
    List<AnalyzedArray> arrays = run.arrays().stream().map(Array::array).toList();
    Map<Integer, List<Part>> parts = new HashMap<>();
    Map<Approximations.Place, ApproximationError> errors = new HashMap<>();
    for (AnalyzeShard shard : all) {
      shard
          .parts()
          .forEach(
              each -> parts.computeIfAbsent(each.allocation(), _ -> new ArrayList<>()).add(each));
      shard
          .errors()
          .forEach(each ->
              errors.put(new Approximations.Place(each.allocation(), each.codec()), each.error()));
    }
    List<BlockSummary> summaries = new ArrayList<>();
    for (int a = 0; a < arrays.size(); a++) {
      summaries.add(
          summary(run, codecs, figures, arrays.get(a).bytes(), parts.getOrDefault(a, List.of())));
    }
    return new Analysis(
        codecs,
        new Granularity(run.blockBytes(), run.magBytes()),
        run.training(),
        figures,
        run.approximate(),
        new Measured(
            SnapshotSizes.ofArrays(arrays, summaries),
            new Approximations(run.marked(), arrays.size(), errors)));
  }

  private static BlockSummary summary(
      Run run, List<CodecSpec> codecs, List<DataFigure> figures, long bytes, List<Part> parts) {
    List<SizeHistogram> byCodec = new ArrayList<>();
    for (int c = 0; c < codecs.size(); c++) {
      Map<Integer, Long> counts = new TreeMap<>();
      for (Part each : parts) {
        each.sizes()
            .get(c)
            .forEach((size, count) -> counts.merge(Integer.valueOf(size), count, Long::sum));
      }
      byCodec.add(SizeHistogram.of(run.blockBytes(), bytes, counts));
    }
    DataCounts data = DataCounts.none(figures);
    for (Part each : parts) {
      data = data.merge(DataCounts.of(figures, each.counters()));
    }
    return new BlockSummary(byCodec, data);
  }
}
