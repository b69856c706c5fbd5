package dev.magpie.lab.advice;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.DataFigures;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.analysis.TrainingSample;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Says what the tensors of a model save, in a pass over them: on the memory bus, where blocks of
 * 128 bytes move in whole bursts of 32; in the capacity of device memory, by target ratios of Buddy
 * Compression; and in storage, where bytes count.
 *
 * <pre>{@code
 * try (Snapshot model = Snapshot.open(List.of(Path.of("model.safetensors")))) {
 *   ModelAdvice advice =
 *       Advisor.DEFAULT.advise(model.allocations(), Optional.empty(), 8, bytes -> {});
 * }
 * }</pre>
 *
 * @param bus codecs fast enough for a memory controller
 * @param storage codecs for files besides, which may be trained on a sample of the tensors
 */
public record Advisor(List<CodecSpec> bus, List<CodecSpec> storage) {
  /**
   * On the bus codecs of the papers that need no training, and one for exponents of bf16, whose
   * lengths are fixed; for storage E2MC, and Huffman codes of the exponents of bf16 and fp8.
   */
  public static final Advisor DEFAULT =
      new Advisor(
          specs("bdi", "mag-bdi", "fpc", "c-pack", "bpc", "zvc", "exponent-window"),
          specs("e2mc", "dfloat11", "ecf8"));

  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final Profiler PROFILER = Profiler.DEFAULT;

  /** What it takes to see sparsity. */
  private static final String ZEROS = "zvc";

  private static final int HALF_BITS = 8 * 64;

  public Advisor {
    bus = List.copyOf(bus);
    storage = List.copyOf(storage);
    if (bus.isEmpty()) {
      throw new IllegalArgumentException("the bus needs a codec at least");
    }
  }

  private static List<CodecSpec> specs(String... names) {
    return Stream.of(names).map(CodecSpec::parse).toList();
  }

  /**
   * Measures all tensors.
   *
   * @param tensors at least one
   * @param cache of keys and values, if the model is to serve
   * @param threads how many work
   * @param progress is told of bytes that are done, by any thread
   */
  public ModelAdvice advise(
      List<Allocation> tensors, Optional<KvCache> cache, int threads, LongConsumer progress) {
    List<MemorySegment> memories = tensors.stream().map(Allocation::memory).toList();
    List<BlockCodec> codecs = new ArrayList<>();
    codecs.add(new EntryCodec(Codecs.create("bpc", GRANULARITY)));
    codecs.add(Codecs.create(ZEROS, GRANULARITY));
    Stream.concat(bus.stream(), storage.stream())
        .forEach(spec -> codecs.add(create(spec, memories)));
    List<DataFigure> figures = List.of(DataFigures.named("entropyByPlace").orElseThrow());
    List<BlockSummary> found =
        new BlockScan(codecs, threads).measuring(figures).summarize(memories, null, progress);
    List<BuddyTarget> targets = targets(tensors, found);
    List<TensorAdvice> all = new ArrayList<>();
    for (int t = 0; t < tensors.size(); t++) {
      all.add(advice(tensors.get(t), found.get(t), targets.get(t)));
    }
    ModelAdvice.Total total = total(all, found);
    all.sort(
        Comparator.comparingLong((TensorAdvice each) -> each.bus().savedBytes())
            .thenComparingLong(each -> each.capacity().savedBytes())
            .reversed());
    return new ModelAdvice(
        GRANULARITY.blockBytes(),
        GRANULARITY.magBytes(),
        PROFILER.threshold(),
        all,
        total,
        cache.map(kept -> ModelAdvice.Serving.of(kept, total)));
  }

  private static BlockCodec create(CodecSpec spec, List<MemorySegment> memories) {
    if (!spec.needsTraining()) {
      return spec.create(GRANULARITY);
    }
    int blockBytes = GRANULARITY.blockBytes();
    long blocks =
        memories.stream().mapToLong(each -> Math.ceilDiv(each.byteSize(), blockBytes)).sum();
    TrainingSample sample = TrainingSample.spreadOver(blocks, blockBytes);
    return spec.create(GRANULARITY, sample.train(spec, memories, blockBytes));
  }

  private static List<BuddyTarget> targets(List<Allocation> tensors, List<BlockSummary> found) {
    SeriesCollector collector = new SeriesCollector();
    List<EntrySizes> sizes = new ArrayList<>();
    for (int t = 0; t < tensors.size(); t++) {
      EntrySizes each = EntrySizes.of(found.get(t).byCodec().getFirst());
      sizes.add(each);
      // Two files may have a tensor of the same name.
      collector.add(0, new Allocation.Key(String.valueOf(t), ""), tensors.get(t).bytes(), each);
    }
    SeriesSizes series = collector.sizes(1);
    List<TargetRatio> chosen = PROFILER.design(series).zeroOptimised().targets();
    List<BuddyTarget> targets = new ArrayList<>();
    for (int t = 0; t < tensors.size(); t++) {
      TargetRatio target = chosen.get(t);
      targets.add(
          BuddyTarget.of(
              target, tensors.get(t).bytes(), sizes.get(t).entries(), sizes.get(t).over(target)));
    }
    return targets;
  }

  private TensorAdvice advice(Allocation tensor, BlockSummary found, BuddyTarget target) {
    return new TensorAdvice(
        tensor.source(),
        tensor.name(),
        tensor.type(),
        tensor.shape(),
        tensor.bytes(),
        entropy(found),
        sparse(tensor.bytes(), found),
        busChoice(tensor.bytes(), found),
        target,
        storageChoice(tensor.bytes(), found));
  }

  private ModelAdvice.Total total(List<TensorAdvice> tensors, List<BlockSummary> found) {
    long bytes = tensors.stream().mapToLong(TensorAdvice::bytes).sum();
    BlockSummary all = found.stream().reduce(BlockSummary::merge).orElseThrow();
    return new ModelAdvice.Total(
        bytes,
        entropy(all),
        weighted(tensors, TensorAdvice::sparseBlocks) / all.blocks(),
        busChoice(bytes, all),
        tensors.stream().mapToLong(each -> each.bus().savedBytes()).sum(),
        tensors.stream().mapToLong(each -> each.capacity().savedBytes()).sum(),
        weighted(tensors, each -> each.capacity().buddyAccessFraction()) / all.blocks(),
        storageChoice(bytes, all),
        tensors.stream().mapToLong(each -> each.storage().savedBytes()).sum());
  }

  /** The sum of a figure over all blocks. */
  private static double weighted(
      List<TensorAdvice> tensors, ToDoubleFunction<TensorAdvice> figure) {
    return tensors.stream()
        .mapToDouble(each ->
            figure.applyAsDouble(each) * Math.ceilDiv(each.bytes(), GRANULARITY.blockBytes()))
        .sum();
  }

  private Choice busChoice(long bytes, BlockSummary found) {
    return Choice.of(
        bytes,
        bus.stream().map(CodecSpec::toString).toList(),
        found.byCodec().subList(2, 2 + bus.size()),
        sizes -> sizes.effectiveBytes(GRANULARITY));
  }

  private Choice storageChoice(long bytes, BlockSummary found) {
    return Choice.of(
        bytes,
        Stream.concat(bus.stream(), storage.stream()).map(CodecSpec::toString).toList(),
        found.byCodec().subList(2, found.byCodec().size()),
        SizeHistogram::storedBytes);
  }

  private static double entropy(BlockSummary found) {
    return found.data().values().values().iterator().next();
  }

  /** Of what is shorter than a block, only the fill would be seen. */
  private static double sparse(long bytes, BlockSummary found) {
    if (bytes < GRANULARITY.blockBytes()) {
      return 0;
    }
    SizeHistogram zeros = found.byCodec().get(1);
    long halved = 0;
    for (int bits = 0; bits <= HALF_BITS; bits++) {
      halved += zeros.blocksOfSize(bits);
    }
    return 100.0 * halved / zeros.blocks();
  }
}
