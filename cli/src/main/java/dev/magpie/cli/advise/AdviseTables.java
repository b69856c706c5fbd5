package dev.magpie.cli.advise;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.lab.advice.ModelAdvice;
import dev.magpie.lab.advice.TensorAdvice;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Advice as tables for people. */
final class AdviseTables {
  static final DocumentType<ModelAdvice> TYPE =
      new DocumentType<>("magpie.advice/1", ModelAdvice.class);

  private static final double MIB = 1 << 20;
  private static final int NAMED = 4;

  private AdviseTables() {}

  /**
   * The result.
   *
   * @param top how many tensors the table has
   */
  static Report report(ModelAdvice advice, int top) {
    List<Table> tables = new ArrayList<>(List.of(total(advice)));
    advice.serving().ifPresent(serving -> tables.add(serving(serving)));
    tables.add(tensors(advice, top));
    return Report.of(TYPE, advice, tables.toArray(Table[]::new))
        .headed(summary(advice))
        .withCsv(TensorAdvice.class, advice.tensors());
  }

  /** What was read, in a line. */
  static String summary(ModelAdvice advice) {
    return "%s, %s; entropy %s bits a byte; %s of the blocks are half zeros"
        .formatted(
            Quantity.count(advice.tensors().size(), "tensor"),
            Quantity.bytes(advice.total().bytes()),
            decimal(2, advice.total().entropy()),
            decimal(1, advice.total().sparseBlocks()) + " %");
  }

  /** What all tensors save, a line for each place. */
  static Table total(ModelAdvice advice) {
    ModelAdvice.Total total = advice.total();
    return Table.titled("All tensors")
        .text("saves")
        .text("by")
        .number("MiB", 1)
        .number("of all", 1, "%")
        .row(
            "bytes over the memory bus",
            total.bus().codec() + " for all",
            total.bus().savedBytes() / MIB,
            share(total.bus().savedBytes(), total))
        .row(
            "",
            "the best codec for each tensor",
            total.busSavedByBest() / MIB,
            share(total.busSavedByBest(), total))
        .row(
            "device memory",
            "Buddy targets, which %s %% of the entries exceed"
                .formatted(decimal(1, 100 * total.buddyAccessFraction())),
            total.capacity() / MIB,
            share(total.capacity(), total))
        .row(
            "storage",
            total.storage().codec() + " for all",
            total.storage().savedBytes() / MIB,
            share(total.storage().savedBytes(), total))
        .row(
            "",
            "the best codec for each tensor",
            total.storageSavedByBest() / MIB,
            share(total.storageSavedByBest(), total))
        .note(
            "Blocks of %d B; the bus moves whole bursts of %d. Targets leave at most %.0f %% of a"
                    .formatted(advice.blockBytes(), advice.magBytes(), 100 * advice.threshold())
                + " tensor's entries to buddy memory, under BPC.")
        .build();
  }

  private static double share(long bytes, ModelAdvice.Total total) {
    return 100.0 * bytes / total.bytes();
  }

  /** What a model takes that generates tokens. */
  static Table serving(ModelAdvice.Serving serving) {
    long weights = serving.memoryBytes() - serving.cacheBytes();
    return Table.titled(
            "Generating for %s of %,d tokens"
                .formatted(
                    Quantity.count(serving.cache().batch(), "sequence"), serving.cache().context()))
        .text("")
        .number("as it is", 1, "MiB")
        .number("compressed", 1, "MiB")
        .row("weights, in device memory", weights / MIB, device(serving) / MIB)
        .row("keys and values", serving.cacheBytes() / MIB, serving.cacheBytes() / MIB)
        .total("device memory", serving.memoryBytes() / MIB, serving.deviceBytes() / MIB)
        .total(
            "moved for a token of each",
            serving.stepBytes() / MIB,
            serving.stepBytesCompressed() / MIB)
        .note(
            "%,d elements of %d B are kept of a token%s. What they hold is not known, so they count as"
                    .formatted(
                        serving.cache().elements(),
                        serving.cache().elementBytes(),
                        projections(serving.cache().projections()))
                + " they are: 'magpie analyze' measures a dump of them. A token moves all weights"
                + " once, and all that is kept.")
        .build();
  }

  /** Named, since files may hold a model twice, or two models. */
  private static String projections(List<String> names) {
    return names.isEmpty()
        ? ""
        : ", by the rows of %s (%s%s)"
            .formatted(
                Quantity.count(names.size(), "tensor"),
                String.join(", ", names.stream().limit(NAMED).toList()),
                names.size() > NAMED ? ", ..." : "");
  }

  private static long device(ModelAdvice.Serving serving) {
    return serving.deviceBytes() - serving.cacheBytes();
  }

  private static Table tensors(ModelAdvice advice, int top) {
    List<TensorAdvice> shown = advice.tensors().stream().limit(top).toList();
    String note =
        shown.size() == advice.tensors().size()
            ? "What saves most on the bus comes first."
            : String.format(
                Locale.ROOT,
                "%,d of %s, those that save most on the bus.",
                shown.size(),
                Quantity.count(advice.tensors().size(), "tensor"));
    return columns(advice).builder("Tensors", shown).note(note).build();
  }

  /** A line a tensor, called by its file, too, where there are several. */
  static Columns<TensorAdvice> columns(ModelAdvice advice) {
    boolean several = advice.tensors().stream().map(TensorAdvice::source).distinct().count() > 1;
    return new Columns<TensorAdvice>()
        .text("tensor", each -> several ? withFile(each) : each.name())
        .text("type", TensorAdvice::type)
        .text("shape", each -> Quantity.shape(each.shape()))
        .number("size", 1, "MiB", each -> each.bytes() / MIB)
        .number("entropy", 2, TensorAdvice::entropy)
        .number("half zeros", 1, "%", TensorAdvice::sparseBlocks)
        .text("bus codec", each -> each.bus().codec())
        .number("bus saves", 2, "MiB", each -> each.bus().savedBytes() / MIB)
        .text("target", each -> each.capacity().target() + "x")
        .number("target saves", 2, "MiB", each -> each.capacity().savedBytes() / MIB)
        .number("buddy", 1, "%", each -> 100 * each.capacity().buddyAccessFraction())
        .text("storage codec", each -> each.storage().codec())
        .number("storage saves", 2, "MiB", each -> each.storage().savedBytes() / MIB);
  }

  private static String withFile(TensorAdvice tensor) {
    String file = String.valueOf(tensor.source().getFileName());
    return file.startsWith(tensor.name() + ".") ? file : file + ": " + tensor.name();
  }

  private static String decimal(int places, double value) {
    return String.format(Locale.ROOT, "%." + places + "f", value);
  }
}
