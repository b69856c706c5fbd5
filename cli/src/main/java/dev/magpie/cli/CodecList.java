package dev.magpie.cli;

import dev.magpie.cli.output.Report;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Latency;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.List;
import java.util.stream.Collectors;

/** The codecs there are. */
record CodecList(List<Codec> codecs) {
  static final DocumentType<CodecList> TYPE =
      new DocumentType<>("magpie.codecs/1", CodecList.class);

  private record Codec(
      String name,
      String title,
      String source,
      boolean lossy,
      boolean trained,
      int minimumBlockBytes,
      Latency latency,
      List<Setting> parameters) {
    static Codec of(CodecFamily family) {
      return new Codec(
          family.name(),
          family.title(),
          family.source(),
          family.isLossy(),
          family.isTrained(),
          family.minimumBlockBytes(),
          family.latency(),
          family.parameters().stream()
              .map(each ->
                  new Setting(each.name(), each.defaultValue(), each.legalValues(), each.meaning()))
              .toList());
    }
  }

  private record Setting(String name, String default_, String values, String meaning) {}

  static Report report() {
    List<CodecFamily> families = Codecs.families();
    return Report.of(
            TYPE,
            new CodecList(families.stream().map(Codec::of).toList()),
            names(families),
            settings(families))
        .withCsv(all(families));
  }

  private static Table all(List<CodecFamily> families) {
    return new Columns<CodecFamily>()
        .text("name", CodecFamily::name)
        .text("title", CodecFamily::title)
        .text("source", CodecFamily::source)
        .number("minimumBlockBytes", 0, CodecFamily::minimumBlockBytes)
        .text("latencyClass", family -> family.latency().latencyClass())
        .number("compressionCycles", 0, family -> family.latency().compressionCycles())
        .number("decompressionCycles", 0, family -> family.latency().decompressionCycles())
        .text(
            "parameters",
            family ->
                family.parameters().stream()
                    .map(each -> each.name() + "=" + each.defaultValue())
                    .collect(Collectors.joining(",")))
        .text("lossy", CodecFamily::isLossy)
        .text("trained", CodecFamily::isTrained)
        .table(families);
  }

  /** For people: who wants a codec, and who wants to set it, look for different things. */
  private static Table names(List<CodecFamily> families) {
    return new Columns<CodecFamily>()
        .text("codec", CodecFamily::name)
        .text("title", CodecFamily::title)
        .text("fidelity", CodecFamily::fidelity)
        .text("class", family -> family.latency().latencyClass())
        .number("compress", 0, "cycles", family -> family.latency().compressionCycles())
        .number("decompress", 0, "cycles", family -> family.latency().decompressionCycles())
        .text("source", CodecFamily::source)
        .builder("", families)
        .note(
            "Classes: bus, decoded at each access by hardware; kernel, by instructions in registers"
                + " as values are used; storage, ahead of use into memory.")
        .build();
  }

  private static Table settings(List<CodecFamily> families) {
    Table.Builder table =
        Table.titled("Parameters, given as codec:parameter=value,parameter=value")
            .text("codec")
            .text("parameter")
            .text("default")
            .text("values")
            .text("meaning");
    for (CodecFamily family : families) {
      family
          .parameters()
          .forEach(each ->
              table.row(
                  family.name(),
                  each.name(),
                  each.defaultValue(),
                  each.legalValues(),
                  each.meaning()));
    }
    return table.build();
  }
}
