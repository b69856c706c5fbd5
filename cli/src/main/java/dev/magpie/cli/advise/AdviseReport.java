package dev.magpie.cli.advise;

import dev.magpie.cli.output.Quantity;
import dev.magpie.lab.advice.ModelAdvice;
import dev.magpie.lab.advice.TensorAdvice;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Page;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Advice as an HTML page. */
final class AdviseReport {
  private static final double MIB = 1 << 20;

  /** More bars cannot be read. */
  private static final int DRAWN = 24;

  /** More lines make a page slow. */
  private static final int MOST_ROWS = 6000;

  private AdviseReport() {}

  static Page page(ModelAdvice advice) {
    ModelAdvice.Total total = advice.total();
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "total",
            "All tensors",
            new Prose(
                "What the bus saves is bandwidth, and needs a codec in the memory controller; what"
                    + " targets save is device memory, and needs Buddy Compression; what storage"
                    + " saves is files. Half zeros: blocks that zeros alone bring to half, which is"
                    + " what GPUs' compressible memory is said to be made for; it saves bandwidth"
                    + " and no memory."),
            AdviseTables.total(advice)));
    advice
        .serving()
        .ifPresent(serving ->
            sections.add(
                new Section("serving", "Generating tokens", AdviseTables.serving(serving))));
    sections.add(new Section("largest", "What saves most", chart(advice)));
    sections.add(
        new Section(
            "tensors",
            "Tensors",
            AdviseTables.columns(advice)
                .builder("", advice.tensors().stream().limit(MOST_ROWS).toList())
                .build()));
    return new Page(
        "What a model saves",
        AdviseTables.summary(advice) + ".",
        List.of(
            new Page.Fact("tensors", Quantity.number(advice.tensors().size())),
            new Page.Fact("bytes", Quantity.bytes(total.bytes())),
            new Page.Fact("saved on the bus", Quantity.bytes(total.bus().savedBytes())),
            new Page.Fact("saved in device memory", Quantity.bytes(total.capacity())),
            new Page.Fact("saved in storage", Quantity.bytes(total.storage().savedBytes()))),
        sections);
  }

  private static BarChart chart(ModelAdvice advice) {
    List<TensorAdvice> drawn = advice.tensors().stream().limit(DRAWN).toList();
    return BarChart.of(
        "MiB saved by tensor",
        drawn.stream().map(TensorAdvice::name).toList(),
        Axis.linear("MiB"),
        List.of(
            series("memory bus", drawn, each -> each.bus().savedBytes()),
            series("device memory", drawn, each -> each.capacity().savedBytes()),
            series("storage", drawn, each -> each.storage().savedBytes())));
  }

  private static Series series(
      String name, List<TensorAdvice> drawn, ToLongFunction<TensorAdvice> saved) {
    return Series.of(
        name, drawn.stream().mapToDouble(each -> saved.applyAsLong(each) / MIB).toArray());
  }
}
