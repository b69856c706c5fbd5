package dev.magpie.cli.analyze;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.AnalyzedArray;
import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.SizeFigures;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.DocumentType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What {@code magpie analyze} found, for programs. */
record AnalyzeDocument(
    int blockBytes,
    int magBytes,
    Optional<String> training,
    Optional<List<String>> approximate,
    List<Part> allocations,
    Total total) {
  static final DocumentType<AnalyzeDocument> TYPE =
      new DocumentType<>("magpie.analyze/1", AnalyzeDocument.class);

  /** One allocation. */
  record Part(
      Path source, String name, String dtype, List<Long> shape, @JsonUnwrapped Total total) {}

  /** What one allocation has, or all of them have together. */
  record Total(
      long bytes, long blocks, Optional<Map<String, Double>> figures, List<Result> results) {
    static Total of(
        Analysis analysis,
        long bytes,
        BlockSummary summary,
        IntFunction<@Nullable ApproximationError> errors) {
      List<Result> results = new ArrayList<>();
      for (int c = 0; c < analysis.codecs().size(); c++) {
        results.add(
            Result.of(
                analysis.codecs().get(c),
                summary.byCodec().get(c),
                analysis.granularity(),
                errors.apply(c)));
      }
      return new Total(
          bytes,
          summary.blocks(),
          analysis.figures().isEmpty() ? Optional.empty() : Optional.of(summary.data().values()),
          results);
    }
  }

  /** Blocks under a codec. */
  record Result(
      String codec,
      Optional<Boolean> lossy,
      @JsonUnwrapped SizeFigures sizes,
      Map<String, Long> granules,
      Optional<Approximation> approximation) {
    static Result of(
        CodecSpec codec,
        SizeHistogram sizes,
        Granularity granularity,
        @Nullable ApproximationError error) {
      Map<String, Long> granules = new LinkedHashMap<>();
      long[] blocks = sizes.blocksByGranules(granularity);
      for (int each = 1; each < blocks.length; each++) {
        granules.put(String.valueOf(each), blocks[each]);
      }
      return new Result(
          codec.toString(),
          codec.family().isLossy() ? Optional.of(error != null) : Optional.empty(),
          SizeFigures.of(sizes, granularity),
          granules,
          Optional.ofNullable(error).map(Approximation::of));
    }
  }

  /** What a lossy codec did. */
  record Approximation(
      long blocks,
      long approximatedBlocks,
      long elements,
      long unmeasurable,
      double meanRelativeError,
      double maximumRelativeError,
      double maximumAbsoluteError) {
    static Approximation of(ApproximationError error) {
      return new Approximation(
          error.blocks(),
          error.approximatedBlocks(),
          error.elements(),
          error.unmeasurable(),
          error.meanRelativeError(),
          error.maximumRelativeError(),
          error.maximumAbsoluteError());
    }
  }

  static AnalyzeDocument of(Analysis analysis) {
    List<Part> parts = new ArrayList<>();
    List<AllocationSizes> allocations = analysis.sizes().allocations();
    for (int a = 0; a < allocations.size(); a++) {
      int index = a;
      AnalyzedArray allocation = allocations.get(a).allocation();
      parts.add(
          new Part(
              allocation.source(),
              allocation.name(),
              allocation.type(),
              allocation.shape(),
              Total.of(
                  analysis,
                  allocation.bytes(),
                  allocations.get(a).summary(),
                  codec -> analysis.approximations().error(index, codec))));
    }
    return new AnalyzeDocument(
        analysis.granularity().blockBytes(),
        analysis.granularity().magBytes(),
        Optional.of(analysis.training()).filter(training -> !training.isEmpty()),
        analysis.hasLossy() ? Optional.of(analysis.patterns()) : Optional.empty(),
        parts,
        Total.of(
            analysis,
            analysis.sizes().bytes(),
            analysis.sizes().all(),
            analysis.approximations()::total));
  }
}
